import { plural } from '../messages.ts'

/** Balance, history and promocodes. */
export const uses = {
  balance: {
    bought: 'Never expire',
    today: 'Today’s allowance',
    ofToday: (left: string, granted: string) => `${left} of ${granted}`,
    fullAgain: 'renewed at 00:00 Moscow time',
    failed: 'The balance details could not be loaded.',
  },
  history: {
    title: 'Balance history',
    empty: 'Nothing yet. Your first use will appear here.',
    given: {
      welcome: 'Welcome uses',
      promocode: (code: string) => `Promocode ${code}`,
      grant: 'From support',
      warranty: (channel: string) =>
        channel === '' ? 'Returned use' : `Returned use: contact of ${channel}`,
      package: (name: string) => `Package ${name}`.trim(),
      day: (first: string, last: string) => `Subscription, ${first} to ${last}, Moscow time`,
    },
    reveal: (channel: string) => `Contact of ${channel}`,
    ofToday: 'from the daily allowance',
    refund: (name: string) => `Refund of package ${name}`.trim(),
    taken: 'Granted by mistake and withdrawn',
    failed: 'The history could not be loaded',
    more: 'Show earlier',
  },
  promocode: {
    title: 'Promocode',
    lead: 'A promocode adds uses that never expire.',
    open: 'Activate a promocode',
    panel: 'Enter promocode',
    label: 'Promocode',
    hint: 'Latin letters, digits and hyphens.',
    /** After the specified sentence. */
    unknown: 'We do not know this code: check how it is spelled.',
    confirm: 'Activate',
    activated: (count: number, written: string) =>
      `${written} ${plural('en', count, { one: 'use', other: 'uses' })} added.`,
  },
} as const
