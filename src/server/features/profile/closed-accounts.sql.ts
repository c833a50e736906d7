import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import type { Invariant } from '#server/db/invariant.ts'

/** Records when an account was deleted, from which the retention of accounting data counts. */
export async function insertClosedAccount(tx: Tx, personId: number, now: Date): Promise<void> {
  await tx.insertInto('closed_account').values({ person_id: personId, closed_at: now }).execute()
}

/** Whether an account was deleted, within the 3 years for which that is known. */
export async function isClosed(db: Db | Tx, personId: number): Promise<boolean> {
  const row = await db
    .selectFrom('closed_account')
    .select('closed_at')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Takes one deleted account whose retention of 3 years ends within a day, in the transaction that purges it.
 * @returns the person's id; undefined when none is due or other servers have taken them
 */
export async function takeDueAccount(tx: Tx, now: Date): Promise<number | undefined> {
  // Deleting the row first keeps other servers off this account.
  const { rows } = await sql<{ person_id: number }>`
    delete from closed_account where person_id = (
      select person_id from closed_account
      where closed_at <= ${now}::timestamptz + interval '1 day' - interval '3 years'
      order by closed_at limit 1 for update skip locked)
    returning person_id`.execute(tx)
  return rows[0]?.person_id
}

/** What must always hold for accounts and for what is kept after their deletion. */
export const closedAccountsInvariants: readonly Invariant[] = [
  {
    name: 'kept-with-a-term',
    sentence:
      'What accounting keeps belongs to an account, or to a deleted one whose term is known; to no account both ways.',
    offences: sql`
      select format('what is kept of person %s', kept.person_id) as offence
      from (select person_id from uses_lot union select person_id from reveal
        union select person_id from payment) as kept
      where not exists (select from person where id = kept.person_id)
        and not exists (select from closed_account closed where closed.person_id = kept.person_id)
      union all
      select format('person %s', person.id)
      from person join closed_account closed on closed.person_id = person.id`,
  },
]
