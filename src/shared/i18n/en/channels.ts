import { plural } from '../messages.ts'

/** The page of a channel. */
export const channels = {
  title: 'Channel',
  description: 'What is known about this channel before you open its contact.',
  loading: 'Loading the channel',
  visit: 'Open the channel',
  videos: 'Videos',
  views: 'Views',
  topics: 'In recent video titles',
  findAbout: (word: string) => `Find channels about “${word}”`,
  topicsUnknown: 'We do not know its recent video titles yet.',
  asOf: (date: string) => `Numbers from YouTube as of ${date}.`,
  imported: (date: string) => `Not checked with YouTube; in the catalogue as of ${date}.`,
  history: {
    title: 'Subscribers',
    chartOf: (channel: string, from: string, to: string) => `Subscribers of ${channel}, ${from} to ${to}.`,
    none: 'No history yet',
    noneText: 'We record the subscriber count each time we check YouTube.',
    first: (date: string) => `First recorded on ${date}`,
    sparse: 'Each dot is a day, Moscow time, on which we checked YouTube; a line joins the dots.',
  },
  uploads: {
    title: 'Uploads in 12 months',
    unknown: 'Uploads have not been listed yet',
    unknownText: 'We count them the next time we check this channel on YouTube.',
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
    none: 'YouTube lists no videos of this channel.',
    notOnPlatform: 'We do not know this channel’s YouTube page, so its videos cannot be listed.',
    quota: 'Today’s limit of requests to YouTube is used up',
    unavailable: 'YouTube does not respond',
    shownAsOf: (date: string) => `You see the videos as of ${date}.`,
    when: {
      quota: 'Try again tomorrow.',
      unavailable: 'Try again in a minute.',
    },
    failed: 'The videos could not be loaded',
  },
  calculated: {
    title: 'Calculated by Channelbook',
    usualViews: 'Usual views',
    medianViews: 'Median views',
    engagement: 'Likes and comments per 1,000 views',
    method: (count: number, written: string) =>
      `Of ${written} listed ${plural('en', count, { one: 'video', other: 'videos' })} at least a week old: medians, and the views of the middle half. Calculated by Channelbook, not by YouTube.`,
  },
  gone: {
    title: 'This channel is not in the catalogue',
    text: 'It may have been removed, or the link may be wrong. Search for the channel by name.',
  },
  failed: 'The channel could not be loaded',
  failedText: 'Nothing is lost. Try again in a moment.',
} as const
