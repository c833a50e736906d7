import type { channels as en } from '../en/channels.ts'
import { plural, quoted, type Texts } from '../messages.ts'

const videos = { one: 'видео', few: 'видео', many: 'видео' }

export const channels = {
  title: 'Канал',
  description: 'Что известно о канале, прежде чем открыть его контакт.',
  loading: 'Загружаем канал',
  visit: 'Открыть канал',
  videos: 'Видео',
  views: 'Просмотры',
  topics: 'В\u00a0названиях видео',
  findAbout: (word) => `Найти каналы на тему ${quoted(word)}`,
  topicsUnknown: 'Названия последних видео пока неизвестны.',
  asOf: (date) => `Данные YouTube на ${date}.`,
  imported: (date) => `Данные каталога на ${date}, с\u00a0YouTube пока не\u00a0сверены.`,
  history: {
    title: 'Подписчики',
    chartOf: (channel, from, to) => `Подписчики канала ${quoted(channel)}, ${from}\u00a0— ${to}.`,
    none: 'Истории пока нет',
    noneText: 'Мы сохраняем число подписчиков с\u00a0датой каждый раз, когда получаем его от\u00a0YouTube.',
    first: (date) => `Данные есть с\u00a0${date}`,
    sparse:
      'Точки\u00a0— дни по\u00a0московскому времени, за\u00a0которые есть данные YouTube; линия только соединяет их.',
  },
  uploads: {
    title: 'Видео за\u00a012\u00a0месяцев',
    unknown: 'Список видео ещё не загружен',
    unknownText: 'Посчитаем их, когда в\u00a0следующий раз получим данные этого канала от\u00a0YouTube.',
    count: (count, written) => `${written}\u00a0${plural('ru', count, videos)}`,
    atLeast: (count, written) => `${written}\u00a0${plural('ru', count, videos)} или больше`,
    notListed: 'нет данных',
    partial: (date, since) =>
      `Данные на\u00a0${date}, в\u00a0списке видео с\u00a0${since}. В\u00a0месяцах с\u00a0«+» или «?» их может быть больше.`,
    complete: (date) => `Все видео за\u00a0эти месяцы, данные на\u00a0${date}.`,
  },
  recent: {
    title: 'Последние видео',
    video: 'Видео',
    none: 'На\u00a0YouTube у\u00a0этого канала нет видео.',
    notOnPlatform: 'Страница этого канала на\u00a0YouTube нам неизвестна, поэтому показать его видео нельзя.',
    quota: 'Лимит запросов к\u00a0YouTube на\u00a0сегодня исчерпан',
    unavailable: 'YouTube не\u00a0отвечает',
    shownAsOf: (date) => `Показаны видео на ${date}.`,
    when: {
      quota: 'Запросить видео можно будет завтра.',
      unavailable: 'Попробуйте ещё раз через минуту.',
    },
    failed: 'Не удалось загрузить видео',
  },
  calculated: {
    title: 'Расчёт Channelbook',
    usualViews: 'Обычно просмотров',
    medianViews: 'Медиана просмотров',
    engagement: 'Лайков и\u00a0комментариев на 1\u00a0000 просмотров',
    method: (count, written) =>
      `По\u00a0показанным видео, которым не меньше недели (${written}\u00a0${plural('ru', count, videos)}): медианы и\u00a0просмотры средней половины. Это расчёт Channelbook, а\u00a0не данные YouTube.`,
  },
  gone: {
    title: 'Этого канала нет в\u00a0каталоге',
    text: 'Возможно, он удалён или в\u00a0ссылке ошибка. Найдите его по\u00a0названию.',
  },
  failed: 'Не удалось загрузить канал',
  failedText: 'Ничего не потеряно. Попробуйте ещё раз чуть позже.',
} as const satisfies Texts<typeof en>
