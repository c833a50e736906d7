/** Features that sponsors vote on, spelled as the API has them. */
export const FEATURES = ['Dead channels Filtration', 'Recommendation System'] as const

export type FeatureName = (typeof FEATURES)[number]
