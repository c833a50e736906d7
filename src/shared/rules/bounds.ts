/** How many results one page of a list holds. */
export const PAGE_LIMIT = { min: 1, max: 50, default: 20 } as const

/** Longest search text, in characters after trimming. */
export const SEARCH_TEXT_MAX = 200

/** Filter totals are counted up to this number, then reported as capped. */
export const TOTAL_CAP = 10_000

/** How many purchases are part of a person's data, newest first. */
export const SESSION_PURCHASES_MAX = 100

/** How many lines a list of seeds may have, and how long one may be. */
export const SEED_LINES_MAX = 200
export const SEED_LINE_MAX = 300
