import type { uses as en } from '../en/uses.ts'
import { plural, quoted, type Texts } from '../messages.ts'

export const uses = {
  balance: {
    bought: 'Не сгорают',
    today: 'Запас на сегодня',
    ofToday: (left, granted) => `${left} из ${granted}`,
    fullAgain: 'пополнится в 00:00\u00a0по Москве',
    failed: 'Не удалось загрузить подробности баланса.',
  },
  history: {
    title: 'История использований',
    empty: 'Пока пусто. Здесь появится ваше первое использование.',
    given: {
      welcome: 'Подарок за регистрацию',
      promocode: (code) => `Промокод ${code}`,
      grant: 'От службы поддержки',
      warranty: (channel) =>
        channel === ''
          ? 'Возвращённое использование'
          : `Возвращено использование: контакт канала ${quoted(channel)}`,
      package: (name) => `Пакет ${name}`.trim(),
      day: (first, last) => `Подписка с ${first} по ${last}`,
    },
    reveal: (channel) => `Контакт канала ${quoted(channel)}`,
    ofToday: 'из дневного запаса',
    refund: (name) => `Возврат денег за пакет ${name}`.trim(),
    failed: 'Не удалось загрузить историю',
    more: 'Показать предыдущие',
  },
  promocode: {
    title: 'Промокод',
    lead: 'Промокод добавляет использования, которые не сгорают.',
    open: 'Активировать промокод',
    panel: 'Введите промокод',
    label: 'Промокод',
    hint: 'Латинские буквы, цифры и дефис.',
    confirm: 'Активировать',
    activated: (count, written) =>
      `Добавлено: ${written}\u00a0${plural('ru', count, { one: 'использование', few: 'использования', many: 'использований' })}.`,
  },
} as const satisfies Texts<typeof en>
