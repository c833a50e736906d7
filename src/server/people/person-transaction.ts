import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import type { Tx } from '#server/db/connect.ts'
import { transact } from '#server/db/transact.ts'
import { Refusal } from '#server/refusal.ts'

/**
 * Changes what a person bought, in a transaction in which nobody else changes it: a lock on the person, taken before any
 * other, keeps all servers apart.
 * @throws Refusal session_expired when the account is gone; otherwise whatever `work` throws, after undoing it
 */
export async function personTransaction<T>(
  { db, inTurn }: Pick<App, 'db' | 'inTurn'>,
  personId: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return inTurn(`person ${personId}`, () =>
    transact(db, async (tx) => {
      const { rows } = await sql`select from person where id = ${personId} for no key update`.execute(tx)
      if (rows.length === 0) throw new Refusal('session_expired')
      return work(tx)
    }),
  )
}
