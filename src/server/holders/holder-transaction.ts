import type { Scope } from '#shared/api/endpoint.ts'
import { type Standing, scopesOf } from '#shared/rules/teams.ts'
import type { Core } from '#server/core.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { isPaused } from '#server/notices/notices.sql.ts'
import { Paused } from '#server/notices/read-notices.ts'
import { Refusal } from '#server/refusal.ts'
import { readStanding } from './members.sql.ts'

/**
 * Makes other changes of what a holder owns wait until the transaction ends. Must be the first lock of the transaction.
 * @returns false when the account is gone
 */
export async function lockHolder(tx: Tx, holderId: number): Promise<boolean> {
  return (await lockRow(tx, holderId)) !== undefined
}

/** Whether maintenance is on is part of the same statement. */
async function lockRow(tx: Tx, holderId: number): Promise<{ readonly isPaused: boolean } | undefined> {
  return tx
    .selectFrom('holder')
    .select(isPaused.as('isPaused'))
    .where('id', '=', holderId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Runs work in a transaction in which nobody else changes what the holder owns: requests of one holder wait for each other
 * in this process, and the lock separates servers. The account may be gone, e.g. when its payment is settled late.
 * @param work is told whether there still is an account, and whether maintenance is on
 */
export async function withHolderLocked<T>(
  { db, runExclusive }: Core,
  holderId: number,
  work: (tx: Tx, isOpen: boolean, isPaused: boolean) => Promise<T>,
): Promise<T> {
  return runExclusive(`holder ${holderId}`, () =>
    transact(db, async (tx) => {
      const row = await lockRow(tx, holderId)
      return work(tx, row !== undefined, row?.isPaused === true)
    }),
  )
}

interface Acting {
  readonly holderId: number
  /** The person who does it for the holder. */
  readonly actorId: number
  /** What they must be allowed to do; null: any member may. */
  readonly scope: Scope | null
}

/** A person who does something for themselves, whatever team they act for. */
export function asSelf(personId: number): Acting {
  return { holderId: personId, actorId: personId, scope: 'account' }
}

/**
 * The same for somebody who acts for a holder with an account. Whoever was removed from a team or given another role since the
 * call began is refused.
 * @throws Refusal forbidden; session_expired when the account is gone; unavailable during maintenance; otherwise whatever `work` throws, after a rollback
 */
export async function holderTransaction<T>(
  core: Core,
  { holderId, actorId, scope }: Acting,
  work: (tx: Tx, standing: Standing) => Promise<T>,
): Promise<T> {
  return withHolderLocked(core, holderId, async (tx, isOpen, isOff) => {
    // Who takes a file of what they have changes nothing that is theirs.
    if (isOff && scope !== 'purchases:read') throw new Paused()
    const standing = await readStanding(tx, { holderId, personId: actorId })
    const isAllowed = scope === null ? standing !== 'none' : scopesOf(standing).includes(scope)
    if (!isAllowed) throw new Refusal('forbidden')
    if (!isOpen) throw new Refusal('session_expired')
    return work(tx, standing)
  })
}
