/** The page of a channel. */
export const channels = {
  title: 'Channel',
  description: 'What is known about this channel before you open its contact.',
} as const
