import type { uses as en } from '../en/uses.ts'
import { plural, quoted, type Texts } from '../messages.ts'

export const uses = {
  balance: {
    bought: 'Не сгорают',
    today: 'Доступно сегодня',
    ofToday: (left, granted) => `${left} из ${granted}`,
    fullAgain: 'лимит обновится в\u00a000:00\u00a0по\u00a0Москве',
    failed: 'Не удалось загрузить подробности баланса.',
  },
  history: {
    title: 'История баланса',
    empty: 'Пока пусто. Здесь появится первое зачисление или списание.',
    given: {
      welcome: 'Подарок за регистрацию',
      promocode: (code) => `Промокод ${code}`,
      grant: 'От службы поддержки',
      warranty: (channel) =>
        channel === '' ? 'Возврат открытия' : `Возврат открытия: контакт канала ${quoted(channel)}`,
      package: (name) => `Пакет ${name}`.trim(),
      day: (first, last) => `Подписка с ${first} по ${last} по\u00a0московскому времени`,
    },
    reveal: (channel) => `Контакт канала ${quoted(channel)}`,
    ofToday: 'из\u00a0дневного лимита',
    refund: (name) => `Возврат денег за пакет ${name}`.trim(),
    taken: 'Изъято: начислено по ошибке',
    failed: 'Не удалось загрузить историю',
    more: 'Показать предыдущие',
  },
  promocode: {
    title: 'Промокод',
    lead: 'Промокод добавляет открытия, которые не\u00a0сгорают.',
    open: 'Активировать промокод',
    panel: 'Введите промокод',
    label: 'Промокод',
    hint: 'Латинские буквы, цифры и дефис.',
    unknown: 'Такого промокода нет: проверьте, как он написан.',
    confirm: 'Активировать',
    activated: (count, written) =>
      `Добавлено: ${written}\u00a0${plural('ru', count, { one: 'открытие', few: 'открытия', many: 'открытий' })}.`,
  },
} as const satisfies Texts<typeof en>
