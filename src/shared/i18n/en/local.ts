import { plural } from '../messages.ts'

/** The stand-ins of Google and of an OpenID Connect issuer on a developer's machine. */
export const identity = {
  button: 'Sign in with Google',
  title: 'Choose an account',
  google: 'This page stands in for Google on this machine: you can sign in with any address.',
  issuer: 'This page stands in for the company’s sign-in on this machine: you can sign in with any address.',
  another: 'Another account',
  email: 'Email',
  name: 'Name',
  groups: 'Groups, comma-separated',
  continue: 'Continue',
  cancel: 'Cancel',
  failing: 'Accounts that will be refused',
  done: 'Signed in. You can close this window.',
} as const

/** The local inbox, the stand-in of a mail server on a developer's machine. */
export const inbox = {
  title: 'Local inbox',
  explanation:
    'No mail server is configured, so all emails from this installation end up here and go nowhere else.',
  demo: 'This is a demonstration: emails are not sent, but kept here until the night. Enter an address to see its emails. Anyone can do that, so do not use a real address.',
  to: 'To',
  show: 'Show',
  lookAgain: 'Check again',
  received: 'Received',
  preview: 'How a mail app shows it',
  empty: 'Nothing has arrived yet. This page refreshes every few seconds.',
} as const

/** The payment page of YooKassa's stand-in on a developer's machine. */
export const yookassa = {
  title: 'Payment',
  pay: (amount: string): string => `Pay ${amount}`,
  notice: 'No money is taken here: no payment provider is configured.',
  number: 'Card number',
  expiry: 'Valid until',
  csc: 'CVC',
  close: 'Leave without paying',
  expire: 'Let the payment time out',
  cards: 'Test cards',
  outcomes: {
    paid: 'is paid',
    '3d_secure_failed': 'fails the 3-D Secure check',
    card_expired: 'has expired',
    fraud_suspected: 'is suspected of fraud',
    general_decline: 'is declined without giving a reason',
    insufficient_funds: 'has insufficient funds',
    invalid_card_number: 'has a wrong number',
    invalid_csc: 'has a wrong CVC',
  },
  unknownCard: 'Only the test cards below work here.',
  done: 'This payment is complete.',
  cabinet: 'In the shop’s dashboard',
  refundAmount: 'Amount, ₽',
  refund: 'Refund by hand',
  noRefund: 'That is more than can be refunded.',
  back: 'Back to the shop',
  missing: 'There is no such payment.',
} as const

/** The page at the address of the stand-ins. */
export const overview = {
  title: 'Local services',
  explanation:
    'These pages stand in for outside services that are not configured. Only this machine can open them.',
  mail: {
    title: 'Inbox',
    count: (count: number): string => plural('en', count, { one: '1 email', other: `${count} emails` }),
    real: 'Emails go to the configured mail server.',
  },
  payments: {
    title: 'Payments',
    none: 'No payments yet. They take no money here.',
    some: 'They take no money. Open one to pay, cancel or refund it.',
    states: { pending: 'not paid yet', succeeded: 'paid', canceled: 'canceled' },
    real: 'The configured shop takes the payments.',
  },
  google: {
    title: 'Signing in with Google',
    off: (setting: string): string =>
      `Off. ${setting} turns on a button with which you can sign in as anyone.`,
    local: 'The button is on the login page: you can sign in with any address.',
    google: 'The button on the login page leads to Google.',
  },
  metrics: {
    title: 'Metrics',
    open: 'For a monitoring system, on this machine only.',
    token: (setting: string): string => `Served with the website, to those who send ${setting}.`,
  },
  errors: {
    title: 'Last errors',
    none: 'None since the start.',
    some: 'The last 20 since the start; the log has the rest.',
  },
} as const

/** The line of a demonstration, on every page. */
export const demo = {
  label: 'Demonstration',
  line: 'This is a demonstration: the channels are made up, payments take no money, and everything is deleted every night. Do not enter real data.',
  enter: 'Look around as a buyer',
  mail: 'Emails',
} as const
