import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './tables.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

const { DATE, INT8, NUMERIC } = pg.types.builtins

// Counts and ids stay far below 2^53; dates are Moscow dates, which must not become instants.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === INT8 || oid === NUMERIC) return Number
    if (oid === DATE) return String
    return pg.types.getTypeParser(oid, format) as (text: string) => unknown
  },
}

interface PoolOptions {
  readonly max: number
  /** Called when an idle connection dies (the server restarted); nothing to do but to say so. */
  readonly onLost: (error: Error) => void
}

/** A pool that answers within seconds even when the server is away: waiting for a connection ends after 3 s. */
export function openPool(url: string, { max, onLost }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 20_000,
    keepAlive: true,
    application_name: 'channelbook',
  })
  pool.on('error', onLost)
  // The pool listens to idle connections only; one that dies while it is lent out would end the process. Whoever holds it
  // learns by its next statement.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

export function openDatabase(pool: pg.Pool): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

// Class 08 connection, 53 insufficient resources, 57P0x shutdown or starting up, 57014 statement timeout, 25P03 idle timeout.
const AWAY_STATES = /^(08...|53...|57P0[1-5]|57014|25P03)$/
const AWAY_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH'])
const AWAY_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|connection timeout|not queryable|client was closed|cannot use a pool after/i

/** Whether an error says that the database cannot be reached or cannot answer in time, rather than that a statement is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  return AWAY_STATES.test(code) || AWAY_CODES.has(code) || AWAY_MESSAGES.test(error.message)
}
