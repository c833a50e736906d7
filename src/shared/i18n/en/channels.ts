import { plural } from '../messages.ts'

/** The page of a channel. */
export const channels = {
  title: 'Channel',
  description: 'What is known about this channel before you open its contact.',
  loading: 'Loading the channel',
  visit: 'Open the channel',
  videos: 'Videos',
  views: 'Views',
  topics: 'In recent titles',
  findAbout: (word: string) => `Find channels about “${word}”`,
  topicsUnknown: 'The titles of its recent videos are not known yet.',
  asOf: (date: string) => `Figures from YouTube as of ${date}.`,
  imported: (date: string) => `Not checked with the platform; in the catalogue as of ${date}.`,
  checked: (date: string) => `Checked on ${date}.`,
  history: {
    title: 'Subscribers',
    chartOf: (channel: string, from: string, to: string) => `Subscribers of ${channel}, ${from} to ${to}.`,
    none: 'No history yet',
    noneText: 'Each time we ask the platform, the number of subscribers is kept here with its date.',
    first: (date: string) => `The first number is of ${date}`,
    sparse: 'Each dot is a day on which we asked the platform; a line joins them.',
  },
  uploads: {
    title: 'Uploads in 12 months',
    unknown: 'Uploads have not been listed yet',
    unknownText: 'They are counted when the platform is next asked about this channel.',
    count: (count: number, written: string) =>
      `${written} ${plural('en', count, { one: 'video', other: 'videos' })}`,
    atLeast: (count: number, written: string) =>
      `${written} ${plural('en', count, { one: 'video', other: 'videos' })} or more`,
    notListed: 'not listed',
    partial: (date: string, since: string) =>
      `As of ${date}, listed back to ${since}. Months with “+” or “?” may have more.`,
    complete: (date: string) => `All uploads of these months as of ${date}.`,
  },
  recent: {
    title: 'Latest videos',
    video: 'Video',
    none: 'The platform lists no videos of this channel.',
    notOnPlatform: 'We do not know this channel’s page on the platform, so its videos cannot be listed.',
    quota: 'Today’s limit of requests to the platform is used up',
    unavailable: 'The platform does not answer',
    shownAsOf: (date: string) => `You see the videos as of ${date}.`,
    when: {
      quota: 'The videos can be requested again tomorrow.',
      unavailable: 'Try again in a minute.',
    },
    failed: 'The videos could not be loaded',
  },
  calculated: {
    title: 'Calculated by Channelbook',
    medianViews: 'Median views',
    engagement: 'Likes and comments per 1,000 views',
    method: (count: number, written: string) =>
      `Medians of ${written} listed ${plural('en', count, { one: 'video', other: 'videos' })} at least a week old. Channelbook works them out; they are not YouTube’s figures.`,
  },
  gone: {
    title: 'This channel is not in the catalogue',
    text: 'It may have been removed, or the address may be mistyped. Search for it by name.',
  },
  failed: 'The channel could not be loaded',
  failedText: 'Nothing is lost. Try again in a moment.',
} as const
