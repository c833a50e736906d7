import { type DestinationStream, pino, type Logger } from 'pino'
import { createCaptcha } from './adapters/captcha/create-captcha.ts'
import { openResolver } from './adapters/dns/resolver.ts'
import { createIdentity, type LocalIdentity } from './adapters/identity/create-identity.ts'
import { bounceAddresses } from '#server/adapters/mail/bounce-address.ts'
import { readDkim, smtpMail } from '#server/adapters/mail/smtp.ts'
import { yookassa } from './adapters/payments/yookassa.ts'
import {
  createVideos,
  NO_PLATFORM,
  platformAccess,
  type VideosAccess,
} from './adapters/videos/create-videos.ts'
import type { App, Credentials } from './app.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config/config.ts'
import { appSecret } from '#server/config/secret.ts'
import { readShop } from './config/shop.ts'
import { openReplicas } from './db/catalogue-reader.ts'
import { openDatabase, openPool } from './db/connect.ts'
import { openLane } from './db/lanes.ts'
import { openReadiness } from './db/read-readiness.ts'
import { watchPrimary } from './db/watch-primary.ts'
import { watchReplicas } from './db/watch-replicas.ts'
import { describeError } from './describe-error.ts'
import { type FaultPoints, noFaults } from './faults.ts'
import { jobs as ownJobs, personalData } from './features.ts'
import { openMetrics } from './open-metrics.ts'
import { openOutsideCalls } from './outside-calls.ts'
import type { Queue } from '#server/jobs/job.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { openLimits } from '#server/limits/rate-limiter.ts'
import { readLegal } from './legal.ts'
import { captchaWork, siteOf } from './people/newcomers.ts'
import { createKeyedMutex } from './people/keyed-mutex.ts'
import { type Random, systemRandom } from './random.ts'
import { openSecurityLog } from './security-log.ts'

/** Reserved for sessions and limits, which are read in batches: a few connections serve thousands of calls a second. */
const SESSION_CONNECTIONS = 4
/** Beside a pooler, for locks of a session and streams. */
const DIRECT_CONNECTIONS = 4
/** How long (ms) a search on the primary may take. */
const SEARCH_MS = 2_000
const METRICS_MS = 1_000
const CHECK_MS = 120_000

/** What differs between the server, the command line and tests. */
export interface AppOptions {
  readonly databaseUrl: string
  /** The same database through a pooler of transactions. */
  readonly poolerUrl?: string | null
  readonly smtpUrl: string
  /** The local payment provider's URL, when it is not the configured one. */
  readonly localPaymentsUrl?: () => string
  /** Access to the video platform; by default the configured one. */
  readonly videos?: VideosAccess
  /** The DNS resolvers to ask; by default the configured ones. */
  readonly dnsServers?: readonly string[]
  /** The stand-ins for identity providers that run. */
  readonly localIdentity?: LocalIdentity
  readonly localInboxUrl?: string | null
  readonly demoBuyer?: Credentials | null
  /** Queues of jobs beside those of the features. */
  readonly furtherQueues?: readonly Queue[]
  readonly clock?: Clock
  /** Milliseconds of a clock that never jumps. */
  readonly elapsed?: () => number
  readonly random?: Random
  readonly log?: Logger
  /** Receives security events instead of the configured destination. */
  readonly securityDestination?: DestinationStream
  readonly faults?: FaultPoints
}

/**
 * The composition root of the server, the command line and tests. It opens connections lazily and starts nothing; disposing
 * the app closes them.
 */
