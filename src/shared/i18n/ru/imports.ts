import { type CommandTexts, table } from '../command-texts.ts'
import { type ImportTexts, importCounts, runLines } from '../import-report.ts'
import { plural } from '../messages.ts'

const number = (value: number) => value.toLocaleString('ru')
const counted = (count: number, forms: { one: string; few: string; many: string }) =>
  `${number(count)}\u00a0${plural('ru', count, forms)}`
const CHANNELS = { one: 'канал', few: 'канала', many: 'каналов' }

export const imports: ImportTexts = {
  files: {
    no_file: () => 'Такого файла нет.',
    not_a_file: () => 'Это не\u00a0файл.',
    not_readable: () => 'Нет прав на\u00a0чтение этого файла.',
    not_opened: () => 'Этот файл не\u00a0открывается.',
    archive: () => 'Это архив zip или книга Excel. Сохраните её как CSV.',
    damaged: () => 'Архив повреждён или обрезан, ничего не\u00a0загружено.',
    empty: () => 'Файл пуст.',
    no_objects: () => 'В\u00a0файле нет ни\u00a0одного объекта JSON.',
    markup: () => 'Это веб-страница или XML. Сохраните её как CSV.',
    no_header: () => 'Первая строка не\u00a0читается как названия столбцов.',
    not_text: () => 'Это не\u00a0текстовый файл со\u00a0столбцами.',
    no_column: ({ column, columns }) => `Столбца «${column}» нет. Есть столбцы: ${columns}.`,
    videos: () => 'Это список видео, а\u00a0не\u00a0каналов.',
    no_names: ({ columns }) =>
      `Ни\u00a0один столбец не\u00a0похож на\u00a0названия каналов. Есть столбцы: ${columns}. Укажите столбец: --map name=СТОЛБЕЦ.`,
    only_ids: () => 'В\u00a0файле только номера каналов без названий и\u00a0статистики, загружать нечего.',
    interrupted: () => 'Сервер остановился раньше конца. Ничего не\u00a0загружено: начните ещё раз.',
    fault: () => 'Произошла наша ошибка, она описана в\u00a0журнале. Ничего не\u00a0загружено.',
  },
  states: {
    uploading: 'передаётся',
    uploaded: 'передан',
    previewing: 'проверяется',
    previewed: 'проверен',
    running: 'идёт',
    done: 'загружен',
    stopped: 'остановлен',
    failed: 'не\u00a0загружен',
    undone: 'отменён',
  },
  phases: {
    reading: 'чтение',
    waiting: 'ждём конца другого импорта',
    comparing: 'сравнение',
    writing: 'запись',
    indexing: 'обновление поиска',
    finishing: 'завершение',
  },
  outcomes: { create: 'Новых', update: 'Изменится', unchanged: 'Без изменений', skipped: 'Пропущено' },
  reasons: {
    'no name': 'нет названия',
    'name too long': 'слишком длинное название',
    'mangled encoding': 'испорченная кодировка',
    'wrong number of columns': 'не\u00a0то\u00a0число столбцов',
    'text after a closing quote': 'текст после закрывающей кавычки',
    'unclosed quote': 'незакрытая кавычка',
    'row too long': 'слишком длинная строка',
    'not a JSON object': 'не\u00a0объект JSON',
    'no name, and the channel is not known': 'нет названия, и\u00a0канал неизвестен',
    'same channel': 'о\u00a0том\u00a0же канале больше сказано в\u00a0другой строке',
    'contact without source': 'контакт без источника',
    'contact source not understood': 'непонятный источник контакта',
    'contact without date': 'контакт без даты',
    'contact date not understood': 'непонятная дата контакта',
    'contact address not understood': 'непонятный адрес контакта',
    'contact address reaches nobody': 'адрес контакта, который никто не\u00a0читает',
    'some contact addresses not understood': 'часть адресов контакта непонятна',
  },
  notRows: {
    empty: 'пустые',
    'repeated header': 'повтор заголовка',
    total: 'итоги',
    rule: 'черта',
    remark: 'примечание',
  },
  number,
  dryRun: 'проба: ничего не\u00a0изменено',
  kind: (kind) => (kind === null ? 'столбцы найдены по\u00a0названиям' : `вид файла: ${kind}`),
  origin: (source, day) => `источник: ${source}, на\u00a0дату ${day}`,
  rows: (count) => counted(count, { one: 'строка', few: 'строки', many: 'строк' }),
  merged: (count) => `объединено одинаковых: ${counted(count, CHANNELS)}`,
  contacts: {
    added: (count) => `новых ${count}`,
    changed: (count) => `с\u00a0другими датами ${count}`,
    refused: (count) => `не\u00a0принято ${count}`,
    withheld: (count) => `пропущено по\u00a0возражению владельцев ${count}`,
    tooOld: (count) => `пропущено из-за давности ${count}`,
  },
  contactsTitle: 'контакты',
  columns: 'столбцы',
  unused: 'столбцы без применения',
  filled: (percent) => `заполнено ${percent}\u00a0%`,
  example: (value) => `, например ${JSON.stringify(value)}`,
  couldBe: (maps) => `; может быть ${maps}`,
  notRow: (what, count) => `строки без канала, ${what}: ${count}`,
  refused: (reason, count) => `не\u00a0принято, ${reason}: ${count}`,
  line: (line) => `строка ${line}`,
  more: (count) => `и\u00a0ещё ${count}`,
  unclear: (count) => `не\u00a0понято значений, они считаются неизвестными: ${count}`,
  kept: (path) => `непринятые строки сохранены в\u00a0${path}`,
  speed: (seconds, rate) => `${seconds}\u00a0с, ${rate}\u00a0строк/с`,
}

