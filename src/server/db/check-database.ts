import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { isDatabaseAway, withClient } from './connect.ts'

interface WaitOptions {
  /** The maximum wait. */
  readonly seconds: number
  readonly log: Pick<Logger, 'warn'>
}

const EVERY_MS = 250
const ATTEMPT_MS = 3_000

/**
 * Waits until the server at a URL answers and accepts writes: it may start later than the product, or be in a failover.
 * @throws Error with one sentence when it does not in time; immediately when it refuses, e.g. a password
 */
export async function waitForDatabase(url: string, { seconds, log }: WaitOptions): Promise<void> {
  const end = performance.now() + seconds * 1_000
  for (let attempt = 1; ; attempt += 1) {
    const reason = await findProblem(url)
    if (reason === null) return
    if (performance.now() >= end)
      throw new Error(`no database was ready within ${seconds} s of DATABASE_WAIT (${reason})`)
    if (attempt === 1) log.warn({ reason, seconds }, 'waiting for the database')
    await pause(EVERY_MS)
  }
}

/** What is still missing, or null. */
async function findProblem(url: string): Promise<string | null> {
  const limits = { connectionTimeoutMillis: ATTEMPT_MS, query_timeout: ATTEMPT_MS }
  const ask = async (client: pg.Client) => {
    const { rows } = await client.query<{ isReadOnly: boolean }>(
      `select current_setting('transaction_read_only')::boolean as "isReadOnly"`,
    )
    return rows[0]?.isReadOnly === true ? 'it takes no writes, as a replica' : null
  }
  try {
    return await withClient(url, ask, { application_name: 'channelbook', ...limits })
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    return reasonOf(error)
  }
}

function reasonOf(error: unknown): string {
  // A name with several addresses fails at each of them.
  const one = error instanceof AggregateError ? error.errors[0] : error
  return one instanceof Error ? one.message : String(one)
}

const CHECKS: { sql: string; what: string }[] = [
  { sql: `select current_setting('server_encoding') = 'UTF8'`, what: 'its encoding is not UTF8' },
  {
    sql: `select lower('ПРИВЕТ, ЁЛКА') = 'привет, ёлка' and 'привет' ilike 'ПРИВ%'`,
    what: 'it does not fold Cyrillic case',
  },
  { sql: `select 'привет' ~ '^\\w+$'`, what: 'it does not take Cyrillic for letters' },
  // Trigrams and full text depend on the database's LC_CTYPE, not on the collation that the checks above test.
  {
    sql: `select to_tsvector('simple', 'Привет, мир') @@ plainto_tsquery('simple', 'привет')`,
    what: 'its LC_CTYPE does not know Cyrillic words',
  },
]

/**
 * Checks that a database handles Cyrillic text as search needs it. With a wrong locale nothing fails, but searches find
 * nothing; so this runs at the start.
 * @throws Error with one sentence when it does not
 */
export async function checkTextSupport(database: Pick<pg.ClientBase | pg.Pool, 'query'>): Promise<void> {
  for (const { sql, what } of CHECKS) {
    const { rows } = await (database as pg.Pool).query<{ ok: boolean }>(`select (${sql}) as ok`)
    if (rows[0]?.ok !== true) {
      throw new Error(
        `This database cannot search Cyrillic text (${what}): create it with encoding UTF8 and a UTF-8 locale such as C.UTF-8.`,
      )
    }
  }
}
