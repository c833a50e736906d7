/** The columns of a file of cards, in the order of the whole file; named as in a purchase record, the rest as on a card. */
export const EXPORT_COLUMNS = [
  'channel_name',
  'email',
  'status',
  'note',
  'tags',
  'nextStepOn',
  'price',
  'currency',
  'owner',
  'subsCount',
  'content_type',
  'country',
  'language',
  'source',
  'lastSeenAt',
  'boughtAt',
  'withheld',
  'addedAt',
  'url',
  'channelId',
  'version',
] as const

export type ExportColumn = (typeof EXPORT_COLUMNS)[number]

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const

export type ExportFormat = (typeof EXPORT_FORMATS)[number]
