/** The most channels in one quote. */
export const QUOTE_MAX = 200

/** How long a quote can be started, in minutes. */
export const QUOTE_MINUTES = 10

/** What becomes of a line of a bulk reveal. Stored, so a name never changes. */
export const BULK_RESULTS = [
  'revealed',
  'already',
  'no_contact',
  'withheld',
  'not_found',
  'no_uses',
  'over_budget',
  'not_allowed',
  'changed',
  'failed',
  'stopped',
] as const

export type BulkResult = (typeof BULK_RESULTS)[number]
