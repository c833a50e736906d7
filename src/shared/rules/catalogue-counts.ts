import { hardSpaces, NUMBER_LOCALES } from '../i18n/formats.ts'
import type { Language } from '../i18n/messages.ts'

/** The numbers that the start page names; null is not known. */
export interface Counts {
  /** Channels that the search shows. */
  readonly channels: number | null
  /** Those of them whose contact can be opened. */
  readonly contacts: number | null
  /** Uses that a new account gets. */
  readonly welcome: number | null
}

export const COUNT_NAMES = ['channels', 'contacts', 'welcome'] as const satisfies readonly (keyof Counts)[]

/** A count rounded down to two digits: it never overstates, and changes seldom. */
export function roundDown(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1)
  return Math.floor(count / unit) * unit
}

/** A count as the start page writes it: in full below a million, e.g. `14,000`, then `1.2M`. Nothing to say of 0 is empty. */
export function writeCount(count: number | null, language: Language): string {
  if (count === null || count === 0) return ''
  const notation = count < 1_000_000 ? 'standard' : 'compact'
  return hardSpaces(new Intl.NumberFormat(NUMBER_LOCALES[language], { notation }).format(count))
}
