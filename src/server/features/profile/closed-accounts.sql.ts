import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import type { Invariant } from '#server/db/invariant.ts'

/** Records when an account was deleted, from which the retention of accounting data counts. */
export async function insertClosedAccount(tx: Tx, holderId: number, now: Date): Promise<void> {
  await tx.insertInto('closed_account').values({ holder_id: holderId, closed_at: now }).execute()
}

/** Whether an account was deleted, within the 3 years for which that is known. */
export async function isClosed(db: Db | Tx, holderId: number): Promise<boolean> {
  const row = await db
    .selectFrom('closed_account')
    .select('closed_at')
    .where('holder_id', '=', holderId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Takes one deleted account whose retention of 3 years ends within a day, in the transaction that purges it.
 * @returns the holder's number; undefined when none is due or other servers have taken them
 */
export async function takeDueAccount(tx: Tx, now: Date): Promise<number | undefined> {
  // Deleting the row first keeps other servers off this account.
  const { rows } = await sql<{ holder_id: number }>`
    delete from closed_account where holder_id = (
      select holder_id from closed_account
      where closed_at <= ${now}::timestamptz + interval '1 day' - interval '3 years'
      order by closed_at limit 1 for update skip locked)
    returning holder_id`.execute(tx)
  return rows[0]?.holder_id
}

/** Locks the holders of all teams that a person belongs to, in one order. The caller has locked the person's own. */
export async function lockTeamsOf(tx: Tx, personId: number): Promise<void> {
  await sql`
    select from holder where id in (select team_id from member where person_id = ${personId})
    order by id for no key update`.execute(tx)
}

/** The teams that a person owns, and whether others belong to them. */
export async function listOwnedTeams(
  tx: Tx,
  personId: number,
): Promise<readonly { readonly teamId: number; readonly hasOthers: boolean }[]> {
  return tx
    .selectFrom('member as owner')
    .select('owner.team_id as teamId')
    .select(
      sql<boolean>`exists (select from member where team_id = owner.team_id and role <> 'owner')`.as(
        'hasOthers',
      ),
    )
    .where('owner.person_id', '=', personId)
    .where('owner.role', '=', 'owner')
    .execute()
}

/** What must always hold for accounts and for what is kept after their deletion. */
export const closedAccountsInvariants: readonly Invariant[] = [
  {
    name: 'kept-with-a-term',
    sentence:
      'What accounting keeps belongs to an account, or to a deleted one whose term is known; to no account both ways.',
    offences: sql`
      select format('what is kept of holder %s', kept.holder_id) as offence
      from (select holder_id from uses_lot union select holder_id from reveal
        union select holder_id from payment) as kept
      where not exists (select from holder where id = kept.holder_id)
        and not exists (select from closed_account closed where closed.holder_id = kept.holder_id)
      union all
      select format('holder %s', holder.id)
      from holder join closed_account closed on closed.holder_id = holder.id`,
  },
  {
    name: 'person-is-a-holder',
    sentence: 'Every person is a holder of that kind, and every holder of that kind is a person.',
    offences: sql`
      select format('holder %s', holder.id) as offence
      from holder left join person on person.id = holder.id
      where (holder.kind = 'person') <> (person.id is not null)`,
  },
]
