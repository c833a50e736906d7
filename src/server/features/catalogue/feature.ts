import type { Feature } from '#server/feature.ts'

/** What a channel is, how two become one, their pictures; with the search tables that follow every change of them. */
export const catalogue = {
  name: 'catalogue',
  tables: [
    'channel',
    'contact',
    'search_entry',
    'search_order',
    'search_word',
    'search_typo',
    'search_combination',
  ],
} as const satisfies Feature<'catalogue'>
