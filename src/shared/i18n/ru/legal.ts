import type { legal as en } from '../en/legal.ts'
import type { Texts } from '../messages.ts'

export const legal = {
  tab: (date) => `Версия от ${date}`,
  inForce: 'Эта версия действует.',
  replaced: 'Прежняя версия. Она больше не действует и сохранена для справки.',
  toCurrent: 'Открыть действующую версию',
  contents: 'Содержание',
  versions: 'Версии',
  versionsText: 'Каждая действовавшая версия остаётся доступной по своему адресу.',
  current: (date) => `${date}, действует`,
} as const satisfies Texts<typeof en>
