/** How many results one page of a list holds. */
export const PAGE_LIMIT = { min: 1, max: 50, default: 20 } as const

/** Longest search text, in characters after trimming. */
export const SEARCH_TEXT_MAX = 200

/** Filter totals are counted up to this number and then said to be capped. */
export const TOTAL_CAP = 10_000

/** Digits of an e-mailed verification code. */
export const CODE_LENGTH = 6

/** Longest review, in characters after trimming. */
export const REVIEW_TEXT_MAX = 2_000

/** What a review can give. */
export const REVIEW_MARK = { min: 1, max: 5 } as const

/** How long a mailed code can be used. */
export const CODE_LIFE_SECONDS = 600

/** Wrong tries that a mailed code bears. */
export const CODE_TRIES = 5

/** Shortest time between two codes or links to one address. */
export const CODE_PAUSE_SECONDS = 60

/** How long a mailed link for a new password or for the end of an account is good. */
export const LINK_SECONDS = 30 * 60

/** How many purchases come with a person's data, newest first. */
export const SESSION_PURCHASES_MAX = 100