const options = {
  run: 'номер импорта',
  map: 'что значат столбцы: поле=Столбец, через запятую',
  source: 'откуда каналы; по\u00a0умолчанию вид файла или его имя',
  platform: 'видеоплатформа; по\u00a0умолчанию youtube',
  asOf: 'на\u00a0какую дату верны данные; по\u00a0умолчанию из\u00a0столбца с\u00a0датой, из\u00a0имени файла или день передачи',
  encoding: 'кодировка файла; по\u00a0умолчанию определяется сама',
  delimiter: 'чем разделены столбцы; по\u00a0умолчанию определяется само',
}

export const importCommands: Pick<
  CommandTexts['commands'],
  Extract<keyof CommandTexts['commands'], `imports ${string}`>
> = {
  'imports list': {
    about: 'Показать последние импорты и\u00a0переданные файлы',
    fields: { after: 'только те, что раньше импорта с\u00a0этим номером' },
    done: (runs) =>
      table(
        runs.map(({ id, createdAt, fileName, state, report }) => [
          String(id),
          createdAt.toISOString().slice(0, 16).replace('T', ' '),
          imports.states[state],
          fileName,
          report === null ? '' : importCounts(imports, report),
        ]),
      ),
  },
  'imports show': {
    about: 'Показать один импорт: как он идёт, что сделал или почему не\u00a0удался',
    fields: { run: options.run },
    done: (run) => runLines(imports, run),
  },
  'imports lines': {
    about: 'Показать, что станет с\u00a0каждой строкой файла и\u00a0почему',
    fields: {
      run: options.run,
      outcome: 'только строки с\u00a0этим исходом',
      after: 'где кончилась прошлая страница',
    },
    done: ({ rows, next }) =>
      table(
        rows.map(({ line, outcome, reason, sameAs, channel, name, changed }) => [
          String(line),
          imports.outcomes[outcome],
          name ?? (channel === null ? '' : `канал ${channel}`),
          [
            ...(reason === null ? [] : [imports.reasons[reason]]),
            ...(sameAs === null ? [] : [imports.line(number(sameAs))]),
            ...changed,
          ].join(', '),
        ]),
      ) + (next === null ? '' : `Дальше: --after ${next}.\n`),
  },
  'imports preview': {
    about: 'Узнать, что сделает импорт переданного файла',
    fields: options,
    done: ({ run }) => `Проверка файла началась, номер импорта ${run}.`,
  },
  'imports run': {
    about: 'Импортировать переданный файл так, как он проверен',
    fields: { run: options.run },
    done: ({ run }) => `Импорт ${run} начался.`,
  },
  'imports stop': {
    about: 'Остановить импорт; ничего из\u00a0файла не\u00a0загрузится',
    fields: { run: options.run },
    done: ({ isChanged }) =>
      isChanged
        ? 'Импорт остановится за\u00a0несколько секунд.'
        : 'Этот импорт не\u00a0идёт или уже останавливается.',
  },
  'imports undo': {
    about: 'Отменить импорт целиком, пока от\u00a0него ничего не\u00a0зависит',
    more: 'Новые каналы удаляются. Изменённые станут прежними, кроме того, что позже сообщила их платформа.',
    fields: { run: options.run },
    done: ({ deleted, restored }, isDryRun) =>
      isDryRun
        ? `Удалится ${counted(deleted, CHANNELS)}, прежними станут ${number(restored)}.`
        : `Импорт отменён. Удалено: ${counted(deleted, CHANNELS)}, прежними стали ${number(restored)}.`,
  },
  'imports presets': {
    about: 'Показать сохранённые столбцы других видов файлов',
    fields: {},
    done: (presets) =>
      table(
        presets.map(({ name, columns }) => [
          name,
          columns.map(({ field, column }) => `${field}=${column}`).join(','),
        ]),
      ),
  },
  'imports save-preset': {
    about: 'Сохранить, что значат столбцы вида файлов; так читаются все файлы, где они есть',
    fields: { name: 'как называется вид файлов', map: options.map },
    done: ({ isChanged }) => (isChanged ? 'Столбцы сохранены.' : 'Столбцы уже сохранены так.'),
  },
  'imports forget-preset': {
    about: 'Удалить сохранённые столбцы вида файлов',
    fields: { name: 'как называется вид файлов' },
    done: ({ isChanged }) => (isChanged ? 'Сохранённые столбцы удалены.' : 'Таких столбцов нет.'),
  },
}
