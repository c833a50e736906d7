import type { EndpointKey } from '#shared/api/contract.ts'
import { CODE_PAUSE_SECONDS, LINK_SECONDS } from '#shared/rules/limits.ts'
import type { Config } from '#server/config/config.ts'
import type { Caller } from '#server/people/caller.ts'
import { ConfigError } from '#server/config/settings.ts'

export interface Limit {
  readonly calls: number
  readonly seconds: number
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

/** Every limit: so many calls in so many seconds for one key. The setting LIMITS changes any of them. */
const LIMITS = {
  // By network.
  all: { calls: 300, seconds: MINUTE, isCheap: true },
  search: { calls: 60, seconds: MINUTE, isCheap: true },
  login: { calls: 10, seconds: MINUTE },
  // By browser that an account knows: it gets in although others of its network have used that up.
  login_browser: { calls: 10, seconds: MINUTE },
  // Opened from a letter: their tokens cannot be guessed, and several people of an office may open theirs at once.
  mailed_link: { calls: 20, seconds: MINUTE },
  // What proves nothing yet. The next three count only who has a right code or a solved captcha, so that nobody uses them
  // up for a whole network with calls that cost nothing.
  attempt: { calls: 100, seconds: MINUTE },
  signup: { calls: 5, seconds: 20 * MINUTE },
  // What a captcha's work grows with.
  signup_day: { calls: 1_000, seconds: DAY },
  verification_network: { calls: 20, seconds: HOUR },
  link_network: { calls: 10, seconds: MINUTE },
  // Letters to any address at all; apart from codes, so that neither uses up the other.
  objection_network: { calls: 20, seconds: HOUR },
  // By address and kind of letter. Codes of six digits can be guessed, so their number a day is what bounds guessing; each
  // kind has its own, and only those for a new address can be asked for by anybody.
  verification: { calls: 1, seconds: CODE_PAUSE_SECONDS },
  verification_day: { calls: 10, seconds: DAY, always: true },
  // Links cannot be guessed; this spares the mailbox. As long as a link lives: who is refused has a living one there.
  link_letters: { calls: 5, seconds: LINK_SECONDS },
  // By IPv4 address or /48, on a Europe/Moscow date and in a month of its calendar; by domain where it is little known.
  welcome_network: { calls: 20, seconds: DAY, always: true },
  welcome_month: { calls: 100, seconds: 31 * DAY, always: true },
  welcome_domain: { calls: 10, seconds: LIFETIME, always: true },
  notifications: { calls: 600, seconds: MINUTE, isCheap: true },
  // By payment or refund: how often notifications of it make the provider be asked.
  notified: { calls: 60, seconds: MINUTE },
  // By person: six digits of an authenticator app, and the password where it is asked for once more.
  totp: { calls: 10, seconds: 15 * MINUTE, always: true },
  totp_day: { calls: 50, seconds: DAY, always: true },
  own_password: { calls: 10, seconds: 15 * MINUTE, always: true },
  // By person.
  search_person: { calls: 240, seconds: MINUTE, isCheap: true },
  reveal: { calls: 60, seconds: MINUTE },
  reveal_day: { calls: 1_000, seconds: DAY },
  promocode: { calls: 10, seconds: HOUR },
  review: { calls: 3, seconds: 30 * MINUTE },
  payment: { calls: 10, seconds: HOUR },
  // As many as may be followed fit in.
  video: { calls: 300, seconds: HOUR },
  // Units of the daily quota that all share at the video platform: a call is 1, a search of its own 100.
  platform_units: { calls: 1_000, seconds: DAY },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS

/** Who calls, as limits count. */
export interface LimitedCaller {
  readonly network: string
  readonly caller: Pick<Caller, 'personId'> | null
}

/** The limits that one call of an endpoint counts for, the shorter time first. Those by address are up to the verbs. */
export function endpointLimits(
  endpoint: EndpointKey,
  { network, caller }: LimitedCaller,
): readonly (readonly [LimitName, string])[] {
  const person = caller === null ? '' : String(caller.personId)
  switch (endpoint) {
    case 'POST /search':
    case 'POST /filter':
      return caller === null ? [['search', network]] : [['search_person', person]]
    case 'POST /auth/google':
      return [['login', network]]
    case 'PUT /reset':
    case 'PUT /optout':
    case 'DELETE /delete':
      return [['mailed_link', network]]
    case 'POST /user':
    case 'POST /verification/{action}':
      return [['attempt', network]]
    case 'POST /optout':
      return [['objection_network', network]]
    case 'POST /review':
      return [['review', person]]
    case 'POST /getemail':
      return [
        ['reveal', person],
        ['reveal_day', person],
      ]
    case 'PUT /promocode':
      return [['promocode', person]]
    case 'POST /payment':
      return [['payment', person]]
    case 'POST /payments/notifications':
      return [['notifications', network]]
    case 'POST /video':
    case 'POST /analitics':
      return [['video', person]]
    default:
      return []
  }
}

/**
 * The table with what the settings change.
 * @throws ConfigError when LIMITS names an unknown limit or is not written as name=calls/seconds
 */
export function readLimits({
  limits: changes,
  welcomePerNetworkDay,
}: Pick<Config, 'limits' | 'welcomePerNetworkDay'>): Readonly<Record<LimitName, Limit>> {
  const limits: Record<LimitName, Limit> = {
    ...LIMITS,
    welcome_network: { ...LIMITS.welcome_network, calls: welcomePerNetworkDay },
  }
  for (const change of changes) {
    const [, name = '', calls, seconds] = /^(\w+)=(\d{1,9})\/([1-9]\d{0,8})$/.exec(change) ?? []
    if (!isLimitName(name)) {
      const names = Object.keys(LIMITS).join(', ')
      throw new ConfigError(`LIMITS has "${change}": it must be name=calls/seconds, with a name of ${names}`)
    }
    limits[name] = { ...limits[name], calls: Number(calls), seconds: Number(seconds) }
  }
  return limits
}

function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(LIMITS, name)
}
