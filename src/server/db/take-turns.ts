import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/** How long (ms) a change of a table waits for those who use it. Everybody who comes later waits behind it for as long. */
const LOCK_MS = 200
/** SQLSTATE of a lock that was not to be had in time, and of a deadlock. */
const TAKEN = new Set<unknown>(['55P03', '40P01'])
/** Between two attempts, in ms. */
const PAUSE_MS = 500

/**
 * Runs a transaction that changes tables which others use. A long transaction of theirs, such as an import or a backup, does not
 * make everybody wait behind it: the change lets go of all its locks, and begins again later, for as long as it takes.
 * @param work receives the number of the attempt, from 1
 * @param onWait called before each new attempt
 * @throws what `work` throws, after a rollback
 */
export async function inTurn(
  client: pg.Client,
  { onWait, work }: { readonly onWait: () => void; readonly work: (attempt: number) => Promise<void> },
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_MS}`)
      await work(attempt)
      await client.query('commit')
      return
    } catch (error) {
      // Where the connection is gone, there is nothing to roll back, and the first error says why.
      await client.query('rollback').catch(() => undefined)
      if (!isLockTaken(error)) throw error
    }
    onWait()
    await pause(PAUSE_MS)
  }
}

function isLockTaken(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && TAKEN.has(error.code)) || isLockTaken(error.cause)
}
