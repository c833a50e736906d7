import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { contract, type EndpointKey } from '#shared/api/contract.ts'
import { type ErrorCode, PIPELINE_ERRORS } from '#shared/api/errors.ts'
import type { App } from '../app.ts'
import { isDatabaseAway } from '../db/connect.ts'
import { findCaller, restoreCaller } from '../features/accounts/find-caller.ts'
import type { LimitedCaller } from '../limits/read-limits.ts'
import { Refusal } from '../refusal.ts'
import type { Caller } from '#server/people/caller.ts'
import type { RouteContext } from '../route.ts'
import { requestFacts, sessionToken } from './cookies.ts'
import { successText } from './envelope.ts'
import { networkOf } from './network.ts'
import { readInput, readJson } from './read-input.ts'
import { routes } from './routes.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Registers every endpoint of the contract under /api, each behind the same checks in the same order. */
export function registerEndpoints(fastify: FastifyInstance, app: App): void {
  for (const key of Object.keys(contract) as EndpointKey[]) {
    const [method = '', path = ''] = key.split(' ')
    fastify.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      config: { needsNoKey: contract[key].who === 'provider', endpoint: contract[key] },
      handler: (request, reply) => answer(app, key, request, reply),
    })
  }
}

/** Checks the client's key and the network's own limit, before anything of the request is read. */
export async function checkClient(app: App, request: FastifyRequest): Promise<void> {
  if (needsNoKey(request)) return
  if (request.headers['x-api-key'] !== app.config.apiKey) throw new Refusal('api_key')
  const network = networkOf(request.ip)
  await noteRefusal(app, { network }, () => app.limits.consume('all', network))
}

/** Refusals by a limit or a right are security events; who only typed something wrong is none. */
const NOTED: ReadonlySet<ErrorCode> = new Set(['too_many_requests', 'forbidden', 'csrf'])

async function noteRefusal<T>(
  { security }: Pick<App, 'security'>,
  about: Parameters<App['security']['record']>[1],
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Refusal && NOTED.has(error.code)) security.record('refused', about, error.code)
    throw error
  }
}

function needsNoKey({ routeOptions: { config } }: FastifyRequest): boolean {
  return 'needsNoKey' in config && config.needsNoKey === true
}

async function answer(
  app: App,
  key: EndpointKey,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const endpoint: Endpoint = contract[key]
  const token = endpoint.who === 'provider' ? null : sessionToken(app, request)
  const found = token === null ? null : await findByToken(app, key, token)
  const caller = found?.caller ?? null
  const about = {
    route: key,
    network: networkOf(request.ip),
    ...(caller === null ? {} : { personId: caller.personId }),
  }
  return noteRefusal(app, about, () => answerCaller({ app, key, request, reply }, { token, found }))
}

