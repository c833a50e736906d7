import { contract, type EndpointKey } from './contract.ts'
import type { Endpoint, Who } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'

/** Whether a call must send the client's key. */
export function needsKey({ who }: Endpoint): boolean {
  return who !== 'provider'
}

/** Who may make this call; where a path parameter decides, by its value. */
export function whoMayCall({ who }: Endpoint, params: unknown): Who {
  if (typeof who === 'string') return who
  const value = (params as Readonly<Record<string, string>>)[who.parameter] ?? ''
  // Any other value is invalid input, which is reported later.
  return (Object.hasOwn(who.values, value) ? who.values[value] : undefined) ?? 'anyone'
}

export function isPerson(who: Who): boolean {
  return who === 'user' || who === 'sponsor'
}

/** Whether a session is looked for; beside a mailed link it says nothing of who calls, but it demands its CSRF token. */
export function readsSession({ who }: Endpoint): boolean {
  return who !== 'provider'
}

/** The refusal of a call that needs a person but has an expired session. */
export function deadSessionCode({ session }: Endpoint): ErrorCode {
  return session === 'restored' ? 'not_logged_in' : 'session_expired'
}

/** Whether a call acts for the team that its path or `x-team` names; any other is the person's own. */
export function actsForTeam({ scope }: Endpoint): boolean {
  return scope !== undefined && scope !== 'account'
}

/** Whether a call with a session must send its CSRF token too. */
export function needsToken(key: EndpointKey): boolean {
  const endpoint: Endpoint = contract[key]
  return !key.startsWith('GET ') && readsSession(endpoint) && endpoint.changesNothing !== true
}

/** Whether a call waits while maintenance is on. What operators do goes on, and what was paid is credited. */
export function waitsForMaintenance(key: EndpointKey): boolean {
  const { who, changesNothing, duringMaintenance }: Endpoint = contract[key]
  const isExempt = who === 'operator' || who === 'provider' || duringMaintenance === true
  return !key.startsWith('GET ') && changesNothing !== true && !isExempt
}

/** All refusals of a call: its own, and those that follow from its policy. */
export function refusalsOf(key: EndpointKey): ErrorCode[] {
  const endpoint: Endpoint = contract[key]
  const { who, owner, atLeast, withoutProof, params, query, body, errors } = endpoint
  const isRead = key.startsWith('GET ')
  const forPeople = whoCanCall(endpoint).some(isPerson)
  const fromPolicy: readonly (ErrorCode | false)[] = [
    (params ?? query ?? body) !== undefined && 'invalid_input',
    needsKey(endpoint) && 'api_key',
    forPeople && 'not_logged_in',
    forPeople && deadSessionCode(endpoint),
    needsToken(key) && 'csrf',
    who === 'operator' && 'not_found',
    who === 'operator' && withoutProof !== true && 'proof_required',
    (owner !== undefined || who === 'sponsor' || actsForTeam(endpoint) || atLeast !== undefined) &&
      'forbidden',
    endpoint.changesAccount === true && 'demo_account',
    !isRead && 'too_large',
    !isRead && 'not_json',
    // The provider is asked to retry instead.
    who !== 'provider' && 'too_many_requests',
    'internal',
    'unavailable',
  ]
  return [...new Set([...errors, ...fromPolicy.filter((code) => code !== false)])]
}

/** Everybody who may make a call with some value of its parameter. */
export function whoCanCall({ who }: Endpoint): readonly Who[] {
  return typeof who === 'string' ? [who] : [...new Set(Object.values(who.values))]
}
