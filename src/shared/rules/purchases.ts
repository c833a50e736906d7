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
