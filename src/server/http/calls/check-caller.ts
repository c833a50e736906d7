import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { EndpointKey } from '#shared/api/contract.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { deadSessionCode, isPerson, needsToken, whoMayCall } from '#shared/api/policy.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { isDatabaseAway } from '#server/db/connect.ts'
import { Overloaded } from '#server/db/lanes.ts'
import { findCaller, restoreCaller } from '#server/features/sessions/find-caller.ts'
import type { Holdings, Caller } from '#server/people/caller.ts'
import { Refusal } from '#server/refusal.ts'
import { sessionToken } from './request-facts.ts'

/** What a request's session cookie identifies. */
export interface FoundSession {
  readonly token: string | null
  readonly caller: Caller | null
  readonly holdings: Holdings | null
  /** Whether it was just prolonged, so that the cookie must be prolonged too. */
  readonly isProlonged: boolean
}

/** Reads a request's session as its endpoint's policy says; the provider's calls have none. */
export async function readSession(
  app: App,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<FoundSession> {
  const token = endpoint.who === 'provider' ? null : sessionToken(app, request)
  const found = token === null ? null : await findByToken(app, endpoint, token)
  return { token, ...(found ?? { caller: null, holdings: null, isProlonged: false }) }
}

async function findByToken(app: App, { session }: Endpoint, token: string) {
  switch (session) {
    case 'restored':
      // Pages make this call before any other.
      return app.databases.primary.askBriefly(() => restoreCaller(app, token))
    case 'best-effort':
      return app.databases.primary
        .askBriefly(() => findCaller(app, token))
        .catch((error: unknown) => {
          if (error instanceof Overloaded) return null
          if (!isDatabaseAway(error)) throw error
          app.databases.primary.failed(error)
          return null
        })
    case undefined:
      return findCaller(app, token)
  }
}

/**
 * Checks that a person is logged in where the call requires it, and that the call comes from one of our pages.
 * @throws Refusal not_logged_in, session_expired, csrf
 */
export function checkSession(
  { config }: Core,
  key: EndpointKey,
  endpoint: Endpoint,
  { token, caller }: FoundSession,
  request: FastifyRequest,
): void {
  if (caller !== null) {
    if (needsToken(key)) checkCsrf(config, caller, request)
  } else if (isPerson(whoMayCall(endpoint, request.params))) {
    throw new Refusal(token === null ? 'not_logged_in' : deadSessionCode(endpoint))
  }
}

/**
 * Requires the token or, in its place, the browser's statement that a page of ours or of an allowed origin makes the call. An
 * empty header counts as none; a wrong token is not excused by that statement.
 */
function checkCsrf({ allowedOrigins }: App['config'], caller: Caller, { headers }: FastifyRequest): void {
  const token = headers['x-csrf-token'] ?? ''
  const { 'sec-fetch-site': site, origin = '' } = headers
  const isOurs = site === 'same-origin' || (site === 'same-site' && allowedOrigins.includes(origin))
  if (token === '' && isOurs) return
  const given = Buffer.from(String(token))
  const expected = Buffer.from(caller.csrfToken)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Refusal('csrf')
}

/**
 * Checks that the call concerns the caller's own data, and that the caller has the role for it.
 * @throws Refusal forbidden
 */
export function checkRights(
  { who, owner }: Endpoint,
  caller: Caller | null,
  parts: readonly unknown[],
): void {
  const isOwn = parts.every((part) => {
    const given =
      owner === undefined ? null : (part as Readonly<Record<string, unknown>> | undefined)?.[owner]
    return given === undefined || given === null || given === caller?.personId
  })
  if (!isOwn || (who === 'sponsor' && caller?.isSponsor !== true)) throw new Refusal('forbidden')
}
