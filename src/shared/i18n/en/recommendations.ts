/** Recommended and similar channels. */
export const recommendations = {
  title: 'For you',
  description: 'Channels like those that you have bought.',
} as const
