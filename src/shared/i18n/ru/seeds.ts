import type { seeds as en } from '../en/seeds.ts'
import { plural, quoted, type Texts } from '../messages.ts'

const ofLines = { one: 'строки', few: 'строк', many: 'строк' }
const lines = { one: 'строка', few: 'строки', many: 'строк' }

export const seeds = {
  title: 'Поиск по\u00a0списку',
  description:
    'Вставьте названия, @имена или ссылки. Покажем, какие из\u00a0этих каналов есть в\u00a0каталоге.',
  lead: 'Вставьте до\u00a0200 строк: названия, @имена, ссылки на\u00a0каналы или видео, каждый канал с\u00a0новой строки.',
  field: 'Ваш список',
  placeholder: 'Северная мастерская\n@мастерская',
  lines: (_, written, most) => `Строк: ${written} из\u00a0${most}`,
  tooMany: (count, written, most) =>
    `В\u00a0списке ${written}\u00a0${plural('ru', count, lines)}, а\u00a0за\u00a0раз можно проверить до\u00a0${most}.`,
  empty: 'Вставьте хотя бы одну строку',
  lookUp: 'Найти каналы',
  clear: 'Очистить список',
  results: 'Ваш список',
  total: (found, all) =>
    `Найдены каналы для\u00a0${found}\u00a0${plural('ru', Number(found), ofLines)} из\u00a0${all}`,
  open: (count, written) => `Выберите канал ещё для\u00a0${written}\u00a0${plural('ru', count, ofLines)}.`,
  show: 'Показать',
  states: { all: 'Все', found: 'Найдены', ambiguous: 'Выбрать', unknown: 'Не\u00a0найдены' },
  noneShown: 'Таких строк в\u00a0списке нет',
  showAll: 'Показать все',
  choose: (line) => `Какой канал подходит к\u00a0строке ${quoted(line)}?`,
  several: (count, written) =>
    `Выберите из\u00a0${written}\u00a0${plural('ru', count, { one: 'канала', few: 'каналов', many: 'каналов' })}`,
  single: (channel) => `Это ${channel}?`,
  accept: 'Да, это он',
  acceptOf: (channel, line) => `Да, это он: ${channel} для\u00a0строки ${quoted(line)}`,
  takeBack: 'Нет, не он',
  takeBackOf: (channel, line) => `Нет, не он: ${channel} для\u00a0строки ${quoted(line)}`,
  unknown: 'В\u00a0каталоге нет.',
  search: 'Поискать',
  problems: {
    log_in: 'Это ссылка на\u00a0видео. Войдите, чтобы найти его канал.',
    quota:
      'Это ссылка на\u00a0видео, а\u00a0лимит запросов к\u00a0YouTube на\u00a0сегодня исчерпан. Попробуйте завтра.',
    unavailable: 'Это ссылка на\u00a0видео, а\u00a0YouTube сейчас не\u00a0отвечает. Попробуйте позже.',
  },
  videosNeedLogIn:
    'В\u00a0списке есть ссылки на\u00a0видео. Каналы по\u00a0ним мы ищем только для\u00a0тех, кто вошёл в\u00a0аккаунт.',
  saveAs: (format) => `Сохранить список в\u00a0${format}`,
  saveHint: 'Показанные строки с\u00a0каналами. Из\u00a0контактов\u00a0— только купленные вами.',
  links: 'Страница канала и\u00a0похожие каналы',
  emptyTitle: 'Ваш список, строка за\u00a0строкой',
  emptyText:
    'Здесь появятся каналы для каждой строки. Если подойдут несколько, вы выберете нужный. Потом каналы можно сравнить, а\u00a0список\u00a0— сохранить в\u00a0файл.',
  errorTitle: 'Не\u00a0удалось найти каналы по\u00a0списку',
  errorText: 'Список сохранён в\u00a0этой вкладке. Попробуйте ещё раз чуть позже.',
  columns: {
    line: 'Ваша строка',
    result: 'Результат',
    channel_name: 'Канал',
    url: 'Ссылка',
    subsCount: 'Подписчики',
    content_type: 'Категория',
    targetAudience: 'Аудитория',
    country: 'Страна',
    language: 'Язык',
    lastUploadAt: 'Последнее видео',
    hasContact: 'Контакт',
    email: 'Купленный адрес',
    channelId: 'Идентификатор канала',
  },
  outcomes: {
    found: 'Найден',
    chosen: 'Выбран',
    open: 'Пока не\u00a0выбран',
    unknown: 'Не\u00a0найден',
    log_in: 'Видео не\u00a0проверено: нужно войти',
    quota: 'Видео не\u00a0проверено: лимит запросов к\u00a0YouTube на\u00a0этот день исчерпан',
    unavailable: 'Видео не\u00a0проверено: YouTube не\u00a0ответил',
  },
  contacts: { yours: 'Ваш', known: 'Есть', unknown: 'Нет' },
} as const satisfies Texts<typeof en>
