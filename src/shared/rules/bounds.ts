/** How many results one page of a list holds. */
export const PAGE_LIMIT = { min: 1, max: 50, default: 20 } as const

/** Longest search text, in characters after trimming. */
export const SEARCH_TEXT_MAX = 200

/** Filter totals are counted up to this number, then reported as capped. */
export const TOTAL_CAP = 10_000

/** Digits of a mailed verification code. */
export const CODE_LENGTH = 6

/** Longest review, in characters after trimming. */
export const REVIEW_TEXT_MAX = 2_000

/** The range of a review's mark. */
export const REVIEW_MARK = { min: 1, max: 5 } as const

/** How long a mailed code is valid. */
export const CODE_LIFE_SECONDS = 600

/** How many wrong attempts a mailed code allows. */
export const CODE_TRIES = 5

/** The minimum time between two codes or links to one address. */
export const CODE_PAUSE_SECONDS = 60

/** How long a mailed link for a new password or for deletion is valid. */
export const LINK_SECONDS = 30 * 60

/** How many purchases are part of a person's data, newest first. */
export const SESSION_PURCHASES_MAX = 100
