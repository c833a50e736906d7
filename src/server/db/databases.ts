import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config/config.ts'
import { describeError } from '#server/describe-error.ts'
import type { Metrics } from '#server/open-metrics.ts'
import { type CatalogueReader, openReplicas } from './catalogue-reader.ts'
import { type Db, openDatabase, openPool, type PoolOptions } from './connect.ts'
import { type Lane, openLane } from './lanes.ts'
import { openReadiness, type Readiness } from './read-readiness.ts'
import { type PrimaryWatch, watchPrimary } from './watch-primary.ts'
import { type ReplicaWatch, watchReplicas } from './watch-replicas.ts'

/** All connections to the primary and its replicas. */
export interface Databases {
  /** Connections to the primary itself, for streams and benchmarks; `direct` uses them. */
  readonly pool: pg.Pool
  /** The primary, for what has to keep one connection for longer: locks of a session. */
  readonly direct: Db
  /** One connection to the primary for what `/metrics` reads, so that no crowd hides it; a statement may take a second. */
  readonly forMetrics: Db
  /** One connection to the primary for what is checked and counted at night; a statement may take two minutes. */
  readonly forChecks: Db
  readonly lanes: Lanes
  /** Whether the primary answers, for calls that can do without it. */
  readonly primary: PrimaryWatch
  readonly readiness: Readiness
  /** How far the replicas are behind; the server starts the watch. */
  readonly replicas: ReplicaWatch & { readonly areUp: () => readonly boolean[] }
  /**
   * Runs a read of the catalogue on a replica, or on the primary when no replica is set, answers and is up to date. Nothing
   * about a person is read there: people must see their own changes.
   */
  readonly readCatalogue: CatalogueReader
}

/** Who waits for whom: a crowd in one lane holds up no other. */
export interface Lanes {
  /** The primary, for money and everything that has no lane of its own; `Core.db` runs in it. */
  readonly main: Lane
  /** The primary, for sessions and limits, which every call needs. */
  readonly sessions: Lane
  /** One for each replica, and one on the primary. */
  readonly search: readonly Lane[]
}

interface DatabasesOptions {
  readonly config: Config
  readonly databaseUrl: string
  /** The same database through a pooler of transactions. */
  readonly poolerUrl: string | null
  /** The queues whose jobs send emails. */
  readonly emailQueues: readonly string[]
  readonly metrics: Metrics
  readonly clock: Clock
  readonly elapsed: (() => number) | undefined
  readonly log: Logger
}

/** Reserved for sessions and limits, which are read in batches: a few connections serve thousands of calls a second. */
const SESSION_CONNECTIONS = 4
/** Beside a pooler, for locks of a session and streams. */
const DIRECT_CONNECTIONS = 4
/** How long (ms) a search on the primary may take. */
const SEARCH_MS = 2_000
const METRICS_MS = 1_000
const CHECK_MS = 120_000

/** Connections are made when they are first used; `close` ends them. */
export function openDatabases({
  config,
  databaseUrl,
  poolerUrl,
  emailQueues,
  metrics,
  clock,
  elapsed,
  log,
}: DatabasesOptions): Databases & { close(): Promise<void> } {
  const primary = watchPrimary({ log, clock })
  const openPrimary = (
    max: number,
    { url = databaseUrl, ...more }: Partial<PoolOptions> & { url?: string },
  ) =>
    openPool(url, {
      max,
      onLost: (error) => log.debug({ error: describeError(error) }, 'a database connection was lost'),
      onAnswer: () => primary.answered(),
      ...more,
    })
  const isPooled = poolerUrl !== null
  const mainMax = config.databasePool - SESSION_CONNECTIONS
  const pooled = { url: poolerUrl ?? databaseUrl, isPooled, namesRelease: true }
  const pool = openPrimary(isPooled ? DIRECT_CONNECTIONS : mainMax, { namesRelease: true })
  const mainPool = isPooled ? openPrimary(mainMax, pooled) : pool
  const main = openLane(mainPool, { name: 'main', longestWaitMs: 3_000, isPooled, log, elapsed })
  const sessions = openLane(openPrimary(SESSION_CONNECTIONS, pooled), {
    name: 'sessions',
    longestWaitMs: 1_000,
    isPooled,
    log,
    elapsed,
  })
  const search = openLane(openPrimary(config.databaseSearchPool, { statementMs: SEARCH_MS }), {
    name: 'search',
    longestWaitMs: 1_000,
    // Searches may wait for the end of an import while everything else goes on.
    whenStuck: 'crowded',
    log,
    elapsed,
  })
  const forMetrics = openDatabase(openPrimary(1, { statementMs: METRICS_MS }))
  const forChecks = openDatabase(openPrimary(1, { statementMs: CHECK_MS }))
  const watch = watchReplicas(databaseUrl, config.databaseReplicaUrls, {
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
  const readiness = openReadiness(databaseUrl, config.databaseReplicaUrls, emailQueues, watch.isLate)
  return {
    pool,
    direct: isPooled ? openDatabase(pool) : main.db,
    forMetrics,
    forChecks,
    lanes: { main, sessions, search: [...replicas.lanes, search] },
    primary,
    readiness,
    replicas: { ...watch, areUp: replicas.areUp },
    readCatalogue: replicas.read,
    async close() {
      await replicas.close()
      await watch.close()
      await readiness.close()
      for (const lane of [search, sessions, main]) await lane.close()
      if (!pool.ending) await pool.end()
      for (const own of [forMetrics, forChecks]) await own.destroy()
    },
  }
}
