import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { contract } from '#shared/api/contract.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { readActor } from './calls/read-actor.ts'
import { isOwnerLink } from '#server/features/console/name-operator.ts'
import { readHead } from '../features/channels/channel-head.sql.ts'
import { readCatalogueSize } from '../features/search/read-catalogue-size.ts'
import { readNotices } from '../notices/read-notices.ts'
import { Refusal } from '../refusal.ts'
import type { Widget } from '../widget.ts'
import { allowOrigins } from './allow-origins.ts'
import { answerClientError, answerErrors } from './answer-errors.ts'
import { drain, registerHealth } from './health.ts'
import { logRequests } from './log-requests.ts'
import { servePages } from './pages/pages.ts'
import { checkClient, checkHidden, registerEndpoints } from './calls/pipeline.ts'
import { refuseOverload } from './refuse-overload.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { type Docs, loadDocs, serveDocs } from './pages/serve-docs.ts'
import { serveCrawlers } from './pages/serve-crawlers.ts'
import { type Metrics, openMetrics } from './serve-metrics.ts'
import { inRequestSpan, traceRequests } from './trace-requests.ts'
import { serveLegal } from './pages/serve-legal.ts'
import { servePaymentReturn } from './serve-payment-return.ts'
import { serveStopDigest } from './serve-stop-digest.ts'
import { serveReference } from '#server/http/reference/serve-reference.ts'

const BODY_LIMIT = 64 * 1024
const HEADERS_LIMIT = 16 * 1024
/** How long a connection may take, in ms, before it is closed. */
export interface Patience {
  /** Until a whole request has arrived; its headers within a third of it. */
  readonly requestMs: number
  /** Without a byte in either direction. */
  readonly silenceMs: number
  /** From a request's headers until its answer is fully read, however slowly. */
  readonly answerMs: number
}

const PATIENCE: Patience = { requestMs: 30_000, silenceMs: 60_000, answerMs: 300_000 }
const BROTLI_QUALITY = 4

/** The API's catch-all routes. */
const UNKNOWN: ReadonlySet<string | undefined> = new Set(['/api', '/api/', '/api/*'])

/** Adds routes outside the API. */
export type RegisterRoutes = (fastify: FastifyInstance) => void | Promise<void>

interface ServerOptions {
  readonly app: App
  /** The built web; null serves only the API. */
  readonly distFolder: string | null
  /** The built documentation; null serves none. */
  readonly docsFolder?: string | null
  readonly extraRoutes?: readonly RegisterRoutes[]
  /** Signals that the server will stop soon. */
  readonly stopping?: AbortSignal
  /** Counts the calls; served here only with a token. */
  readonly metrics?: Metrics
  readonly patience?: Patience
  /** How late (ms) the event loop is; by default it is measured. */
  readonly readDelayMs?: () => number
}

/** Creates the HTTP server of an app, which does not listen yet. */
export async function createServer({
  app,
  distFolder,
  docsFolder = null,
  extraRoutes = [],
  stopping = new AbortController().signal,
  metrics = openMetrics(app),
  patience = PATIENCE,
  readDelayMs,
}: ServerOptions): Promise<FastifyInstance> {
  const { config } = app
  const fastify = Fastify({
    http: {
      maxHeaderSize: HEADERS_LIMIT,
      headersTimeout: patience.requestMs / 3,
      connectionsCheckingInterval: patience.requestMs / 6,
    },
    requestTimeout: patience.requestMs,
    connectionTimeout: patience.silenceMs,
    bodyLimit: BODY_LIMIT,
    // Trusts exactly the configured number of nearest proxies, and none that a caller claims.
    trustProxy: (_address, hop) => hop < config.trustProxy,
    routerOptions: { maxParamLength: HEADERS_LIMIT, ignoreTrailingSlash: true },
    rewriteUrl: ({ url = '/' }) => wellFormedUrl(url),
    clientErrorHandler: answerClientError,
    // Lets running requests finish, then closes idle connections instead of waiting for them.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    logger: false,
  })
  setSecurityHeaders(fastify, config)
  allowOrigins(fastify, config)
  logRequests(fastify, app.log)
  answerErrors(fastify, app)
  drain(fastify, stopping)
  endSlowAnswers(fastify, patience.answerMs)
  refuseOverload(fastify, {
    ...app.databases,
    log: app.log,
    onRefuse: () => metrics.countOverload(),
    readDelayMs,
  })
  await fastify.register(cookie)
  await fastify.register(compress, {
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    // A compressed body could unfold to any size; no client of ours sends one.
    globalDecompression: false,
  })
  metrics.watch(fastify)
  // Behind a proxy every client seems to be on this machine, so without a token metrics are not served here.
  if (config.metricsToken !== null) metrics.serve(fastify, config.metricsToken)
  const docs = docsFolder === null ? null : await loadDocs(docsFolder)
  await fastify.register(async (api) => serveApi(api, app, docs), { prefix: '/api' })
  serveCrawlers(fastify, { ...app, docs: docs?.pages ?? [] })
  if (docs !== null) serveDocs(fastify, docs, app.config.publicUrl)
  serveLegal(fastify, app)
  await serveStopDigest(fastify, app)
  for (const register of extraRoutes) await register(fastify)
  if (distFolder !== null) {
    await servePages(fastify, {
      ...app,
      distFolder,
      widgets: widgetsOf(app),
      readCatalogueSize: () => readCatalogueSize(app),
      readNotices: () => readNotices(app),
      isOperator: (request) => isOperator(app, request),
      readChannel: async (channelId, network) => {
        await app.limits.consume('channel_page', network)
        return readHead(app, channelId)
      },
    })
  }
  fastify.setNotFoundHandler(refuseUnknown)
  return fastify
}

