import type * as en from '../en/local.ts'
import type { Texts } from '../messages.ts'

export const identity = {
  button: 'Войти через Google',
  title: 'Выберите аккаунт',
  google: 'Эта страница заменяет Google на вашем компьютере: здесь можно войти с любым адресом.',
  issuer:
    'Эта страница заменяет вход через организацию на вашем компьютере: здесь можно войти с любым адресом.',
  another: 'Другой аккаунт',
  email: 'Электронная почта',
  name: 'Имя',
  groups: 'Группы через запятую',
  continue: 'Продолжить',
  cancel: 'Отмена',
  failing: 'Аккаунты, которым откажут',
  done: 'Вы вошли. Это окно можно закрыть.',
} as const satisfies Texts<typeof en.identity>

export const inbox = {
  title: 'Локальный почтовый ящик',
  explanation:
    'Почтовый сервер не настроен, поэтому все письма приходят сюда и никуда больше не отправляются.',
  demo: 'Это демонстрация: письма не отправляются, а хранятся здесь до ночи. Введите адрес, чтобы увидеть письма на него. Это может сделать каждый, поэтому не\u00a0указывайте настоящий адрес.',
  to: 'Кому',
  show: 'Показать',
  lookAgain: 'Проверить снова',
  received: 'Получено',
  preview: 'Как письмо выглядит в почтовой программе',
  empty: 'Писем пока нет. Страница обновляется каждые несколько секунд.',
} as const satisfies Texts<typeof en.inbox>

export const yookassa = {
  title: 'Оплата',
  pay: (amount) => `Оплатить ${amount}`,
  notice: 'Деньги здесь не списываются: платёжный сервис не настроен.',
  number: 'Номер карты',
  expiry: 'Действует до',
  csc: 'Код с оборота',
  close: 'Уйти без оплаты',
  expire: 'Дождаться, пока истечёт срок оплаты',
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
  refund: 'Вернуть деньги',
  noRefund: 'Столько вернуть нельзя.',
  back: 'Вернуться в магазин',
  missing: 'Такого платежа нет.',
} as const satisfies Texts<typeof en.yookassa>

/** The line of a demonstration, on every page. */
export const demo = {
  label: 'Демонстрация',
  line: 'Это демонстрация: каналы вымышлены, деньги не списываются, а каждую ночь всё удаляется. Не вводите настоящие данные.',
  enter: 'Посмотреть как покупатель',
  mail: 'Письма',
} as const satisfies Texts<typeof en.demo>
