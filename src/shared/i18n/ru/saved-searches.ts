import type { savedSearches as en } from '../en/saved-searches.ts'
import { plural, quoted, type Texts } from '../messages.ts'

export const savedSearches: Texts<typeof en> = {
  title: 'Сохранённые поиски',
  save: 'Сохранить поиск',
  saveLead:
    'Он появится на\u00a0странице поиска. Рядом будет видно, сколько каналов добавилось в\u00a0каталог после вашего прошлого визита.',
  name: 'Название',
  frequency: 'Письма о новых каналах',
  frequencies: { never: 'Не присылать', day: 'Раз в день', week: 'Раз в неделю' },
  mailed: { day: 'письмо раз в\u00a0день', week: 'письмо раз в\u00a0неделю' },
  frequencyHint: 'Одно письмо обо всех сохранённых поисках и\u00a0только если есть новое.',
  othersHint: 'Письма приходят коллеге, который сохранил этот поиск: он и решает, как часто.',
  confirm: 'Сохранить',
  saved: (name) => `Поиск ${quoted(name)} сохранён`,
  isSaved: (name) => `Сохранён как ${quoted(name)}`,
  saveFailed: 'Поиск не\u00a0сохранён',
  edit: (name) => `Изменить ${quoted(name)}`,
  editTitle: 'Сохранённый поиск',
  changed: 'Изменено',
  changeFailed: 'Сохранённый поиск не\u00a0изменён',
  remove: 'Удалить',
  removed: (name) => `Поиск ${quoted(name)} удалён`,
  removeFailed: 'Сохранённый поиск не\u00a0удалён',
  fresh: (count, written) =>
    `${written}\u00a0${plural('ru', count, { one: 'новый', few: 'новых', many: 'новых' })}`,
  freshIn: (name) => `Новое в\u00a0поиске ${quoted(name)}`,
  nothingNew: 'Пока ничего нового',
  nothingNewText:
    'Здесь появятся каналы, которые добавят в\u00a0каталог и\u00a0которые подходят под этот поиск.',
  showAll: 'Показать все каналы этого поиска',
  loadFailed: 'Не\u00a0удалось загрузить сохранённые поиски',
  mark: (count, written) =>
    `${written}\u00a0${plural('ru', count, { one: 'новый канал', few: 'новых канала', many: 'новых каналов' })} в\u00a0сохранённых поисках`,
  stop: {
    title: 'Письма о новых каналах',
    question: 'Больше не присылать эти письма?',
    lead: 'Писем о\u00a0новых каналах в\u00a0сохранённых поисках больше не\u00a0будет. Сами поиски останутся.',
    confirm: 'Больше не присылать',
    failed: 'Не\u00a0удалось отключить письма',
    done: 'Писем больше не\u00a0будет',
    doneText: 'Включить их снова можно рядом с\u00a0каждым сохранённым поиском.',
    dead: 'Эта ссылка не\u00a0работает',
    deadText:
      'Скопируйте ссылку из\u00a0письма целиком или отключите письма рядом с\u00a0каждым сохранённым поиском.',
  },
}
