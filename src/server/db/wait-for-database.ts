import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { isDatabaseAway } from './connect.ts'
import { withClient } from './single-connection.ts'

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