interface Asked {
  readonly app: App
  readonly key: EndpointKey
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

interface Holder {
  readonly token: string | null
  readonly found: Awaited<ReturnType<typeof findCaller | typeof restoreCaller>>
}

async function answerCaller(
  { app, key, request, reply }: Asked,
  { token, found }: Holder,
): Promise<FastifyReply> {
  const endpoint: Endpoint = contract[key]
  const caller = found?.caller ?? null
  const isPersonal = isForPeople(key, endpoint, request)
  if (isPersonal && caller === null)
    throw new Refusal(token !== null && key !== 'GET /cookie' ? 'session_expired' : 'not_logged_in')
  if (caller !== null && request.method !== 'GET' && endpoint.changesNothing !== true) {
    checkCsrf(caller, request)
  }
  const params = readInput(endpoint.params, request.params)
  const query = readInput(endpoint.query, request.query)
  const body = endpoint.body === undefined ? undefined : readInput(endpoint.body, readJson(request.body))
  checkOwnership(caller, params, body)
  if (endpoint.who === 'sponsor' && caller?.isSponsor !== true) throw new Refusal('forbidden')
  const facts = requestFacts(app, request, reply)
  if (found?.isProlonged === true) facts.setSession(token)
  await countCall(app, key, { network: facts.network, caller })
  const belongings = found?.belongings ?? null
  const context = { app, params, query, body, caller, belongings, request: facts }
  const given = await callRoute(key, endpoint, context)
  reply.header('cache-control', 'no-store').type(JSON_TYPE)
  if (endpoint.fileName !== undefined) {
    reply.header('content-disposition', `attachment; filename="${endpoint.fileName}"`)
  }
  return reply.send(
    endpoint.bare ? JSON.stringify('data' in given ? given.data : null) : successText({ ...given }),
  )
}

/** Calls that change nothing and ask the primary for nothing but who calls. */
const GOES_ON: ReadonlySet<EndpointKey> = new Set(['POST /search', 'POST /filter', 'GET /config'])

/** Whose session it is. Calls that can go on without knowing do so as a visitor's when the database does not answer. */
async function findByToken(
  app: App,
  key: EndpointKey,
  token: string,
): Promise<Awaited<ReturnType<typeof findCaller | typeof restoreCaller>>> {
  // The pages ask for it before anything else.
  if (key === 'GET /cookie') return app.primary.askBriefly(() => restoreCaller(app, token))
  if (!GOES_ON.has(key)) return findCaller(app, token)
  return app.primary
    .askBriefly(() => findCaller(app, token))
    .catch((error: unknown) => {
      if (!isDatabaseAway(error)) throw error
      app.primary.failed(error)
      return null
    })
}

async function callRoute(key: EndpointKey, endpoint: Endpoint, context: object): Promise<object> {
  try {
    // The map's types tie each route to its key; here the key is any of them.
    const route = routes[key] as (context: RouteContext<never>) => Promise<object>
    return await route(context as RouteContext<never>)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const isDeclared =
      endpoint.errors.includes(error.code) || PIPELINE_ERRORS.some((code) => code === error.code)
    if (isDeclared) throw error
    throw new Error(`${key} refused with ${error.code}, which its contract does not declare`, {
      cause: error,
    })
  }
}

/** A provider sends again what is not taken now; it is never told that it asks too much. */
async function countCall(app: App, key: EndpointKey, by: LimitedCaller): Promise<void> {
  try {
    await app.limits.consumeEndpoint(key, by)
  } catch (error) {
    const isProvider = contract[key].who === 'provider'
    if (!isProvider || !(error instanceof Refusal) || error.code !== 'too_many_requests') throw error
    throw new Refusal('unavailable', { retryAfter: error.retryAfter ?? 5 })
  }
}

/** Codes and links for an account's own matters go to the person who is logged in, others to anyone. */
function isForPeople(key: EndpointKey, { who }: Endpoint, { params }: FastifyRequest): boolean {
  if (key !== 'POST /verification/{action}') return who !== 'anyone' && who !== 'provider'
  const { action } = params as { readonly action?: string }
  return action === 'change' || action === 'delete'
}

/** The token, or in its place the browser's word that a page of ours calls. A wrong token is no missing one. */
function checkCsrf(caller: Caller, { headers }: FastifyRequest): void {
  const token = headers['x-csrf-token']
  if (token === undefined && headers['sec-fetch-site'] === 'same-origin') return
  const given = Buffer.from(String(token ?? ''))
  const expected = Buffer.from(caller.csrfToken)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Refusal('csrf')
}

/** A person's number in path or body must be the session's own. */
function checkOwnership(caller: Caller | null, params: unknown, body: unknown): void {
  for (const part of [params, body]) {
    if (part === null || typeof part !== 'object') continue
    for (const name of ['userId', 'user_id']) {
      const given = (part as Readonly<Record<string, unknown>>)[name]
      if (given !== undefined && given !== null && given !== caller?.personId) throw new Refusal('forbidden')
    }
  }
}