export function createApp(config: Config, options: AppOptions): App {
  const clock = options.clock ?? systemClock
  const { elapsed } = options
  const random = options.random ?? systemRandom
  const log = options.log ?? pino({ level: config.logLevel })
  const primary = watchPrimary({ log, clock })
  const metrics = openMetrics()
  const calls = openOutsideCalls(metrics.outsideCalls)
  const openPrimary = (max: number, statementMs?: number, pooler: string | null = null) =>
    openPool(pooler ?? options.databaseUrl, {
      max,
      isPooled: pooler !== null,
      onLost: (error) => log.debug({ error: describeError(error) }, 'a database connection was lost'),
      onAnswer: () => primary.answered(),
      ...(statementMs === undefined ? {} : { statementMs }),
    })
  const { poolerUrl = null } = options
  const mainMax = config.databasePool - SESSION_CONNECTIONS
  const pool = openPrimary(poolerUrl === null ? mainMax : DIRECT_CONNECTIONS)
  const mainPool = poolerUrl === null ? pool : openPrimary(mainMax, undefined, poolerUrl)
  const isPooled = poolerUrl !== null
  const main = openLane(mainPool, { name: 'main', longestWaitMs: 3_000, isPooled, log, elapsed })
  const sessions = openLane(openPrimary(SESSION_CONNECTIONS, undefined, poolerUrl), {
    name: 'sessions',
    longestWaitMs: 1_000,
    isPooled,
    log,
    elapsed,
  })
  const search = openLane(openPrimary(config.databaseSearchPool, SEARCH_MS), {
    name: 'search',
    longestWaitMs: 1_000,
    // Searches may wait for the end of an import while everything else goes on.
    whenStuck: 'crowded',
    log,
    elapsed,
  })
  const { db } = main
  const direct = pool === mainPool ? db : openDatabase(pool)
  const metricsDb = openDatabase(openPrimary(1, METRICS_MS))
  const checksDb = openDatabase(openPrimary(1, CHECK_MS))
  const watch = watchReplicas(options.databaseUrl, config.databaseReplicaUrls, {
    maxLag: config.replicaMaxLag,
    onLate: (replica, seconds) => log.warn({ replica, seconds }, 'a replica is behind'),
    onCaughtUp: (replica) => log.warn({ replica }, 'a replica has caught up'),
    clock,
  })
  const replicas = openReplicas(config.databaseReplicaUrls, {
    primary: search,
    isPrimaryAway: () => primary.isAway(),
    max: config.databaseSearchPool,
    log,
    onAway: (replica, error) =>
      log.error({ replica, error: describeError(error) }, 'a replica does not answer'),
    onBack: (replica) => log.warn({ replica }, 'a replica answers again'),
    isLate: watch.isLate,
    metrics,
    clock,
    elapsed,
  })
  const queues = [...ownJobs, ...(options.furtherQueues ?? [])]
  const emails = ownJobs.filter(({ sendsEmail }) => sendsEmail).map(({ name }) => name)
  const readiness = openReadiness(options.databaseUrl, config.databaseReplicaUrls, emails, watch.isLate)
  const secret = appSecret(config)
  const security = openSecurityLog({
    config,
    clock,
    secret,
    log,
    ...(options.securityDestination === undefined ? {} : { destination: options.securityDestination }),
  })
  const limits = openLimits({ db: sessions.db, config, clock, secret, log, primary })
  const jobs = openJobs({
    databaseUrl: options.databaseUrl,
    queues,
    secret,
    log,
    runs: metrics.jobRuns,
    primary,
  })
  const bounces = config.mailBounces === null ? null : bounceAddresses(secret, config.mailBounces)
  const mail = smtpMail({
    url: options.smtpUrl,
    from: config.mailFrom,
    replyTo: config.supportEmail,
    needsTls: config.smtpTls === 'required',
    dkim: readDkim(config),
    bounces,
    clock,
    calls,
  })
  const captcha = createCaptcha({
    config,
    secret,
    clock,
    db,
    workOf: async ({ network }) => captchaWork(await limits.count('signup_day', siteOf(network))),
    calls,
  })
  const shop = readShop(config, options.localPaymentsUrl)
  const access = options.videos ?? platformAccess(config) ?? NO_PLATFORM
  const videos = createVideos({ config, access, db, clock, log, calls })
  const dns = openResolver({ servers: options.dnsServers ?? config.dnsServers })
  const local = options.localIdentity ?? { google: null, issuer: null }
  const identity = createIdentity({ config, local, secret, clock, log, calls })

  return {
    config,
    clock,
    random,
    log,
    security,
    pool,
    db,
    direct,
    metricsDb,
    checksDb,
    metrics,
    lanes: { main, sessions, search: [...replicas.lanes, search] },
    primary,
    readiness,
    replicas: { ...watch, areUp: replicas.areUp },
    readCatalogue: replicas.read,
    secret,
    limits,
    jobs,
    mail,
    bounces,
    captcha,
    payments: yookassa({ ...shop, calls }),
    personalData,
    videos,
    dns,
    withDemo: shop.isLocal,
    legal: readLegal(config.legalFolder),
    localInboxUrl: options.localInboxUrl ?? null,
    demoBuyer: options.demoBuyer ?? null,
    identity,
    faults: options.faults ?? noFaults,
    runExclusive: createKeyedMutex(),
    async [Symbol.asyncDispose]() {
      // First, so that no job waits for an answer while it holds a connection.
      dns.close()
      await jobs.close()
      mail.close()
      await replicas.close()
      await watch.close()
      await readiness.close()
      for (const lane of [search, sessions, main]) await lane.close()
      if (!pool.ending) await pool.end()
      for (const own of [metricsDb, checksDb]) await own.destroy()
      security.close()
    },
  }
}
