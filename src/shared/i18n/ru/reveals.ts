import type { reveals as en } from '../en/reveals.ts'
import type { Texts } from '../messages.ts'

export const reveals = {
  getData: 'получить контакт',
  done: 'Готово',
  failed: 'Не получилось',
  loading: 'Получаем контакт',
  transferError: 'Ошибка передачи данных',
  noUses: 'Нет использований',
  getUses: 'Выбрать пакет',
  alreadyBought: 'Вы уже купили эти данные',
  logInFirst: 'Сначала войдите',
  cost: 'Контакт стоит 1 использование, один раз и навсегда.',
  owned: 'Этот контакт уже ваш и больше ничего не стоит.',
  uses: (written) => `Осталось использований: ${written}`,
  contact: 'Контакт',
  copyContact: 'Скопировать адрес',
  contactCopied: 'Адрес скопирован',
  copyFailed: 'Браузер не разрешает копировать. Выделите адрес и скопируйте его сами.',
  source: 'Источник',
  sourceKinds: {
    website: 'сайт',
    creator: 'сам автор',
    channel: 'страница канала',
    social: 'социальная сеть',
    directory: 'открытый каталог',
    agency: 'агентство',
    manual: 'найден вручную',
    import: 'загруженный список',
  },
  seen: (date) => `проверено ${date}`,
  toPurchases: 'Он сохранён в ваших покупках',
} as const satisfies Texts<typeof en>
