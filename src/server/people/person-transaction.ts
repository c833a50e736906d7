import type { App } from '#server/app.ts'
import type { Tx } from '#server/db/connect.ts'
import { transact } from '#server/db/transact.ts'
import { Refusal } from '#server/refusal.ts'

/**
 * Keeps other changes of a person waiting until the transaction ends. Taken before any other lock.
 * @returns their address; undefined when there is no account
 */
export async function lockPerson(tx: Tx, personId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('person')
    .select('email')
    .where('id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.email
}

/** The same by the address. @returns the person's id, or undefined */
export async function lockPersonByEmail(tx: Tx, email: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('person')
    .select('id')
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.id
}

/**
 * Runs work in a transaction in which nobody else changes what a person has: requests of one person wait for each other
 * here, and the lock keeps all servers apart. The account may be gone, as when its payment is settled late.
 * @param work is given the person's address, or undefined when the account is gone
 */
export async function withPersonLocked<T>(
  { db, inTurn }: Pick<App, 'db' | 'inTurn'>,
  personId: number,
  work: (tx: Tx, email: string | undefined) => Promise<T>,
): Promise<T> {
  return inTurn(`person ${personId}`, () =>
    transact(db, async (tx) => work(tx, await lockPerson(tx, personId))),
  )
}

/**
 * The same for a person who has an account.
 * @throws Refusal session_expired when the account is gone; otherwise whatever `work` throws, after undoing it
 */
export async function personTransaction<T>(
  app: Pick<App, 'db' | 'inTurn'>,
  personId: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return withPersonLocked(app, personId, async (tx, email) => {
    if (email === undefined) throw new Refusal('session_expired')
    return work(tx)
  })
}
