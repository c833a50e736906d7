import { sql } from 'kysely'
import type { Db } from './connect.ts'

/**
 * Runs work that one process at a time may do. The lock ends with its connection, and so with a process that dies.
 * @param db connections that are not shared between transactions
 * @returns null when another one is at work
 */
export function withSessionLock<T>(db: Db, name: string, work: () => Promise<T>): Promise<T | null> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_lock(hashtext(${name})) as "isMine"`.execute(connection)
    if (rows[0]?.isMine !== true) return null
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${name}))`.execute(connection)
    }
  })
}
