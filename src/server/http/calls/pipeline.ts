import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contract, type EndpointKey } from '#shared/api/contract.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import type { ErrorCode } from '#shared/api/errors.ts'
import { needsKey, refusalsOf, waitsForMaintenance } from '#shared/api/policy.ts'
import { personOf } from '#server/actor/actor.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { routes } from '#server/features.ts'
import { hasOwnerLink } from '#server/features/console/name-operator.ts'
import type { LimitedCall } from '#server/limits/rate-limiter.ts'
import { refuseWhilePaused } from '#server/notices/read-notices.ts'
import { Refusal } from '#server/refusal.ts'
import type { AnsweredFile, RequestFacts, RouteContext, Routes } from '#server/feature.ts'
import { inRequestSpan } from '../trace-requests.ts'
import { traced } from '#server/tracing.ts'
import { refuseDemoBuyer } from '#server/people/demo-buyer.ts'
import { checkRights, checkSession } from './check-policy.ts'
import { type FoundActor, readActor, withLink } from './read-actor.ts'
import { requestFacts, networkOf } from './request-facts.ts'
import { commandRoutes } from './command-routes.ts'
import { successText } from './envelope.ts'
import { readInput, readJson } from './read-input.ts'

const allRoutes: Routes = { ...routes, ...commandRoutes }

const JSON_TYPE = 'application/json; charset=utf-8'

/** Registers every endpoint of the contract under /api, each behind the same checks in the same order. */
export function registerEndpoints(fastify: FastifyInstance, app: App): void {
  for (const key of Object.keys(contract) as EndpointKey[]) {
    const [method = '', path = ''] = key.split(' ')
    const endpoint: Endpoint = contract[key]
    fastify.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
      config: { endpoint },
      handler: (request, reply) =>
        inRequestSpan(request, () => answer({ app, key, endpoint, request, reply })),
    })
  }
}

/** The contract's entry for a request's endpoint; undefined when there is none. */
export function endpointOf({ routeOptions: { config } }: FastifyRequest): Endpoint | undefined {
  return (config as { readonly endpoint?: Endpoint } | undefined)?.endpoint
}

/** Checks the client's key and the network's overall limit before anything of the request is read. */
export async function checkClient(app: App, request: FastifyRequest): Promise<void> {
  const endpoint = endpointOf(request)
  if (endpoint !== undefined && !needsKey(endpoint)) return
  if (request.headers['x-api-key'] !== app.config.clientKey) throw new Refusal('api_key')
  // Refused before anything is done for it.
  const lanes = endpoint?.lane === undefined ? [] : app.databases.lanes[endpoint.lane]
  const last = lanes.at(-1)
  if (last !== undefined && lanes.every((lane) => lane.isFull())) throw last.refuse()
  const network = networkOf(request.ip)
  await noteRefusal(app, { network }, () => app.limits.consume('all', network))
}

/**
 * Answers a call for operators as an unknown one before anything else of the request is judged; that of the first owner while
 * there is no open link. @throws Refusal not_found
 */
export async function checkHidden(app: App, request: FastifyRequest): Promise<void> {
  const endpoint = endpointOf(request)
  if (endpoint?.who === 'operator') await readActor(app, endpoint, request)
  const isFirst = endpoint === contract['POST /operator/first']
  if (isFirst && !(await hasOwnerLink(app))) throw new Refusal('not_found')
}

/** Refusals by a limit or a right are security events; a typing mistake is not. */
const NOTED: ReadonlySet<ErrorCode> = new Set(['too_many_requests', 'forbidden', 'csrf', 'account_blocked'])

async function noteRefusal<T>(
  { security }: Core,
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

interface Call {
  readonly app: App
  readonly key: EndpointKey
  readonly endpoint: Endpoint
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

async function answer(call: Call): Promise<FastifyReply> {
  const { app, key, endpoint, request, reply } = call
  const found = await stage('session', () => readActor(app, endpoint, request))
  const facts = requestFacts(app, request, reply)
  const about = {
    route: key,
    network: facts.network,
    ...(found.actor.kind === 'person' && { personId: found.actor.personId }),
  }
  return noteRefusal(app, about, () => answerActor(call, found, facts))
}

async function answerActor(
  { app, key, endpoint, request, reply }: Call,
  found: FoundActor,
  facts: RequestFacts,
): Promise<FastifyReply> {
  checkSession(app, key, endpoint, found, request)
  const params = readInput(endpoint.params, request.params)
  const query = readInput(endpoint.query, request.query)
  const body = endpoint.body === undefined ? undefined : readInput(endpoint.body, readJson(request.body))
  checkRights(endpoint, found.actor, [params, body])
  if (waitsForMaintenance(key)) await refuseWhilePaused(app)
  if (endpoint.changesAccount === true) refuseDemoBuyer(app, personOf(found.actor)?.email)
  if (found.isProlonged) facts.setSession(found.token)
  const actor = withLink(endpoint, found.actor, body)
  await stage('limits', () => countCall(app, key, { network: facts.network, actor }))
  const context = { app, params, query, body, actor, holdings: found.holdings, request: facts }
  const given = await stage('route', () => callRoute(key, context))
  const { keptSeconds } = endpoint
  // Never by a shared cache: a prolonged session may go with it.
  reply.header('cache-control', keptSeconds === undefined ? 'no-store' : `private, max-age=${keptSeconds}`)
  if ('file' in given) return sendFile(reply, given.file as AnsweredFile)
  reply.type(JSON_TYPE)
  if (endpoint.fileName !== undefined) {
    reply.header('content-disposition', `attachment; filename="${endpoint.fileName}"`)
  }
  return reply.send(
    endpoint.bare ? JSON.stringify('data' in given ? given.data : null) : successText({ ...given }),
  )
}

/** A part of the pipeline in the call's trace. */
function stage<T>(name: string, work: () => Promise<T>): Promise<T> {
  return traced(() => ({ name, kind: 'internal' }), work)
}

/** Its rows are read while it is sent: a failure then breaks the connection, so that nobody takes a part for the whole. */
function sendFile(reply: FastifyReply, { name, type, body }: AnsweredFile): FastifyReply {
  reply.type(type).header('content-disposition', attachment(name))
  return reply.send(Readable.fromWeb(body))
}

/** Headers hold no other alphabets, so the name itself is in the form of RFC 8187 beside one of ASCII. */
function attachment(name: string): string {
  const ascii = name.replace(/[^ -~]|["\\%]/gu, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encoded}`}`
}

/** The provider retries what is refused as unavailable; it never gets `too_many_requests`. */
async function countCall({ limits }: App, key: EndpointKey, by: LimitedCall): Promise<void> {
  try {
    await limits.consumeEndpoint(key, by)
  } catch (error) {
    const isProvider = contract[key].who === 'provider'
    if (!isProvider || !(error instanceof Refusal) || error.code !== 'too_many_requests') throw error
    throw new Refusal('unavailable', { retryAfter: error.retryAfter ?? 5 })
  }
}

/** @throws Refusal that the call's contract declares; any other is a fault */
async function callRoute(key: EndpointKey, context: object): Promise<object> {
  try {
    // The map's type ties each route to its key, but here the key is a union.
    const route = allRoutes[key] as (context: RouteContext<never>) => Promise<object>
    return await route(context as RouteContext<never>)
  } catch (error) {
    if (!(error instanceof Refusal) || refusalsOf(key).includes(error.code)) throw error
    throw new Error(`${key} refused with ${error.code}, which its contract does not declare`, {
      cause: error,
    })
  }
}
