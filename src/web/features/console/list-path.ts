import type { CommandOutput } from '#shared/api/commands.ts'

type List = CommandOutput<'today show'>['daily'][number]['list']

/** Lists with a page of their own; all others are shown by the screen of their command. */
const PAGES: Readonly<Record<string, string>> = {
  'payments list': '/operator/payments',
  'users list': '/operator/people',
}

/** The address of a list that a figure sums up. */
export function listPath({ command, input }: List, dates: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams({ ...dates })
  for (const [name, value] of Object.entries(input)) search.set(name, String(value))
  return `${PAGES[command] ?? commandPath(command)}?${search}`
}

/** The screen of a command. */
export function commandPath(command: string, given: Readonly<Record<string, string>> = {}): string {
  const path = `/operator/${command.replace(' ', '/')}`
  const search = new URLSearchParams(given).toString()
  return search === '' ? path : `${path}?${search}`
}
