import type { Core } from '#server/core.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/refusal.ts'

/**
 * Makes other changes of a person wait until the transaction ends. Must be the first lock of the transaction.
 * @returns the person's address; undefined when there is no account
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

/** The same by address. @returns the person's id, or undefined */
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
 * Runs work in a transaction in which nobody else changes what the person owns: requests of one person wait for each other
 * in this process, and the lock separates servers. The account may be gone, e.g. when its payment is settled late.
 * @param work receives the person's address, or undefined when the account is gone
 */
export async function withPersonLocked<T>(
  { db, runExclusive }: Core,
  personId: number,
  work: (tx: Tx, email: string | undefined) => Promise<T>,
): Promise<T> {
  return runExclusive(`person ${personId}`, () =>
    transact(db, async (tx) => work(tx, await lockPerson(tx, personId))),
  )
}

/**
 * The same for a person with an account.
 * @throws Refusal session_expired when the account is gone; otherwise whatever `work` throws, after a rollback
 */
export async function personTransaction<T>(
  app: Core,
  personId: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return withPersonLocked(app, personId, async (tx, email) => {
    if (email === undefined) throw new Refusal('session_expired')
    return work(tx)
  })
}
