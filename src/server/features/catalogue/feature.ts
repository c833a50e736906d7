import type { Feature } from '#server/feature.ts'
import { operatedInvariants } from './known-channels.sql.ts'

/** Channels, their contacts and pictures, the merging of two channels, and the search tables that follow every change. */
export const catalogue = {
  name: 'catalogue',
  tables: [
    'channel',
    'channel_day',
    'contact',
    'search_entry',
    'search_order',
    'search_word',
    'search_typo',
    'search_combination',
    'search_beginning',
  ],
  invariants: operatedInvariants,
  commands: ['channels'],
} as const satisfies Feature<'catalogue'>
