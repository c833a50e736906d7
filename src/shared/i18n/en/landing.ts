import { plural } from '../messages.ts'

/** The start page. */
export const landing = {
  title: 'Channelbook: contacts of video creators for advertisers',
  description:
    'Find video creators by name, topic, audience and size, and get the contact to buy advertising from them directly.',
  headline: 'The right channels for your advertising',
  words: ['Familiar', 'Niche', 'Right', 'Targeted', 'Trusted', 'Authentic'],
  headlineRest: 'channels for your advertising',
  pause: 'Stop the headline',
  play: 'Let the headline go on',
  lead: 'Search video channels by topic, audience and size. Open the business address of the one that fits, with its source and date.',
  toSearch: 'Find a channel',
  toFilters: 'Or choose by filters',
  filtersTitle: 'Start from what you know',
  contentType: 'Content type',
  targetAudience: 'Target audience',
  games: 'Games',
  subscribers: 'Number of subs',
  packagesTitle: 'One use, one contact',
  packagesText:
    'You pay for the contacts that you open. A contact that you have opened stays yours and never costs again.',
  packages: {
    Light: 'A handful of channels, to try it out. Delivered at once.',
    Medium: 'A campaign of medium size. Delivered at once.',
    Big: 'A long list for a large campaign. Delivered at once.',
    Business: 'For daily work: full again at 00:00 Moscow time, for 30 days.',
  },
  uses: (count: number) => plural('en', count, { one: 'use', other: 'uses' }),
  usesADay: (count: number) => plural('en', count, { one: 'use a day', other: 'uses a day' }),
  toPackage: (name: string) => `Choose ${name}`,
  demoTitle: 'See what an advertisement brings',
  demoText:
    'Once you have the contact of a channel, you can follow its videos: how many people watched and liked them, day by day.',
  demoTab: 'Example',
  demoVideo: 'A video with your advertisement',
  demoNote: 'Made-up figures that show how it looks.',
  views: 'Views',
  likes: 'Likes',
  day: (day: string) => `Day ${day}`,
  chart: (figure: string, days: string, total: string) => `${figure} in ${days} days, up to ${total}`,
  toStatistics: 'Video statistics',
} as const
