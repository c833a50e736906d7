import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { actsForTeam, readsSession } from '#shared/api/policy.ts'
import type { App } from '#server/app.ts'
import { sha256 } from '#server/config/secret.ts'
import { isDatabaseAway } from '#server/db/connect.ts'
import { Overloaded } from '#server/db/lanes.ts'
import { findOperator } from '#server/features/console/find-operator.ts'
import { findPerson, type GivenSession, restorePerson } from '#server/features/sessions/find-session.ts'
import { Refusal } from '#server/refusal.ts'
import { type Actor, type Holdings, PROVIDER, VISITOR } from '#server/actor/actor.ts'
import { sessionToken } from './request-facts.ts'

/** Who makes a request, as far as its headers tell. */
export interface FoundActor {
  readonly actor: Actor
  readonly holdings: Holdings | null
  /** The session cookie's token, whether it is still valid or not; null when there is none, or it is not read. */
  readonly token: string | null
  /** Whether the session was just prolonged, so that the cookie must be prolonged too. */
  readonly isProlonged: boolean
}

const NOBODY = { actor: VISITOR, holdings: null, token: null, isProlonged: false } as const

/** Reads who makes a request in the way that its endpoint demands. @throws Refusal not_found: only operators may know of it */
export async function readActor(app: App, endpoint: Endpoint, request: FastifyRequest): Promise<FoundActor> {
  if (endpoint.who === 'provider') return { ...NOBODY, actor: PROVIDER }
  const token = readsSession(endpoint) ? sessionToken(app, request) : null
  const given = { token: token ?? '', teamId: teamOf(endpoint, request) }
  const found = token === null ? null : await findByToken(app, endpoint, given)
  if (endpoint.who !== 'operator') return { ...NOBODY, token, ...found }
  const actor = found === null ? null : await findOperator(app, found.actor)
  // What it is called for does not exist for anybody else.
  if (found === null || actor === null) throw new Refusal('not_found')
  return { ...NOBODY, token, ...found, actor }
}

/** No team has this number, so whoever names it belongs to none. */
const NO_TEAM = 0

/** The team that a call is for, by its path or else by `x-team`; null: it is the person's own. */
function teamOf(endpoint: Endpoint, { params, headers }: FastifyRequest): number | null {
  if (!actsForTeam(endpoint)) return null
  const given = (params as { readonly teamId?: string }).teamId ?? headers['x-team'] ?? ''
  if (given === '') return null
  const teamId = /^[1-9]\d{0,9}$/.test(String(given)) ? Number(given) : NO_TEAM
  return teamId < 2 ** 31 ? teamId : NO_TEAM
}

async function findByToken(app: App, { session }: Endpoint, given: GivenSession) {
  switch (session) {
    case 'restored':
      // Pages make this call before any other.
      return app.databases.primary.askBriefly(() => restorePerson(app, given))
    case 'best-effort':
      return app.databases.primary
        .askBriefly(() => findPerson(app, given))
        .catch((error: unknown) => {
          if (error instanceof Overloaded) return null
          if (!isDatabaseAway(error)) throw error
          app.databases.primary.failed(error)
          return null
        })
    case undefined:
      return findPerson(app, given)
  }
}

/** Completes it by the validated body, in which a creator's link has its token. */
export function withLink({ who }: Endpoint, actor: Actor, body: unknown): Actor {
  if (who !== 'creator') return actor
  return { kind: 'creator', tokenHash: sha256((body as { readonly token: string }).token) }
}
