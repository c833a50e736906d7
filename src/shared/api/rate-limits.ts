import { CODE_PAUSE_SECONDS, LINK_SECONDS } from '../rules/accounts.ts'

/**
 * What a limit counts by. A visitor is the network of a call without a session; a block is what a provider assigns to one
 * customer: an IPv4 address or an IPv6 /48.
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

/** A number of calls within a number of seconds. */
export interface Limit {
  readonly calls: number
  readonly seconds: number
  readonly per: LimitedBy
  /** Enforced with RATE_LIMITS=off too. */
  readonly always?: true
  /** Calls that cost next to nothing pass when they cannot be counted; all others are then refused. */
  readonly isCheap?: true
}

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400
/** Longer than any installation lives: such a count is permanent. */
const LIFETIME = 30 * 365 * DAY

/** All limits. The setting LIMITS changes their calls and seconds. */
export const LIMITS = {
  all: { calls: 300, seconds: MINUTE, per: 'network', isCheap: true },
  search: { calls: 60, seconds: MINUTE, per: 'visitor', isCheap: true },
  search_person: { calls: 240, seconds: MINUTE, per: 'person', isCheap: true },
  // A search by text asks for topics too, which must not halve the searches.
  topics: { calls: 60, seconds: MINUTE, per: 'visitor', isCheap: true },
  topics_person: { calls: 240, seconds: MINUTE, per: 'person', isCheap: true },
  evidence: { calls: 60, seconds: MINUTE, per: 'visitor', isCheap: true },
  evidence_person: { calls: 240, seconds: MINUTE, per: 'person', isCheap: true },
  // Heads of channels' pages, which the server writes; beyond that pages come without one.
  channel_page: { calls: 60, seconds: MINUTE, per: 'network', isCheap: true },
  // Lists of up to 200 lines, and their lines, as many as a caller may search for one by one.
  seeds: { calls: 10, seconds: MINUTE, per: 'visitor' },
  seeds_person: { calls: 20, seconds: MINUTE, per: 'person' },
  seed_lines: { calls: 600, seconds: 10 * MINUTE, per: 'visitor' },
  seed_lines_person: { calls: 2_400, seconds: 10 * MINUTE, per: 'person' },
  // Pages of channels for which visitors make the platform be asked, because nobody looked at them within a day.
  platform_videos: { calls: 60, seconds: HOUR, per: 'network' },
  alive: { calls: 20, seconds: DAY, per: 'person' },
  // Each is kept for as long as the account.
  dismissal: { calls: 500, seconds: DAY, per: 'person' },
  login: { calls: 10, seconds: MINUTE, per: 'network' },
  // Lets a browser that the account knows in, although others in its network have used up `login`.
  login_browser: { calls: 10, seconds: MINUTE, per: 'browser' },
  // Links from emails: their tokens cannot be guessed, and several people in an office may open theirs at once.
  mailed_link: { calls: 20, seconds: MINUTE, per: 'network' },
  // Calls that prove nothing yet. The next three count only callers with a correct code or a solved captcha, so that nobody
  // can exhaust them for a whole network with calls that cost nothing.
  attempt: { calls: 100, seconds: MINUTE, per: 'network' },
  signup: { calls: 5, seconds: 20 * MINUTE, per: 'network' },
  // The captcha's work grows with this count.
  signup_day: { calls: 1_000, seconds: DAY, per: 'block' },
  verification_network: { calls: 20, seconds: HOUR, per: 'network' },
  link_network: { calls: 10, seconds: MINUTE, per: 'network' },
  // Emails to arbitrary addresses; separate from codes, so that neither exhausts the other.
  objection_network: { calls: 20, seconds: HOUR, per: 'network' },
  // By kind of email, and spent when one is queued. Six-digit codes can be guessed, so their number a day bounds guessing.
  // Those for a new address can be requested by anybody, so there they count per network as well, which leaves the owner's free;
  // `sign_up_day` protects the mailbox.
  verification: { calls: 1, seconds: CODE_PAUSE_SECONDS, per: 'address' },
  verification_day: { calls: 10, seconds: DAY, per: 'address', always: true },
  // Emails that confirm what is done with a creator's link; who takes something back is not counted.
  receipt_day: { calls: 30, seconds: DAY, per: 'address' },
  sign_up_day: { calls: 50, seconds: DAY, per: 'address', always: true },
  // The email that somebody tries one password after another.
  guessing_warning: { calls: 1, seconds: DAY, per: 'address', always: true },
  // Links cannot be guessed; this protects the mailbox. The window is a link's lifetime, so a refused person has a valid
  // link.
  link_emails: { calls: 5, seconds: LINK_SECONDS, per: 'address' },
  // Anybody may ask for a new password in somebody's name. After the day's, one goes out in each lifetime of a link.
  reset_day: { calls: 10, seconds: DAY, per: 'address' },
  reset_late: { calls: 1, seconds: LINK_SECONDS, per: 'address' },
  // Welcome uses: per Europe/Moscow date, per calendar month, and per little-known domain.
  welcome_network: { calls: 20, seconds: DAY, per: 'block', always: true },
  welcome_month: { calls: 100, seconds: 31 * DAY, per: 'block', always: true },
  welcome_domain: { calls: 10, seconds: LIFETIME, per: 'domain', always: true },
  notifications: { calls: 600, seconds: MINUTE, per: 'network', isCheap: true },
  // How often notifications of one payment or refund make us ask the provider.
  notified: { calls: 60, seconds: MINUTE, per: 'payment' },
  // A PDF takes a good part of a second of processor time.
  document: { calls: 30, seconds: HOUR, per: 'person' },
  // Six-digit codes of an authenticator app, and the password at reauthentication.
  totp: { calls: 10, seconds: 15 * MINUTE, per: 'person', always: true },
  totp_day: { calls: 50, seconds: DAY, per: 'person', always: true },
  own_password: { calls: 10, seconds: 15 * MINUTE, per: 'person', always: true },
  reveal: { calls: 60, seconds: MINUTE, per: 'person' },
  reveal_day: { calls: 1_000, seconds: DAY, per: 'person' },
  // Up to 200 lines are stored for each.
  quote: { calls: 240, seconds: HOUR, per: 'person' },
  promocode: { calls: 10, seconds: HOUR, per: 'person' },
  // Changes are kept in cards' histories: a day's of one card at a time, and of up to 500.
  card: { calls: 5_000, seconds: DAY, per: 'person' },
  card_bulk: { calls: 500, seconds: DAY, per: 'person' },
  // Each may read and change 10,000 cards.
  card_file: { calls: 30, seconds: HOUR, per: 'person' },
  shared_list: { calls: 60, seconds: MINUTE, per: 'network', isCheap: true },
  report: { calls: 20, seconds: DAY, per: 'person' },
  review: { calls: 3, seconds: 30 * MINUTE, per: 'person' },
  payment: { calls: 10, seconds: HOUR, per: 'person' },
  team: { calls: 20, seconds: DAY, per: 'person' },
  // Emails to strangers, in the name of a team that anybody may make.
  invitation: { calls: 20, seconds: HOUR, per: 'person' },
  invitation_day: { calls: 60, seconds: DAY, per: 'person' },
  invitation_address: { calls: 3, seconds: DAY, per: 'address' },
  // A file reads everything that the person has bought.
  export: { calls: 30, seconds: HOUR, per: 'person' },
  // Enough for as many videos as a person may follow.
  video: { calls: 300, seconds: HOUR, per: 'person' },
  // Units of the platform's daily quota, which all people share: a call costs 1, one of its searches 100.
  platform_units: { calls: 1_000, seconds: DAY, per: 'person' },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS

type CountedBy<Per extends LimitedBy> = {
  [Name in LimitName]: (typeof LIMITS)[Name]['per'] extends Per ? Name : never
}[LimitName]

/** Limits that can be counted when only a call's network and session are known. */
export type CallLimit = CountedBy<'network' | 'visitor' | 'person'>
