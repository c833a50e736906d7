import type { Language } from '#shared/i18n/messages.ts'

/** How the product is viewed: language, window width in px, theme, and whether the browser translates the pages. */
export interface Look {
  readonly language: Language
  readonly width: 390 | 768 | 1440
  readonly theme: 'light' | 'dark'
  readonly isTranslated?: true
}

/** Covers every pair of language and width, theme and language, theme and width. */
export const LOOKS = {
  phoneEnglish: { language: 'en', width: 390, theme: 'light' },
  phoneRussian: { language: 'ru', width: 390, theme: 'dark', isTranslated: true },
  tabletEnglish: { language: 'en', width: 768, theme: 'dark' },
  tabletRussian: { language: 'ru', width: 768, theme: 'light' },
  laptopEnglish: { language: 'en', width: 1440, theme: 'light' },
  laptopRussian: { language: 'ru', width: 1440, theme: 'dark' },
} as const satisfies Record<string, Look>
