import type { reference as enReference } from '../en/reference.ts'
import type { Texts } from '../messages.ts'

export const reference = {
  title: 'Справочник API',
  description: 'Все вызовы API Channelbook: страница создаётся из тех же схем, которые проверяют запросы.',
  machineReadable: 'Для программ (OpenAPI 3.1)',
  rules: 'Правила для каждого вызова',
  contents: 'Содержание',
  who: { anyone: 'Для всех', person: 'После входа' },
  key: 'Ключ не нужен',
  parameters: 'Параметры',
  body: 'Тело',
  answer: 'Ответ',
  refusals: 'Отказы',
  schemas: 'Именованные схемы',
} as const satisfies Texts<typeof enReference>
