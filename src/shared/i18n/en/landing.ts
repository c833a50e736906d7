/** The start page. */
export const landing = {
  title: 'Channelbook: contacts of video creators for advertisers',
  description:
    'Find video creators by name, topic, audience and size, and get the contact to buy advertising from them directly.',
  headline: 'Write to the creator, not to a contact form',
  lead: 'Search video channels by topic, audience and size. Open the business address of the one that fits, with its source and date.',
  toSearch: 'Find a channel',
  filtersTitle: 'Start from what you know',
  contentType: 'Content type',
  targetAudience: 'Target audience',
  games: 'Games',
  subscribers: 'Number of subs',
} as const
