import type { reference as enReference } from '../en/reference.ts'
import type { Texts } from '../messages.ts'

export const reference = {
  title: 'Справочник API',
  description: 'Все вызовы API Channelbook: страница создаётся из тех же схем, которые проверяют запросы.',
  machineReadable: 'Для программ (OpenAPI 3.1)',
  rules: 'Правила для каждого вызова',
  contents: 'Содержание',
  who: {
    anyone: 'Для всех',
    user: 'После входа',
    sponsor: 'После входа, для спонсоров',
    provider: 'Для платёжного провайдера. Без ключа и сессии',
  },
  key: 'Ключ не нужен',
  session: {
    restored: 'Истёкшая сессия здесь считается отсутствующей',
    'best-effort': 'Пока основная база недоступна, все обслуживаются как гости',
  },
  owner: (field) => `Поле ${field} — номер владельца сессии: с чужим номером вызов отклоняется`,
  changesNothing: 'Ничего не меняет: токен CSRF не нужен',
  limits: 'Ограничения',
  limit: (calls, time, per) => `${calls} за ${time} ${per}`,
  furtherLimits: 'Ограничения, которые считаются по ходу вызова',
  per: {
    network: 'на сеть',
    visitor: 'на сеть, без сессии',
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
