import type { purchases as en } from '../en/purchases.ts'
import { plural, type Texts } from '../messages.ts'

const contacts = { one: 'контакт', few: 'контакта', many: 'контактов' }
const fitting = { one: 'контакт подходит', few: 'контакта подходят', many: 'контактов подходят' }

export const purchases = {
  title: 'Покупки',
  description: 'Контакты авторов видео, которые вы купили.',
  emptyTitle: 'Здесь будут ваши покупки',
  emptyText: 'Найдите канал, нажмите «получить контакт», и он останется на этой странице.',
  visitorText: 'Покупки хранятся в аккаунте.',
  total: (count, written) => `${written} ${plural('ru', count, contacts)}`,
  found: (count, written) => `${written} ${plural('ru', count, fitting)}`,
  bought: (date) => `Куплено ${date}`,
  copy: (channel) => `Скопировать адрес канала «${channel}»`,
  withheld: {
    objection: 'Владелец адреса попросил его не показывать. Адрес скрыт.',
    gone: 'Адрес этого канала больше не известен.',
  },
  remove: (channel) => `Удалить «${channel}» из покупок`,
  askTitle: (channel) => `Удалить «${channel}»?`,
  askText: 'Адрес этого канала скрыт, поэтому вернуть запись не получится.',
  askRemove: 'Удалить',
  askKeep: 'Оставить',
  removed: (channel) => `«${channel}» удалён`,
  removeFailed: (channel) => `«${channel}» не удалось удалить. Попробуйте ещё раз.`,
  undo: 'Вернуть',
  undone: (channel) => `«${channel}» снова в списке`,
  undoFailed: 'Вернуть не удалось. Повторно получить этот контакт можно бесплатно.',
  search: 'Поиск в покупках',
  searchPlaceholder: 'Название или адрес',
  sorts: { newest: 'Сначала новые', oldest: 'Сначала старые', name: 'По названию' },
  nothingFits: 'Ничего не подошло',
  nothingFitsText: 'Ищите по части названия или адреса.',
  loadingAll: (loaded, total) => `Загружено ${loaded} из ${total}`,
  errorTitle: 'Не удалось загрузить покупки',
  errorText: 'Ничего не потеряно. Попробуйте ещё раз чуть позже.',
  staleText: 'Показаны покупки, какими они были известны в последний раз.',
} as const satisfies Texts<typeof en>
