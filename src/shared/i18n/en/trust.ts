import { plural } from '../messages.ts'

/** The page of public figures. */
export const trust = {
  title: 'Public figures',
  description:
    'How many contacts did not work, how many uses came back, how old contacts are and how many channels have one. Counted every night.',
  lead: 'What became of the contacts that people opened here. Counted every night from our own records.',
  asOf: (date: string) => `As of ${date}.`,
  failed: 'The figures could not be loaded',
  none: 'The first figures come tonight',
  noneText: 'They are counted once a night.',
  tooFew: 'too few to show',
  noMonth: 'Too few contacts have been opened so far',
  noMonthText: 'A month is shown from 20 opened contacts on.',
  month: 'Month',
  stillOpen: 'may still grow',
  warranty: {
    title: 'How the warranty works',
    report: 'You can report a contact within 30 days after you opened it.',
    credit:
      'If a mail server says that there is no such mailbox, you see another contact of the channel, or else your use comes back at once; in unclear cases we look ourselves.',
    objection:
      'If the owner of an address objects, everybody who opened it in the 30 days before gets the use back without asking.',
  },
  bounced: {
    title: 'Emails that came back',
    caption:
      'Of the contacts opened in a month: for how many a mail server said, within 30 days, that there is no such mailbox.',
    share: 'Came back',
    of: (written: string) => `of ${written} or more`,
  },
  returned: {
    title: 'Uses that came back',
    caption: 'Of the uses spent in a month: how many came back, and why.',
    report: 'Report',
    objection: 'Objection',
    times: (count: number, written: string) =>
      `${written} ${plural('en', count, { one: 'time', other: 'times' })}`,
  },
  time: {
    title: 'From report to use',
    automatic: 'Without anybody looking',
    operator: 'After we looked',
    both: (half: string, p95: string) => `half within ${half}, 95% within ${p95}`,
    note: 'How long it took until the use was back, of contacts opened in the months shown here.',
    moment: 'a moment',
  },
  age: {
    title: 'Age of contacts',
    note: 'Half of all contacts on sale were seen at their source within this time.',
    unknown: 'There are too few contacts to show.',
  },
  coverage: {
    contentTypes: 'Contacts by content type',
    sizes: 'Contacts by size',
    caption: 'The part of active channels in the catalogue with a contact on sale.',
    contentType: 'Content type',
    size: 'Subscribers',
    share: 'With a contact',
  },
  counting: {
    title: 'How it is counted',
    few: 'Nothing is shown of fewer than 20 opened contacts or fewer than five buyers, nor of fewer than 20 channels. There are no totals from which it could be worked out.',
    months:
      'Months follow Moscow time and are those in which contacts were opened; a use that came back later counts there, too. A hatched bar may still grow, because the days for reports are not over.',
    rounded:
      'Numbers of opened contacts are rounded down to steps of 20, and parts to 1%, from 1,000 contacts on to 0.1%.',
    catalogue: 'Sizes and content types describe our catalogue, not the platform.',
    save: 'Save the figures as JSON',
    api: 'Programs get the same figures from the API.',
  },
} as const