/** Reading byte by byte never counts as silence, yet keeps the answer in memory. */
function endSlowAnswers(fastify: FastifyInstance, answerMs: number): void {
  fastify.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    const timer = setTimeout(() => socket.destroy(), answerMs).unref()
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })
}

/** Operators, and whoever has the link of the first start. */
async function isOperator(app: App, request: FastifyRequest): Promise<boolean> {
  const { token } = request.query as { readonly token?: unknown }
  if (typeof token === 'string' && (await isOwnerLink(app, token))) return true
  try {
    await readActor(app, OPERATOR, request)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

const OPERATOR: Endpoint = contract['GET /operator/session']

/** The configured providers' widgets on the login and sign-up pages. */
function widgetsOf({ captcha, identity }: App): readonly Widget[] {
  return [captcha.widget, identity.google?.widget].filter((widget) => widget != null)
}

async function serveApi(api: FastifyInstance, app: App, docs: Docs | null): Promise<void> {
  await registerHealth(api, app)
  serveReference(api, app.config, docs)
  servePaymentReturn(api, app)
  await api.register(async (guarded) => {
    traceRequests(guarded)
    keepBodies(guarded)
    guarded.addHook('onRequest', async (request) => {
      await inRequestSpan(request, () => checkClient(app, request))
      // Refused before a body is read: an unknown URL accepts none. A URL with a trailing slash lacks its last part and
      // must not be treated as the call without it: `DELETE /sessions/` ends no session.
      const isUnknown = request.is404 || UNKNOWN.has(request.routeOptions.url) || hasSlashAtEnd(request.url)
      if (isUnknown) refuseUnknown()
      await checkHidden(app, request)
    })
    registerEndpoints(guarded, app)
    // The pages answer every URL without a route, so the API catches its own; methods that only Node knows reach the
    // handler below.
    guarded.all('/', refuseUnknown)
    guarded.all('/*', refuseUnknown)
    guarded.setNotFoundHandler(refuseUnknown)
  })
}

function hasSlashAtEnd(url: string): boolean {
  return /^[^?]*\/(?:\?|$)/.test(url)
}

function refuseUnknown(): never {
  throw new Refusal('not_found')
}

// Keeps bodies as bytes until key, type, size, session and CSRF are checked; then the pipeline parses them.
function keepBodies(api: FastifyInstance): void {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('application/json', { parseAs: 'buffer' }, ({ headers }, body, done) => {
    const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1]
    const isUtf8 = charset === undefined || /^utf-?8$/i.test(charset)
    if (isUtf8 && headers['content-encoding'] === undefined) done(null, body)
    else done(new Refusal('not_json'))
  })
}

/** Replaces a URL that cannot be decoded by an unknown one, so that it is answered like any other. */
function wellFormedUrl(url: string): string {
  if (!url.includes('%')) return url
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}
