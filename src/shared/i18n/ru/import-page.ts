import type { importPage as enPage } from '../en/import-page.ts'
import type { Texts } from '../messages.ts'

/** The texts of the console's page of imports. */
export const importPage: Texts<typeof enPage> = {
  drop: 'Перетащите сюда файл CSV или JSON, можно в\u00a0gzip, до\u00a01\u00a0ГБ.',
  choose: 'Выбрать файл',
  repairedOf: (source) => `Файл пойдёт в\u00a0источник «${source}».`,
  uploading: (percent) => `Передаём, ${percent}\u00a0%`,
  uploadFailed: 'Файл передан не\u00a0целиком. Попробуйте ещё раз.',
  history: 'Импорты',
  none: 'Пока не\u00a0импортировано ни\u00a0одного файла.',
  file: 'Файл',
  when: 'Когда',
  state: 'Состояние',
  result: 'Итог',
  left: (seconds) =>
    seconds < 90
      ? `осталось около ${Math.ceil(seconds)}\u00a0с`
      : `осталось около ${Math.round(seconds / 60)}\u00a0мин`,
  columnsTitle: 'Столбцы',
  column: 'Столбец',
  filled: 'Заполнено',
  example: 'Пример',
  meaning: 'Значение',
  meaningOf: (column) => `Что значит ${column}`,
  notUsed: 'не\u00a0нужен',
  source: 'Источник',
  asOf: 'На дату',
  previewAgain: 'Проверить ещё раз',
  presetName: 'Название вида файлов',
  savePreset: 'Сохранить столбцы',
  presetSaved: 'Теперь файлы с\u00a0этими столбцами читаются так.',
  linesTitle: 'Строки',
  line: 'Строка',
  outcome: 'Исход',
  name: 'Канал',
  why: 'Почему',
  all: 'Все',
  channel: (id) => `канал ${id}`,
  run: 'Импортировать файл',
  stop: 'Остановить импорт',
  undo: 'Отменить импорт',
  refused: 'Скачать непринятые строки',
  repaired: 'Передать исправленные строки',
  sources: 'Отключить источник контактов',
  failed: 'Не\u00a0получилось. Попробуйте ещё раз.',
}
