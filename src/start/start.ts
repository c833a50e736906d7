import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { checkLocalServices, startLocalServices } from '#local/start-local-services.ts'
import { readDkim } from '#server/adapters/mail/smtp.ts'
import { readRoles } from '#server/adapters/identity/create-identity.ts'
import { PLATFORMS } from '#server/platforms/platforms.ts'
import type { App } from '#server/app.ts'
import { type AppOptions, createApp } from './compose.ts'
import { systemClock } from '#server/clock.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { checkSecret } from '#server/db/check-secret.ts'
import { markDemo } from '#server/db/demo-mark.ts'
import { checkTextSupport, waitForDatabase } from '#server/db/check-database.ts'
import { checkPooler } from '#server/db/check-pooler.ts'
import { checkSearchPath } from '#server/db/code.ts'
import { openPool } from '#server/db/connect.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { describeError } from '#server/describe-error.ts'
import { seedDemoCatalogue } from '#local/demo/load-generated.ts'
import { DEMO_BUYER, keepDemoBuyer } from '#local/demo/demo-buyer.ts'
import { demoJobs } from '#local/demo/reset-demo.ts'
import { serveDemoThumbnails } from '#local/demo/thumbnails.ts'
import { makeOwnerLink } from '#server/features/console/name-operator.ts'
import { countInactivity } from '#server/features/catalogue/count-inactivity.ts'
import { makeFirstTrustStatistics } from '#server/features/evidence/make-trust-statistics.ts'
import { jobs } from '#server/features.ts'
import { LOCAL_HOST, type LocalListener, openLocalListener } from '#server/http/local-listener.ts'
import { openMetrics } from '#server/http/serve-metrics.ts'
import { createServer, type RegisterRoutes } from '#server/http/server.ts'
import { readLimits } from '#server/limits/rate-limiter.ts'
import { prepareDatabase } from './prepare-database.ts'
import { keepRecentErrors } from '#server/recent-errors.ts'
import { readSecret } from '#server/config/secret.ts'
import { ConfigError } from '#server/config/settings.ts'
import { reachableUrl, readBank, readShop } from '#server/config/shop.ts'

export const DIST_FOLDER = fileURLToPath(new URL('../../dist/', import.meta.url))

/**
 * Connections that may wait to be accepted, as far as the system allows. When more come at once, their clients try again
 * after a second: with Node's 511, some of 1,000 did (`bench/lanes.ts`).
 */
export const BACKLOG = 4_096

const ALLOWED =
  'ALLOW_LOCAL_SERVICES=true: stand-ins run in place of real services; anybody who reaches LOCAL_PORT can read all emails and pay without money'

interface StartOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** What tests set: clock, randomness, log, fault points. */
  readonly overrides?: Partial<AppOptions>
  /** The size of the demo catalogue, when a test wants a smaller one. */
  readonly demoChannels?: number
}

export interface RunningServer {
  readonly app: App
  readonly fastify: FastifyInstance
  /** The public URL. */
  readonly url: string
  /** The URL of stand-ins and of metrics without a token, for this machine only; null when there are neither. */
  readonly localUrl: string | null
  /** Makes whoever opens it the first owner of the console; null where there is one, and in a demonstration. */
  readonly ownerLink: string | null
  /**
   * Reports not ready to proxies and waits DRAIN_MS, stops accepting, lets running requests finish within the patience,
   * then stops jobs, stand-ins and the embedded database.
   */
  stop(patienceMs: number): Promise<void>
}

/**
 * Starts everything in order: configuration, local port, database, stand-ins, migrations, demo catalogue, HTTP, jobs.
 * @throws Error with one sentence for the operator, after stopping what was started
 */
