/** The features that sponsors vote on, in the API's spelling. */
export const FEATURES = ['Dead channels Filtration', 'Recommendation System'] as const

export type FeatureName = (typeof FEATURES)[number]

/** Longest review, in characters after trimming. */
export const REVIEW_TEXT_MAX = 2_000

/** The range of a review's mark. */
export const REVIEW_MARK = { min: 1, max: 5 } as const
