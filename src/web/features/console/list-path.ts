import type { CommandOutput } from '#shared/api/commands.ts'
import { commandPath, sectionPath } from './sections.ts'

type List = CommandOutput<'today show'>['daily'][number]['list']

/** The address of a list that a figure sums up: that of its section, or the screen of its command. */
export function listPath({ command, input }: List, dates: Readonly<Record<string, string>> = {}): string {
  const given = {
    ...Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)])),
    ...dates,
  }
  const query = `?${new URLSearchParams(given)}`
  if (command === 'payments list') return sectionPath('payments') + query
  return command === 'users list' ? sectionPath('people') + query : commandPath(command, given)
}
