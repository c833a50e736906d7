import type { Core } from '#server/core.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/refusal.ts'

/**
 * Makes other changes of what a holder owns wait until the transaction ends. Must be the first lock of the transaction.
 * @returns false when the account is gone
 */
export async function lockHolder(tx: Tx, holderId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('holder')
    .select('id')
    .where('id', '=', holderId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Runs work in a transaction in which nobody else changes what the holder owns: requests of one holder wait for each other
 * in this process, and the lock separates servers. The account may be gone, e.g. when its payment is settled late.
 * @param work is told whether there still is an account
 */
export async function withHolderLocked<T>(
  { db, runExclusive }: Core,
  holderId: number,
  work: (tx: Tx, isOpen: boolean) => Promise<T>,
): Promise<T> {
  return runExclusive(`holder ${holderId}`, () =>
    transact(db, async (tx) => work(tx, await lockHolder(tx, holderId))),
  )
}

/**
 * The same for a holder with an account.
 * @throws Refusal session_expired when the account is gone; otherwise whatever `work` throws, after a rollback
 */
export async function holderTransaction<T>(
  core: Core,
  holderId: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return withHolderLocked(core, holderId, async (tx, isOpen) => {
    if (!isOpen) throw new Refusal('session_expired')
    return work(tx)
  })
}
