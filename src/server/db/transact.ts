import { type Db, isConflict, type Tx } from './connect.ts'
import { Refusal } from '../refusal.ts'

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
