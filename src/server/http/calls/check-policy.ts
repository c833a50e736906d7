import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { hasRole } from '#shared/api/command.ts'
import type { EndpointKey } from '#shared/api/contract.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { deadSessionCode, isPerson, needsToken, whoMayCall } from '#shared/api/policy.ts'
import { scopesOf } from '#shared/rules/teams.ts'
import type { Config } from '#server/config/config.ts'
import type { Core } from '#server/core.ts'
import { Refusal } from '#server/refusal.ts'
import { type Actor, operatorOf, type Person, personOf } from '#server/actor/actor.ts'
import type { FoundActor } from './read-actor.ts'

/**
 * Checks that a person is logged in where the call requires it, and that a call with a session comes from one of our pages.
 * @throws Refusal not_logged_in, session_expired, csrf, proof_required
 */
export function checkSession(
  { config }: Core,
  key: EndpointKey,
  endpoint: Endpoint,
  { token, actor }: FoundActor,
  request: FastifyRequest,
): void {
  if (actor.kind === 'person') {
    if (needsToken(key)) checkCsrf(config, actor, request)
    const isClosed = endpoint.who === 'operator' && endpoint.withoutProof !== true
    if (isClosed && operatorOf(actor)?.operator.provedAt == null) throw new Refusal('proof_required')
  } else if (isPerson(whoMayCall(endpoint, request.params))) {
    throw new Refusal(token === null ? 'not_logged_in' : deadSessionCode(endpoint))
  }
}

/**
 * Requires the token or, in its place, the browser's statement that a page of ours or of an allowed origin makes the call. An
 * empty header counts as none; a wrong token is not excused by that statement.
 */
function checkCsrf({ allowedOrigins }: Config, { csrfToken }: Person, { headers }: FastifyRequest): void {
  const token = headers['x-csrf-token'] ?? ''
  const { 'sec-fetch-site': site, origin = '' } = headers
  const isOurs = site === 'same-origin' || (site === 'same-site' && allowedOrigins.includes(origin))
  if (token === '' && isOurs) return
  const given = Buffer.from(String(token))
  const expected = Buffer.from(csrfToken)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Refusal('csrf')
}

/**
 * Checks that the call concerns the actor's own data, and that the actor has the role for it.
 * @param parts path parameters and body
 * @throws Refusal forbidden
 */
export function checkRights(endpoint: Endpoint, actor: Actor, parts: readonly unknown[]): void {
  const { who, owner, atLeast } = endpoint
  const role = operatorOf(actor)?.operator.role
  if (atLeast !== undefined && (role === undefined || !hasRole(role, atLeast))) throw new Refusal('forbidden')
  const person = personOf(actor)
  const given = (field: string) =>
    parts.map((part) => (part as Readonly<Record<string, unknown>> | undefined)?.[field] ?? null)
  const isOwn = owner === undefined || given(owner).every((id) => id === null || id === person?.personId)
  const isSponsor = who !== 'sponsor' || person?.isSponsor === true
  if (!isOwn || !isSponsor || !hasScope(endpoint, person, given)) throw new Refusal('forbidden')
}

function hasScope(
  { scope, orSelf }: Endpoint,
  person: Person | null,
  given: (field: string) => readonly unknown[],
): boolean {
  if (person === null || scope === undefined || scope === 'account') return true
  const isSelf = orSelf !== undefined && given(orSelf).includes(person.personId)
  return scopesOf(person.role).includes(scope) || (isSelf && person.role !== 'none')
}