export async function startServer({
  env,
  overrides = {},
  demoChannels,
}: StartOptions): Promise<RunningServer> {
  const config = readConfig(env)
  const standIns = checkSettings(config)
  const errors = keepRecentErrors()
  const log = overrides.log ?? pino({ level: config.logLevel, hooks: errors.hooks })
  if (config.allowLocalServices && standIns.length > 0) log.warn({ standIns }, ALLOWED)
  await using started = new AsyncDisposableStack()
  // Before anything is opened: connections are traced from their beginning. Disposed last, it sends what is left.
  if (config.otelEndpoint !== '') started.use((await import('./open-tracing.ts')).openTracing(config, log))

  await checkPort(config).catch(namePort('PORT', config))
  const isLocalNeeded = standIns.length > 0 || config.metricsToken === null
  const listener = isLocalNeeded ? started.use(await openLocal(config)) : null
  if (config.databaseUrl !== null)
    await waitForDatabase(config.databaseUrl, { seconds: config.databaseWait, log }).catch(
      nameDatabase(config),
    )
  const databaseUrl = config.databaseUrl ?? (await embedded(config, log, started))
  const clock = overrides.clock ?? systemClock
  let { port } = config
  const local = await startLocalServices({
    config,
    url: listener?.url ?? '',
    productUrl: () => reachableUrl(config.host, port),
    databaseUrl,
    clock,
    log,
    recentErrors: errors.list,
  })
  started.defer(() => local.close())

  const ownerUrl = config.databaseMigrationUrl ?? databaseUrl
  const demo = config.demo ? demoJobs({ ownerUrl, forget: () => local.forget(), channels: demoChannels }) : []
  const app = started.use(
    createApp(config, {
      databaseUrl,
      poolerUrl: config.databasePoolerUrl,
      smtpUrl: local.smtpUrl,
      platformAccess: local.platformAccess,
      dnsServers: local.dnsServers,
      localPaymentsUrl: () => local.paymentsUrl,
      localIdentity: local.identity,
      localInboxUrl: config.isLoopback || config.demo ? local.inboxUrl : null,
      demoBuyer: config.demo ? DEMO_BUYER : null,
      furtherQueues: demo,
      log,
      ...overrides,
    }),
  )
  await checkTextSupport(app.databases.pool).catch(nameDatabase(config))
  await prepareDatabase({ url: databaseUrl, migrationUrl: config.databaseMigrationUrl, log })
  await checkSearchPath(app.databases.forChecks).catch(nameDatabase(config))
  if (config.databasePoolerUrl !== null) await checkPooler(app)
  app.databases.replicas.start()
  await checkSecret(app.db, config, app.secret)
  await markDemo(app.databases.pool, config.demo)
  if (config.rateLimits === 'off') log.warn('RATE_LIMITS=off: rate limits are not enforced')
  // After days without a server, or a restore, the hourly job would come late.
  void countInactivity(app).catch((error: unknown) =>
    log.warn({ error: describeError(error) }, 'inactivity is counted within the hour'),
  )
  if (config.seedDemo && app.demo !== null) await seedAsOwner(app, demoChannels)
  if (config.demo) await keepDemoBuyer(app)
  void makeFirstTrustStatistics(app).catch((error: unknown) =>
    log.warn({ error: describeError(error) }, 'public statistics are made within a day'),
  )

  const stopping = new AbortController()
  // Without the web, `npm run dev` serves it from source.
  const built = (part: string) => existsSync(path.join(DIST_FOLDER, part))
  const metrics = openMetrics(app)
  const fastify = await createServer({
    app,
    metrics,
    distFolder: built('pages') ? DIST_FOLDER : null,
    docsFolder: built('docs') ? path.join(DIST_FOLDER, 'docs') : null,
    extraRoutes: [
      serveDemoThumbnails,
      ...(config.demo ? [(instance: FastifyInstance) => local.registerPublic(instance)] : []),
    ],
    stopping: stopping.signal,
  })
  const openMetricsHere: RegisterRoutes = (instance) => {
    if (config.metricsToken === null) metrics.serve(instance, null)
  }
  await listener?.serve([(instance) => local.register(instance), openMetricsHere], log)
  await app.jobs.start([...jobs, ...demo], app)
  await fastify.listen({ port, host: config.host, backlog: BACKLOG }).catch(namePort('PORT', config))
  // With PORT=0 the port is known only now.
  port = (fastify.server.address() as AddressInfo).port

  const ownerLink = config.demo ? null : await makeOwnerLink(app)
  const running = started.move()
  return {
    app,
    fastify,
    url: config.publicUrl,
    localUrl: listener?.url ?? null,
    ownerLink,
    async stop(patienceMs) {
      stopping.abort()
      await pause(config.drainMs, undefined, { ref: false })
      await Promise.race([fastify.close(), pause(patienceMs, undefined, { ref: false })])
      // Does not wait for connections that have sent no request or accept no answer.
      fastify.server.closeAllConnections()
      await running.disposeAsync()
    },
  }
}

/**
 * Reports other wrong settings at once, before a database is created and started.
 * @returns why stand-ins start
 */
function checkSettings(config: Config): readonly string[] {
  readSecret(config)
  readLimits(config)
  readShop(config)
  readBank(config)
  readDkim(config)
  for (const platform of PLATFORMS) platform.check(config)
  readRoles(config)
  return checkLocalServices(config)
}

/** Opened before a database is created, for the same reason; from here on the stand-ins' URL is known. */
function openLocal({ localPort }: Config): Promise<LocalListener> {
  return openLocalListener(localPort).catch(namePort('LOCAL_PORT', { port: localPort, host: LOCAL_HOST }))
}

async function embedded(
  config: Config,
  log: AppOptions['log'],
  started: AsyncDisposableStack,
): Promise<string> {
  const postgres = await openEmbeddedPostgres({
    dataDir: config.dataDir,
    memory: config.embeddedMemory,
    role: 'server',
    log: log!,
  })
  started.defer(() => postgres.close())
  return postgres.url
}

/** Filling an empty catalogue drops its indexes meanwhile, which only the owner of the tables may do. */
async function seedAsOwner(app: App, count: number | undefined): Promise<void> {
  const ownersUrl = app.config.databaseMigrationUrl
  if (ownersUrl === null) {
    await seedDemoCatalogue(app, count)
    return
  }
  const owners = openPool(ownersUrl, { max: 2, onLost: () => undefined })
  try {
    await seedDemoCatalogue({ ...app, databases: { pool: owners } }, count)
  } finally {
    await owners.end()
  }
}

function nameDatabase(config: Config) {
  return (error: unknown): never => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(config.databaseUrl === null ? reason : `DATABASE_URL does not work: ${reason}`)
  }
}

/** Checks that the port is free, before a database is created and migrated. Another program may still take it meanwhile. */
async function checkPort({ port, host }: Config): Promise<void> {
  const probe = createTcpServer().listen({ port, host })
  await once(probe, 'listening')
  await new Promise((resolve) => probe.close(resolve))
}

function namePort(name: string, { port, host }: Pick<Config, 'port' | 'host'>) {
  return (error: Error & { readonly code?: string }): never => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new ConfigError(
      `${name} ${port} is taken: another program listens there on ${host}; set another ${name}.`,
    )
  }
}
