import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Db, Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/refusal.ts'

const LOCK = 'channelbook import'

/** Imports change the catalogue one at a time, until the end of the transaction; the others wait here. */
export async function waitForOtherImports(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [LOCK])
}

/** Blocks imports until the end of the transaction, but not other callers. @returns false while an import is being written */
export async function holdOffImports(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtext(${LOCK})) as "isHeld"`.execute(db)
  return rows[0]?.isHeld === true
}

/** For an operator's verb, which does not wait. @throws Refusal import_running */
export async function refuseWhileImporting(tx: Tx): Promise<void> {
  if (!(await holdOffImports(tx))) throw new Refusal('import_running', { retryAfter: RETRY_SECONDS })
}

// https://www.postgresql.org/docs/18/errcodes-appendix.html
const LOCK_NOT_AVAILABLE = '55P03'

/** A running import holds its locks to its end, which is too long to wait for on a page. */
export const LOCK_TIMEOUT_MS = 3_000
export const RETRY_SECONDS = 30

/** Lets a transaction wait for each lock so long; then it fails (`isLockTimeout`). */
export async function waitAtMost(tx: Tx, ms: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(tx)
}

/**
 * Blocks imports until the end of the transaction, but not other callers, and lets it wait for locks as `waitAtMost` does.
 * @throws the database's error 55P03 while an import is being written (`isLockTimeout`)
 */
export async function waitForImport(tx: Tx): Promise<void> {
  await waitAtMost(tx, LOCK_TIMEOUT_MS)
  await sql`select pg_advisory_xact_lock_shared(hashtext(${LOCK}))`.execute(tx)
}

/** Whether a lock was waited for too long: an import holds its locks longest, but it may be any other change. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE
}

/**
 * For a page whose transaction waits for no import (`waitAtMost`).
 * @throws Refusal unavailable while an import writes the same channels; otherwise whatever `work` throws
 */
export async function refuseDuringImport<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw new Refusal('unavailable', { retryAfter: RETRY_SECONDS, cause: error })
  }
}
