import type { Language } from '../i18n/messages.ts'

/** The numbers that the start page names; null is not known. */
export interface Figures {
  /** Channels that the search shows. */
  readonly channels: number | null
  /** Those of them whose contact can be opened. */
  readonly contacts: number | null
  /** Uses that a new account gets. */
  readonly welcome: number | null
}

export const FIGURE_NAMES = ['channels', 'contacts', 'welcome'] as const satisfies readonly (keyof Figures)[]

/** A count rounded down to two digits: it never overstates, and changes seldom. */
export function roundDown(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1)
  return Math.floor(count / unit) * unit
}

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', ru: 'ru-RU' }

/** A figure as the start page writes it: in full below a million, e.g. `14,000`, then `1.2M`. Nothing to say of 0 is empty. */
export function writeFigure(figure: number | null, language: Language): string {
  if (figure === null || figure === 0) return ''
  const notation = figure < 1_000_000 ? 'standard' : 'compact'
  // Built pages must not depend on which space is used.
  return new Intl.NumberFormat(LOCALES[language], { notation }).format(figure).replace(/\s/gu, '\u00a0')
}
