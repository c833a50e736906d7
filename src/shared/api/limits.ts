import { CODE_PAUSE_SECONDS, LINK_SECONDS } from '../rules/limits.ts'

/**
 * What a limit counts by. A visitor is the network of a call without a session; a block is what a provider assigns to one
 * customer, an IPv4 address or the /48 of an IPv6 address.
 */
export type LimitedBy =
  | 'network'
  | 'visitor'
  | 'person'
  | 'address'
  | 'browser'
  | 'payment'
  | 'block'
  | 'domain'

/** So many calls in so many seconds. */
export interface Limit {
  readonly calls: number
  readonly seconds: number
  readonly per: LimitedBy
  /** Holds with RATE_LIMITS=off too. */
  readonly always?: true
  /** Calls that cost next to nothing go on when they cannot be counted; all others are refused then. */
  readonly isCheap?: true
}

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400
/** Longer than any installation is asked about: a count for good. */
const LIFETIME = 30 * 365 * DAY

/** Every limit. The setting LIMITS changes calls and seconds of any of them. */
export const LIMITS = {
  all: { calls: 300, seconds: MINUTE, per: 'network', isCheap: true },
  search: { calls: 60, seconds: MINUTE, per: 'visitor', isCheap: true },
  search_person: { calls: 240, seconds: MINUTE, per: 'person', isCheap: true },
  login: { calls: 10, seconds: MINUTE, per: 'network' },
  // A browser that the account knows gets in although others of its network have used up `login`.
  login_browser: { calls: 10, seconds: MINUTE, per: 'browser' },
  // Opened from a letter: their tokens cannot be guessed, and several people of an office may open theirs at once.
  mailed_link: { calls: 20, seconds: MINUTE, per: 'network' },
  // What proves nothing yet. The next three count only who has a right code or a solved captcha, so that nobody uses them
  // up for a whole network with calls that cost nothing.
  attempt: { calls: 100, seconds: MINUTE, per: 'network' },
  signup: { calls: 5, seconds: 20 * MINUTE, per: 'network' },
  // What a captcha's work grows with.
  signup_day: { calls: 1_000, seconds: DAY, per: 'block' },
  verification_network: { calls: 20, seconds: HOUR, per: 'network' },
  link_network: { calls: 10, seconds: MINUTE, per: 'network' },
  // Letters to any address at all; apart from codes, so that neither uses up the other.
  objection_network: { calls: 20, seconds: HOUR, per: 'network' },
  // For each kind of letter. Codes of six digits can be guessed, so their number a day is what bounds guessing; each kind
  // has its own, and only those for a new address can be asked for by anybody.
  verification: { calls: 1, seconds: CODE_PAUSE_SECONDS, per: 'address' },
  verification_day: { calls: 10, seconds: DAY, per: 'address', always: true },
  // Links cannot be guessed; this spares the mailbox. As long as a link lives: who is refused has a living one there.
  link_letters: { calls: 5, seconds: LINK_SECONDS, per: 'address' },
  // Welcome uses: on a Europe/Moscow date, in a month of its calendar, and for a domain where it is little known.
  welcome_network: { calls: 20, seconds: DAY, per: 'block', always: true },
  welcome_month: { calls: 100, seconds: 31 * DAY, per: 'block', always: true },
  welcome_domain: { calls: 10, seconds: LIFETIME, per: 'domain', always: true },
  notifications: { calls: 600, seconds: MINUTE, per: 'network', isCheap: true },
  // How often notifications of a payment or a refund make the provider be asked.
  notified: { calls: 60, seconds: MINUTE, per: 'payment' },
  // Six digits of an authenticator app, and the password where it is asked for once more.
  totp: { calls: 10, seconds: 15 * MINUTE, per: 'person', always: true },
  totp_day: { calls: 50, seconds: DAY, per: 'person', always: true },
  own_password: { calls: 10, seconds: 15 * MINUTE, per: 'person', always: true },
  reveal: { calls: 60, seconds: MINUTE, per: 'person' },
  reveal_day: { calls: 1_000, seconds: DAY, per: 'person' },
  promocode: { calls: 10, seconds: HOUR, per: 'person' },
  review: { calls: 3, seconds: 30 * MINUTE, per: 'person' },
  payment: { calls: 10, seconds: HOUR, per: 'person' },
  // As many as may be followed fit in.
  video: { calls: 300, seconds: HOUR, per: 'person' },
  // Units of the daily quota that all share at the video platform: a call is 1, a search of its own 100.
  platform_units: { calls: 1_000, seconds: DAY, per: 'person' },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS

type CountedBy<Per extends LimitedBy> = {
  [Name in LimitName]: (typeof LIMITS)[Name]['per'] extends Per ? Name : never
}[LimitName]

/** Limits that can be counted before anything of a call but its session is known. */
export type CallLimit = CountedBy<'network' | 'visitor' | 'person'>
