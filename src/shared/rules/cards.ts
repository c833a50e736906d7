import { cleanText } from './clean-text.ts'

/** How far a channel has got in its holder's hands, in order; the last two end it. */
export const STAGES = [
  'found',
  'contacted',
  'replied',
  'negotiating',
  'booked',
  'published',
  'declined',
  'never',
] as const

export type Stage = (typeof STAGES)[number]

/** The currencies of agreed prices, ISO 4217. */
export const CURRENCIES = ['RUB', 'USD', 'EUR', 'GBP', 'KZT', 'BYN', 'AMD', 'GEL', 'TRY', 'INR'] as const

export type Currency = (typeof CURRENCIES)[number]

/** Most of each: lists and cards of a holder, tags of a card and of all of a holder's cards. */
export const LISTS_MAX = 100
export const CARDS_MAX = 10_000
export const TAGS_OF_CARD_MAX = 20
export const TAGS_MAX = 200

/** How many channels one call changes. */
export const BULK_MAX = 500

/** Longest texts, in characters. */
export const NOTE_MAX = 4_000
export const LIST_NAME_MAX = 80
export const TAG_MAX = 40

/** Highest price, in whole units of its currency. */
export const PRICE_MAX = 1_000_000_000

/** A page of cards: a table loads all of them in a few. */
export const CARD_PAGE = { min: 1, max: 1_000, default: 100 } as const

/** A file that is read back: rows with that of the names, cells of a row, bytes of the call. */
export const FILE_ROWS_MAX = CARDS_MAX + 1
export const FILE_COLUMNS_MAX = 100

/** Longest cell of a file, in characters; one that is too long for its column is told of, not refused. */
export const CELL_MAX = 10_000
export const FILE_BYTES_MAX = 6_000_000

/** Why a row of a file is skipped. */
export const FILE_REASONS = [
  'unknown_channel',
  'duplicate',
  'unknown_stage',
  'bad_price',
  'bad_date',
  'bad_tags',
  'long_note',
  'changed_meanwhile',
  'nothing_noted',
] as const

export type FileReason = (typeof FILE_REASONS)[number]

/** A note as it is stored: lines without control characters. */
export function cleanNote(note: string): string {
  return note
    .split(/\r\n?|\n/)
    .map(cleanText)
    .join('\n')
    .trim()
}

/** What is written in a card's history. */
export const CARD_EVENTS = [
  'stage',
  'note',
  'tags',
  'next_step',
  'price',
  'owner',
  'revealed',
  'exported',
] as const
