import { plural } from '../messages.ts'

/** A list of names and links, looked up line by line. */
export const seeds = {
  title: 'Paste a list',
  description:
    'Paste names, handles, or links to channels and videos, and see which channels are in the catalogue.',
  lead: 'Paste up to 200 lines: names, handles, or links to channels and videos, one per line.',
  field: 'Your list',
  placeholder: 'North Workshop\n@north-workshop',
  lines: (count: number, written: string, most: string) =>
    `${written} of ${most} ${plural('en', count, { one: 'line', other: 'lines' })}`,
  tooMany: (count: number, written: string, most: string) =>
    `This list has ${written} ${plural('en', count, { one: 'line', other: 'lines' })}; up to ${most} can be looked up at once.`,
  empty: 'Paste at least one line',
  lookUp: 'Look up',
  clear: 'Clear list',
  results: 'Your list',
  /** Lines with a channel, found or chosen. */
  total: (found: string, all: string) => `Channels for ${found} of ${all} lines`,
  open: (count: number, written: string) =>
    `Choose the channel for ${written} ${plural('en', count, { one: 'more line', other: 'more lines' })}.`,
  show: 'Show',
  states: { all: 'All', found: 'Found', ambiguous: 'Choose one', unknown: 'Not found' },
  noneShown: 'No such lines',
  showAll: 'Show all',
  choose: (line: string) => `Which channel is “${line}”?`,
  several: (count: number, written: string) =>
    `Choose from ${written} ${plural('en', count, { one: 'channel', other: 'channels' })}`,
  /** Of a line for which one channel is offered. */
  single: (channel: string) => `Is it ${channel}?`,
  accept: 'Yes',
  acceptOf: (channel: string, line: string) => `Yes: ${channel} for “${line}”`,
  takeBack: 'Not this one',
  takeBackOf: (channel: string, line: string) => `Not this one: ${channel} for “${line}”`,
  unknown: 'Not in the catalogue.',
  search: 'Search for it',
  problems: {
    log_in: 'This is a video link. Log in to find its channel.',
    quota: 'This is a video link, and today’s limit of requests to YouTube is used up. Try again tomorrow.',
    unavailable: 'This is a video link, and YouTube does not respond right now. Try again later.',
  },
  videosNeedLogIn: 'Your list has video links. Log in to find their channels.',
  saveAs: (format: string) => `Save this list as ${format}`,
  saveHint: 'Saves the lines shown and their channels, with the contacts you have bought.',
  links: 'Its page, and channels like it',
  emptyTitle: 'Your list, line by line',
  emptyText:
    'Here you will see the channel of each line. Where several fit, you choose. Then you can compare the channels and save the list as a file.',
  errorTitle: 'Your list could not be looked up',
  errorText: 'Your list is kept in this tab. Try again in a moment.',
  /** Headings of the table, and of the columns in a file. */
  columns: {
    line: 'Your line',
    /** Only in a file. */
    result: 'Result',
    channel_name: 'Channel',
    url: 'Link',
    subsCount: 'Subscribers',
    content_type: 'Content type',
    targetAudience: 'Audience',
    country: 'Country',
    language: 'Language',
    lastUploadAt: 'Last upload',
    hasContact: 'Contact',
    email: 'Bought address',
    channelId: 'Channel ID',
  },
  /** In the column of results. */
  outcomes: {
    found: 'Found',
    chosen: 'Chosen',
    open: 'Not chosen yet',
    unknown: 'Not found',
    log_in: 'Video, not looked up: log in',
    quota: 'Video, not looked up: the day’s limit of requests to YouTube was used up',
    unavailable: 'Video, not looked up: YouTube did not respond',
  },
  /** In the column of contacts. */
  contacts: { yours: 'Yours', known: 'Available', unknown: 'None' },
} as const
