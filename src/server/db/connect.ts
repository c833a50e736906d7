import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import pg from 'pg'
import { Refusal } from '../refusal.ts'
import { isTracing } from '../tracing.ts'
import { withoutCompiling, withReleaseSchema } from './code.ts'
import { limitWaiting } from './limit-waiting.ts'
import type { DB } from './tables.ts'
import { traceStatements } from './trace-statements.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

const { DATE, INT8, NUMERIC } = pg.types.builtins
const INT8_ARRAY: number = 1016

// Counts and ids stay far below 2^53; dates are Moscow dates and must not become instants.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === INT8 || oid === NUMERIC) return Number
    if (oid === DATE) return String
    if (oid === INT8_ARRAY) return readNumbers
    return pg.types.getTypeParser(oid, format) as (text: string) => unknown
  },
}

/** An array of numbers, without nulls. */
function readNumbers(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)
}

export interface PoolOptions {
  readonly max: number
  /** Called when an idle connection dies (the server restarted); it only needs logging. */
  readonly onLost: (error: Error) => void
  /** Called whenever the server has answered a statement. */
  readonly onAnswer?: () => void
  /** How long (ms) a statement may take, 15 s by default; 0 for no limit. */
  readonly statementMs?: number
  /** Whether the URL leads to a pooler that may give each transaction another connection: it accepts no settings of ours. */
  readonly isPooled?: boolean
  /** Whether statements name the schema of this release's functions (`RELEASE`), as they must where a pooler may be. */
  readonly namesRelease?: boolean
}

const CONNECT_MS = 3_000
const STATEMENT_MS = 15_000
/** How long a transaction may wait for its next statement. */
const IDLE_MS = 20_000
// A working server ends a late statement itself; after this much longer it counts as not working.
const LATE_MS = 1_000

/**
 * A pool that also answers when the server is away or frozen: connecting times out after 3 s, waiting for an answer after
 * 16 s.
 */
export function openPool(
  url: string,
  {
    max,
    onLost,
    onAnswer = () => undefined,
    statementMs = STATEMENT_MS,
    isPooled = false,
    namesRelease = false,
  }: PoolOptions,
): pg.Pool {
  const answerMs = statementMs === 0 ? 0 : statementMs + LATE_MS
  const pool = new pg.Pool({
    Client: class extends pg.Client {
      // The pool passes its settings on, although its types do not say so.
      constructor(config?: pg.ClientConfig) {
        super(config)
        limitWaiting(this, { answerMs, onAnswer })
        if (isTracing()) traceStatements(this)
      }
    },
    connectionString: urlFor(url, { isPooled, namesRelease }),
    max,
    types,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    ...(isPooled ? {} : { statement_timeout: statementMs, idle_in_transaction_session_timeout: IDLE_MS }),
    keepAlive: true,
    application_name: 'channelbook',
  })
  pool.on('error', onLost)
  // The pool only listens to idle connections; one that dies while checked out would end the process. Its holder learns of
  // it at the next statement.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function urlFor(
  url: string,
  { isPooled, namesRelease }: Pick<PoolOptions, 'isPooled' | 'namesRelease'>,
): string {
  if (isPooled === true) return url
  return namesRelease === true ? withoutCompiling(url) : withReleaseSchema(url)
}

export function openDatabase(pool: PostgresPool): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * A single connection, not yet connected, for work that may take long: only connecting times out, after 10 s. When it dies
 * between two statements, its holder learns of it at the next one; an error without a listener would end the process.
 */
export function singleConnection(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, keepAlive: true, ...config })
  client.on('error', () => undefined)
  return client
}

/** Runs work on such a connection, and closes it afterwards. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  config: pg.ClientConfig = {},
): Promise<T> {
  const client = singleConnection({ connectionString: url, ...config })
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const ATTEMPTS = 5

/**
 * Runs work in one transaction in which every statement sees what was committed before it, and restarts it when PostgreSQL
 * aborts it for a conflict with another. So `work` may run several times and must have no other effects.
 * @throws Refusal unavailable when the conflict persists; otherwise anything that `work` throws, after a rollback
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await db.transaction().setIsolationLevel('read committed').execute(work)
    } catch (error) {
      if (!isConflict(error)) throw error
    }
  }
  throw new Refusal('unavailable', { retryAfter: 1 })
}

// Class 08 connection, 53 insufficient resources, 57P0x shutdown or starting up, 57014 statement timeout, 25P03 idle
// timeout, 25006 read-only: the former primary is a replica now.
const AWAY_STATES = /^(08...|53...|57P0[1-5]|57014|25P03|25006)$/
const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
const AWAY_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|connection timeout|^timeout expired$|^query read timeout$|not queryable|client was closed|cannot use a pool after|connection has been discarded|^LISTEN\b/i

/**
 * Whether an error means that the database cannot be reached or cannot answer in time, rather than that a statement is
 * wrong.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  const code = stateOf(error)
  return AWAY_STATES.test(code) || AWAY_CODES.has(code) || AWAY_MESSAGES.test(error.message)
}

const SILENT = /timeout|timed out/i

/** Whether an error of a database that is away came only after a wait: another attempt would cost as much. */
export function isSilent(error: unknown): boolean {
  return error instanceof Error && (stateOf(error) === 'ETIMEDOUT' || SILENT.test(error.message))
}

/** Whether the server cancelled a statement, e.g. since its time was over. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && stateOf(error) === '57014'
}

// A serialization failure (on a replica: a conflict with its replay), a deadlock.
const CONFLICTS = new Set(['40001', '40P01'])
// In English: a replica with other `lc_messages` seems away for a moment instead.
const ENDED_BY_REPLAY = /conflict with recovery/

/** Whether PostgreSQL rolled a transaction back for a conflict with another, and expects a retry. */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = stateOf(error)
  return CONFLICTS.has(code) || (code === '57014' && ENDED_BY_REPLAY.test(error.message))
}

// Function, type, table, column.
const MISSING = new Set(['42883', '42704', '42P01', '42703'])

/** Whether a statement names something that this database does not have. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && MISSING.has(stateOf(error))
}

/** SQLSTATE, or Node's code of a system error. */
function stateOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
