import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { EndpointKey } from '#shared/api/contract.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { deadSessionCode, isPerson, needsToken, whoMayCall } from '#shared/api/policy.ts'
import type { App } from '#server/app.ts'
import { isDatabaseAway } from '#server/db/connect.ts'
import { findCaller, restoreCaller } from '#server/features/accounts/find-caller.ts'
import type { Belongings, Caller } from '#server/people/caller.ts'
import { Refusal } from '#server/refusal.ts'
import { sessionToken } from './cookies.ts'

/** What a request's session cookie leads to. */
export interface FoundSession {
  readonly token: string | null
  readonly caller: Caller | null
  readonly belongings: Belongings | null
  /** It was prolonged just now, so the cookie has to be, too. */
  readonly isProlonged: boolean
}

/** Reads a request's session in the way that its endpoint asks for; calls of the provider have none. */
export async function readSession(
  app: App,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<FoundSession> {
  const token = endpoint.who === 'provider' ? null : sessionToken(app, request)
  const found = token === null ? null : await findByToken(app, endpoint, token)
  return { token, ...(found ?? { caller: null, belongings: null, isProlonged: false }) }
}

async function findByToken(app: App, { session }: Endpoint, token: string) {
  switch (session) {
    case 'restored':
      // The pages ask for it before anything else.
      return app.primary.askBriefly(() => restoreCaller(app, token))
    case 'best-effort':
      return app.primary
        .askBriefly(() => findCaller(app, token))
        .catch((error: unknown) => {
          if (!isDatabaseAway(error)) throw error
          app.primary.failed(error)
          return null
        })
    case undefined:
      return findCaller(app, token)
  }
}

/**
 * Checks that a person is there where one is needed, and that the call is meant by them.
 * @throws Refusal not_logged_in, session_expired, csrf
 */
export function checkSession(
  key: EndpointKey,
  endpoint: Endpoint,
  { token, caller }: FoundSession,
  request: FastifyRequest,
): void {
  if (caller !== null) {
    if (needsToken(key)) checkCsrf(caller, request)
  } else if (isPerson(whoMayCall(endpoint, request.params))) {
    throw new Refusal(token === null ? 'not_logged_in' : deadSessionCode(endpoint))
  }
}

/** The token, or in its place the browser's word that a page of ours calls. A wrong token is no missing one. */
function checkCsrf(caller: Caller, { headers }: FastifyRequest): void {
  const token = headers['x-csrf-token']
  if (token === undefined && headers['sec-fetch-site'] === 'same-origin') return
  const given = Buffer.from(String(token ?? ''))
  const expected = Buffer.from(caller.csrfToken)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Refusal('csrf')
}

/**
 * Checks that the call is about the caller's own, and that they have the role for it.
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
