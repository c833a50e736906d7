/** The features that sponsors vote on, in the API's spelling. */
export const FEATURES = ['Dead channels Filtration', 'Recommendation System'] as const

export type FeatureName = (typeof FEATURES)[number]
