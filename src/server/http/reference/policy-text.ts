import type { Endpoint, Who } from '#shared/api/endpoint.ts'
import type { Limit, LimitName } from '#shared/api/rate-limits.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { reference } from '#shared/i18n/server-texts.ts'

/** An endpoint's policy in the document, for programs. */
export interface StatedPolicy extends Pick<Endpoint, 'who' | 'session' | 'owner' | 'changesNothing'> {
  readonly limits: readonly StatedLimit[]
  readonly furtherLimits: readonly StatedLimit[]
}

export interface StatedLimit extends Pick<Limit, 'calls' | 'seconds' | 'per'> {
  readonly name: LimitName
}

export type LimitTable = Readonly<Record<LimitName, Limit>>

export function statePolicy(endpoint: Endpoint, table: LimitTable): StatedPolicy {
  const { who, session, owner, changesNothing, limits, furtherLimits = [] } = endpoint
  return {
    who,
    ...(session !== undefined && { session }),
    ...(owner !== undefined && { owner }),
    ...(changesNothing !== undefined && { changesNothing }),
    limits: limits.map((name) => stateLimit(name, table)),
    furtherLimits: furtherLimits.map((name) => stateLimit(name, table)),
  }
}

export function stateLimit(name: LimitName, table: LimitTable): StatedLimit {
  const { calls, seconds, per } = table[name]
  return { name, calls, seconds, per }
}

/** Who may call, and the rest of the policy, as sentences for people. */
export function policyTexts(
  { who, session, owner, changesNothing }: StatedPolicy,
  language: Language,
): string[] {
  const words = reference[language]
  const texts: readonly (string | false)[] = [
    whoText(who, language),
    session !== undefined && words.session[session],
    owner !== undefined && words.owner(owner),
    changesNothing === true && words.changesNothing,
  ]
  return texts.filter((text) => text !== false)
}

function whoText(who: Endpoint['who'], language: Language): string {
  const words = reference[language].who
  if (typeof who === 'string') return words[who]
  const byWho = Map.groupBy(Object.entries(who.values), ([, whoOfValue]): Who => whoOfValue)
  return [...byWho]
    .map(([name, values]) => `${values.map(([value]) => value).join(', ')}: ${words[name]}`)
    .join(' · ')
}

/** `60 in 1 min for each person`. */
export function limitText({ calls, seconds, per }: StatedLimit, language: Language): string {
  const words = reference[language]
  const count = new Intl.NumberFormat(language).format(calls)
  return words.limit(count, duration(seconds, language), words.per[per])
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** In the largest unit that gives a whole number. */
function duration(seconds: number, language: Language): string {
  const [unit, length] = UNITS.find((entry) => seconds % entry[1] === 0) ?? UNITS[3]
  return new Intl.NumberFormat(language, { style: 'unit', unit }).format(seconds / length)
}
