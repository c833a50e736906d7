import { type DestinationStream, pino, type Logger } from 'pino'
import { createCaptcha } from '#server/adapters/captcha/create-captcha.ts'
import { openResolver } from '#server/adapters/dns/resolver.ts'
import { createIdentity, type LocalIdentity } from '#server/adapters/identity/create-identity.ts'
import { bounceAddresses } from '#server/adapters/mail/bounce-address.ts'
import { readDkim, smtpMail } from '#server/adapters/mail/smtp.ts'
import { yookassa } from '#server/adapters/payments/yookassa.ts'
import { openPlatforms, type Platform, type PlatformAccess } from '#server/platforms/platform.ts'
import { PLATFORMS } from '#server/platforms/platforms.ts'
import type { App } from '#server/app.ts'
import { type Clock, systemClock } from '#server/clock.ts'
import type { Config } from '#server/config/config.ts'
import type { Credentials } from '#server/core.ts'
import { appSecret } from '#server/config/secret.ts'
import { readShop } from '#server/config/shop.ts'
import { openDatabases } from '#server/db/databases.ts'
import { type FaultPoints, noFaults } from '#server/faults.ts'
import { jobs as ownJobs, personalData } from '#server/features.ts'
import { openMetrics } from '#server/open-metrics.ts'
import { openOutsideCalls } from '#server/outside-calls.ts'
import type { Queue } from '#server/jobs/job.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { openLimits } from '#server/limits/rate-limiter.ts'
import { readLegal } from '#server/legal.ts'
import { captchaWork, siteOf } from '#server/people/newcomers.ts'
import { createKeyedMutex } from '#server/people/keyed-mutex.ts'
import { type Random, systemRandom } from '#server/random.ts'
import { openSecurityLog } from '#server/security-log.ts'

/** What differs between the server, the command line and tests. */
export interface AppOptions {
  readonly databaseUrl: string
  /** The same database through a pooler of transactions. */
  readonly poolerUrl?: string | null
  readonly smtpUrl: string
  /** The local payment provider's URL, when it is not the configured one. */
  readonly localPaymentsUrl?: () => string
  /** The video platforms; by default all. */
  readonly platforms?: readonly Platform[]
  /** Access to platforms by their names; by default as configured. */
  readonly platformAccess?: Readonly<Record<string, PlatformAccess>>
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
  const random = options.random ?? systemRandom
  const log = options.log ?? pino({ level: config.logLevel })
  const metrics = openMetrics()
  const calls = openOutsideCalls(metrics.outsideCalls)
  const queues = [...ownJobs, ...(options.furtherQueues ?? [])]
  const emailQueues = ownJobs.filter(({ sendsEmail }) => sendsEmail).map(({ name }) => name)
  const databases = openDatabases({
    config,
    databaseUrl: options.databaseUrl,
    poolerUrl: options.poolerUrl ?? null,
    emailQueues,
    metrics,
    clock,
    elapsed: options.elapsed,
    log,
  })
  const { lanes, primary } = databases
  const { db } = lanes.main
  const secret = appSecret(config)
  const security = openSecurityLog({
    config,
    clock,
    secret,
    log,
    ...(options.securityDestination === undefined ? {} : { destination: options.securityDestination }),
  })
  const limits = openLimits({ db: lanes.sessions.db, config, clock, secret, log, primary })
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
  const { platforms: known = PLATFORMS, platformAccess: access = {} } = options
  const platforms = openPlatforms(known, { config, access, db, clock, log, calls })
  const dns = openResolver({ servers: options.dnsServers ?? config.dnsServers })
  const local = options.localIdentity ?? { google: null, issuer: null }
  const identity = createIdentity({ config, local, secret, clock, log, calls })

  return {
    config,
    clock,
    random,
    log,
    security,
    db,
    databases,
    metrics,
    secret,
    limits,
    jobs,
    mail,
    bounces,
    captcha,
    payments: yookassa({ ...shop, calls }),
    personalData,
    platforms,
    dns,
    demo: shop.isLocal ? { buyer: options.demoBuyer ?? null } : null,
    legal: readLegal(config.legalFolder),
    localInboxUrl: options.localInboxUrl ?? null,
    identity,
    faults: options.faults ?? noFaults,
    runExclusive: createKeyedMutex(),
    async [Symbol.asyncDispose]() {
      // First, so that no job waits for an answer while it holds a connection.
      dns.close()
      await jobs.close()
      mail.close()
      await databases.close()
      security.close()
    },
  }
}
