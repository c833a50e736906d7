/** How far a buyer has got with a bought contact; `bad`: emails to the address do not arrive. */
export const PURCHASE_STATUSES = ['new', 'written', 'answered', 'agreed', 'bad'] as const

export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number]

/** Longest note on a purchase, in characters. */
export const PURCHASE_NOTE_MAX = 200

/** A note as it is stored: one line, without control characters. */
export function cleanNote(note: string): string {
  return note.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** The columns of a file of purchases, in the order of the whole file; named as in a purchase record. */
export const EXPORT_COLUMNS = [
  'channel_name',
  'email',
  'status',
  'note',
  'source',
  'lastSeenAt',
  'boughtAt',
  'withheld',
  'url',
  'channelId',
] as const

export type ExportColumn = (typeof EXPORT_COLUMNS)[number]

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const

export type ExportFormat = (typeof EXPORT_FORMATS)[number]
