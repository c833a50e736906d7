import type { yookassa as enYookassa } from '../en/yookassa.ts'
import type { Texts } from '../messages.ts'

export const yookassa = {
  title: 'Оплата',
  pay: (amount) => `Заплатить ${amount}`,
  notice: 'Деньги здесь не списываются: платёжный сервис не настроен.',
  number: 'Номер карты',
  expiry: 'Действует до',
  csc: 'Код с оборота',
  close: 'Уйти без оплаты',
  expire: 'Дождаться конца срока',
  cards: 'Тестовые карты',
  outcomes: {
    paid: 'оплата проходит',
    '3d_secure_failed': 'банк не подтверждает',
    card_expired: 'срок действия истёк',
    fraud_suspected: 'подозрение на мошенничество',
    general_decline: 'отказ без причины',
    insufficient_funds: 'не хватает денег',
    invalid_card_number: 'неверный номер',
    invalid_csc: 'неверный код с оборота',
  },
  unknownCard: 'Здесь работают только тестовые карты из списка ниже.',
  done: 'Этот платёж завершён.',
  cabinet: 'В кабинете магазина',
  refundAmount: 'Сумма, ₽',
  refund: 'Вернуть вручную',
  noRefund: 'Столько вернуть нельзя.',
  back: 'Вернуться в магазин',
  missing: 'Такого платежа нет.',
} as const satisfies Texts<typeof enYookassa>
