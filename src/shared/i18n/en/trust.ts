import { plural } from '../messages.ts'

/** The page of contact quality in numbers. */
export const trust = {
  title: 'Contact quality in numbers',
  description:
    'How many contacts did not work, how many uses were returned, how old contacts are and how many channels have one. Counted every night.',
  lead: 'How well the contacts that people opened here have worked. Counted every night from our own records.',
  asOf: (date: string) => `As of ${date}.`,
  failed: 'The numbers could not be loaded',
  none: 'The first numbers will appear tonight',
  noneText: 'They are counted once a night.',
  tooFew: 'too few to show',
  noMonth: 'Too few contacts have been opened so far',
  noMonthText: 'A month appears once it has 20 opened contacts.',
  month: 'Month',
  stillOpen: 'may still grow',
  warranty: {
    title: 'How the warranty works',
    report: 'You can report a contact within 30 days of opening it.',
    credit:
      'If a mail server says that there is no such mailbox, you get another contact of the channel, or we return your use at once. We review unclear cases by hand.',
    objection:
      'If the owner of an address objects, we return the use to everyone who opened it in the 30 days before that.',
  },
  bounced: {
    title: 'Bounced emails',
    caption:
      'For how many contacts opened in a month a mail server said, within 30 days, that there is no such mailbox.',
    share: 'Bounced',
    of: (written: string) => `of ${written} or more`,
  },
  returned: {
    title: 'Returned uses',
    caption: 'How many of the uses spent in a month were returned, and why.',
    report: 'Report',
    objection: 'Objection',
    times: (count: number, written: string) =>
      `${written} ${plural('en', count, { one: 'time', other: 'times' })}`,
  },
  time: {
    title: 'How fast uses are returned',
    automatic: 'Automatic',
    operator: 'After review',
    both: (half: string, p95: string) => `half within ${half}, 95% within ${p95}`,
    note: 'From the report to the return, for contacts opened in the months shown here.',
    moment: 'a second',
  },
  age: {
    title: 'Age of contacts',
    note: 'Half of all contacts on sale were seen at their source within this time.',
    unknown: 'There are too few contacts to show.',
  },
  coverage: {
    contentTypes: 'Contacts by content type',
    sizes: 'Contacts by size',
    caption: 'The share of active channels in the catalogue with a contact on sale.',
    contentType: 'Content type',
    size: 'Subscribers',
    share: 'With a contact',
  },
  counting: {
    title: 'How it is counted',
    few: 'We show no number based on fewer than 20 opened contacts, five buyers or 20 channels, and no totals from which one could be worked out.',
    months:
      'Months follow Moscow time and are those in which contacts were opened, even if a use was returned later. A hatched bar may still grow, because its contacts can still be reported.',
    rounded:
      'Numbers of opened contacts are rounded down to multiples of 20. Shares are rounded to 1%, or to 0.1% once there are 1,000 contacts.',
    catalogue: 'Sizes and content types describe our catalogue, not YouTube.',
    save: 'Save the numbers as JSON',
    api: 'Programs get the same numbers from the API.',
  },
} as const
