import type { seeds as en } from '../en/seeds.ts'
import { plural, quoted, type Texts } from '../messages.ts'

const lines = { one: 'строка', few: 'строки', many: 'строк' }

export const seeds = {
  title: 'Каналы по\u00a0списку',
  description:
    'Вставьте названия, имена с\u00a0@ или адреса каналов и\u00a0видео и\u00a0узнайте, какие каналы есть в\u00a0каталоге.',
  lead: 'Вставьте до\u00a0200 строк: названия, имена с\u00a0@, адреса каналов или видео\u00a0— по\u00a0одному в\u00a0строке.',
  field: 'Ваш список',
  placeholder: 'Северная мастерская\n@мастерская',
  lines: (_, written, most) => `Строк: ${written} из\u00a0${most}`,
  tooMany: (count, written, most) =>
    `В\u00a0списке ${written}\u00a0${plural('ru', count, lines)}, а\u00a0за\u00a0раз можно найти до\u00a0${most}.`,
  empty: 'Вставьте хотя бы одну строку',
  lookUp: 'Найти каналы',
  clear: 'Очистить',
  results: 'Ваш список',
  total: (found, all) => `Строки с\u00a0каналом: ${found} из\u00a0${all}`,
  open: (count, written) =>
    `${written}\u00a0${plural('ru', count, {
      one: 'строка подходит нескольким каналам: выберите нужный.',
      few: 'строки подходят нескольким каналам: выберите нужные.',
      many: 'строк подходят нескольким каналам: выберите нужные.',
    })}`,
  show: 'Показать',
  states: { all: 'Все', found: 'Найдены', ambiguous: 'Подходят несколько', unknown: 'Не\u00a0найдены' },
  noneShown: 'Таких строк в\u00a0списке нет',
  showAll: 'Показать все',
  choose: (line) => `Какой это канал: ${quoted(line)}?`,
  several: (count, written) =>
    `Выберите из\u00a0${written}\u00a0${plural('ru', count, { one: 'канала', few: 'каналов', many: 'каналов' })}`,
  unknown: 'Нет в\u00a0каталоге.',
  search: 'Искать',
  problems: {
    log_in: 'Это видео: войдите, чтобы узнать его канал.',
    quota: 'Это видео: запросы к\u00a0платформе на\u00a0сегодня закончились. Попробуйте завтра.',
    unavailable: 'Это видео: платформа сейчас не\u00a0отвечает. Попробуйте позже.',
  },
  videosNeedLogIn: (count) =>
    plural('ru', count, {
      one: 'В\u00a0списке есть видео. О\u00a0видео мы спрашиваем платформу для тех, у\u00a0кого есть аккаунт.',
      many: 'В\u00a0списке есть видео. О\u00a0видео мы спрашиваем платформу для тех, у\u00a0кого есть аккаунт.',
    }),
  saveAs: (format) => `Сохранить список в\u00a0${format}`,
  saveHint: 'Показанные строки и\u00a0их каналы. Из\u00a0контактов\u00a0— только купленные вами.',
  links: 'Страница канала и\u00a0похожие каналы',
  emptyTitle: 'Ваш список, строка за\u00a0строкой',
  emptyText:
    'Для каждой строки найдётся канал или несколько похожих, или канала нет в\u00a0каталоге. Потом сравните, выберите и\u00a0сохраните.',
  errorTitle: 'Не\u00a0удалось найти каналы по\u00a0списку',
  errorText: 'Список сохранён в\u00a0этой вкладке. Попробуйте ещё раз чуть позже.',
  columns: {
    line: 'Ваша строка',
    channel_name: 'Канал',
    url: 'Ссылка',
    subsCount: 'Подписчики',
    content_type: 'Тематика',
    targetAudience: 'Аудитория',
    country: 'Страна',
    language: 'Язык',
    lastUploadAt: 'Последнее видео',
    hasContact: 'Контакт',
    email: 'Купленный адрес',
    channelId: 'Номер канала',
  },
  contacts: { yours: 'Ваш', known: 'Есть', unknown: 'Пока нет' },
} as const satisfies Texts<typeof en>
