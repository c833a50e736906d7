/** How many searches a holder may save. */
export const SEARCHES_MAX = 50

/** Longest name, in characters. */
export const SEARCH_NAME_MAX = 80

/** New channels of a search are counted up to this number. */
export const NEW_MAX = 1_000

/** How often the person who saved a search is mailed what is new in it. */
export const FREQUENCIES = ['never', 'day', 'week'] as const

export type Frequency = (typeof FREQUENCIES)[number]
