import type { reference as enReference } from '../en/reference.ts'
import type { Texts } from '../messages.ts'

export const reference = {
  title: 'Справочник API',
  description: 'Все вызовы API Channelbook: страница создаётся из тех же схем, которые проверяют запросы.',
  guide: 'Руководство с примерами (на английском)',
  machineReadable: 'Для программ (OpenAPI 3.1)',
  rules: 'Правила для каждого вызова',
  contents: 'Содержание',
  who: {
    anyone: 'Для всех',
    user: 'После входа',
    sponsor: 'После входа, для спонсоров',
    provider: 'Для платёжного провайдера. Без ключа и сеанса',
  },
  key: 'Ключ не нужен',
  session: {
    restored: 'Истёкший сеанс здесь считается отсутствующим',
    'best-effort': 'Пока основная база недоступна, все обслуживаются как гости',
  },
  owner: (field) => `Поле ${field}\u00a0— номер владельца сеанса: с чужим номером вызов отклоняется`,
  changesNothing: 'Ничего не меняет: токен CSRF не нужен',
  limits: 'Ограничения',
  limit: (calls, time, per) => `${calls} за ${time} ${per}`,
  furtherLimits: 'Ограничения, которые считаются по ходу вызова',
  per: {
    network: 'на сеть',
    visitor: 'на сеть, без сеанса',
    person: 'на человека',
    address: 'на адрес почты',
    browser: 'на знакомый браузер',
    payment: 'на платёж',
    block: 'на блок адресов',
    domain: 'на домен',
  },
  parameters: 'Параметры',
  body: 'Тело',
  answer: 'Ответ',
  refusals: 'Отказы',
  schemas: 'Именованные схемы',
} as const satisfies Texts<typeof enReference>
