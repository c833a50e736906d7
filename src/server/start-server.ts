import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { checkLocalServices, startLocalServices } from '#local/start-local-services.ts'
import { readDkim } from './adapters/mail/read-dkim.ts'
import { type App, type AppOptions, createApp } from './app.ts'
import { systemClock } from './clock.ts'
import { type Config, readConfig } from './config.ts'
import { checkSecret } from './db/check-secret.ts'
import { checkTextSupport } from './db/check-text-support.ts'
import { openEmbeddedPostgres } from './db/embedded-postgres.ts'
import { migrate } from './db/migrate.ts'
import { seedDemoCatalogue } from './features/catalogue/demo-catalogue.ts'
import { createServer } from './http/server.ts'
import { jobHandlers } from './job-handlers.ts'
import { readLimits } from './limit-table.ts'
import { readSecret } from './secret.ts'
import { ConfigError } from './settings.ts'
import { readShop } from './shop.ts'

const DIST_FOLDER = fileURLToPath(new URL('../../dist/', import.meta.url))

interface StartOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** What a test sets: clock, randomness, log, fault points. */
  readonly overrides?: Partial<AppOptions>
}

export interface RunningServer {
  readonly app: App
  readonly fastify: FastifyInstance
  /** Where it listens. */
  readonly url: string
  /** Tells proxies and waits DRAIN_MS, stops accepting, finishes what runs within the patience, stops jobs, stand-ins and the embedded database. */
  stop(patienceMs: number): Promise<void>
}

/**
 * Starts everything in order: configuration, database, stand-ins, migrations, demo catalogue, HTTP, jobs.
 * @throws Error with one sentence for a person; what was started until then is stopped again
 */
export async function startServer({ env, overrides = {} }: StartOptions): Promise<RunningServer> {
  const config = readConfig(env)
  checkSettings(config)
  const log = overrides.log ?? pino({ level: config.logLevel })
  await using started = new AsyncDisposableStack()

  const databaseUrl = config.databaseUrl ?? (await embedded(config, log, started))
  const clock = overrides.clock ?? systemClock
  const local = await startLocalServices({ config, databaseUrl, clock, log })
  started.defer(() => local.close())

  const app = started.use(
    createApp(config, {
      databaseUrl,
      smtpUrl: local.smtpUrl,
      videos: local.videos,
      localPaymentsUrl: local.paymentsUrl,
      localGoogle: local.localGoogle,
      log,
      ...overrides,
    }),
  )
  await checkTextSupport(app.pool).catch(nameDatabase(config))
  await migrate(databaseUrl)
  await checkSecret(app.db, config, app.secret)
  if (config.rateLimits === 'off') log.warn('RATE_LIMITS=off: limits of calls are not enforced')
  if (config.seedDemo && app.withDemo) await seedDemoCatalogue(app)

  const stopping = new AbortController()
  const hasWeb = existsSync(DIST_FOLDER)
  const fastify = await createServer({
    app,
    distFolder: hasWeb ? DIST_FOLDER : null,
    stopping: stopping.signal,
    extraRoutes: [(instance) => local.register(instance)],
  })
  await app.jobs.start(jobHandlers(app))
  await fastify.listen({ port: config.port, host: config.host }).catch(namePort(config))

  const running = started.move()
  return {
    app,
    fastify,
    url: config.publicUrl,
    async stop(patienceMs) {
      stopping.abort()
      await patience(config.drainMs)
      await Promise.race([fastify.close(), patience(patienceMs)])
      // Who has not even asked yet, or takes no answer, is not waited for.
      fastify.server.closeAllConnections()
      await running.disposeAsync()
    },
  }
}

/** What else can be wrong in the settings is said at once, not after a database was made and started. */
function checkSettings(config: Config): void {
  readSecret(config)
  readLimits(config)
  readShop(config)
  readDkim(config)
  checkLocalServices(config)
}

async function embedded(
  config: Config,
  log: AppOptions['log'],
  started: AsyncDisposableStack,
): Promise<string> {
  const postgres = await openEmbeddedPostgres({ dataDir: config.dataDir, role: 'server', log: log! })
  started.defer(() => postgres.close())
  return postgres.url
}

function nameDatabase(config: Config) {
  return (error: unknown): never => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(config.databaseUrl === null ? reason : `DATABASE_URL does not work: ${reason}`)
  }
}

function namePort({ port, host }: Config) {
  return (error: Error & { readonly code?: string }): never => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new ConfigError(
      `PORT ${port} is taken: another program listens there on ${host}; set another PORT.`,
    )
  }
}

function patience(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
