import { type RawBuilder, sql } from 'kysely'
import type { Role, Standing } from '#shared/rules/teams.ts'
import { moscowMonth } from '#server/clock.ts'
import type { Db, Tx } from '#server/db/connect.ts'

/**
 * SQL for the uses that a member has spent for the team in the month of an instant; one that came back is not spent.
 * @param member the name under which the statement has the table
 */
export function spentOf(member: string, now: Date): RawBuilder<number> {
  return sql<number>`(
    select count(*)::integer from reveal paid
    where paid.actor_id = ${sql.ref(`${member}.person_id`)} and paid.holder_id = ${sql.ref(`${member}.team_id`)}
      and paid.actor_id <> paid.holder_id and paid.created_at >= ${moscowMonth(now)}
      and not exists (
        select from uses_lot back where back.holder_id = paid.holder_id and back.reveal_id = paid.id)
  )`
}

interface Budget {
  /** Uses in a month; null: no limit. */
  readonly budget: number | null
  readonly spent: number
}

/** What is left of a month's budget; null: no limit. */
export function budgetLeft({ budget, spent }: Budget): number | null {
  return budget === null ? null : Math.max(0, budget - spent)
}

/** Erases a person's number from what they did for teams; what they did for themselves keeps it, as the holder's. */
export async function eraseActor(
  tx: Tx,
  table: 'reveal' | 'card' | 'card_event' | 'bad_contact_report' | 'payment',
  personId: number,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set actor_id = null
    where actor_id = ${personId} and holder_id <> ${personId} and actor_id <> holder_id`.execute(tx)
}

/** What a person is to a holder now; for good in a transaction that has locked the holder. */
export async function readStanding(
  db: Db | Tx,
  { holderId, personId }: { readonly holderId: number; readonly personId: number },
): Promise<Standing> {
  if (holderId === personId) return 'own'
  const member = await db
    .selectFrom('member')
    .select(sql<Role>`role`.as('role'))
    .where('team_id', '=', holderId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return member?.role ?? 'none'
}

/** What a person is to a team, and may spend; for good in a transaction that has locked the team's holder. Null: no member any more. */
export async function readMember(
  tx: Db | Tx,
  { teamId, personId, now }: { readonly teamId: number; readonly personId: number; readonly now: Date },
): Promise<(Budget & { readonly role: Role }) | null> {
  const { rows } = await sql<Budget & { readonly role: Role }>`
    select role, budget, ${spentOf('member', now)} as spent from member
    where team_id = ${teamId} and person_id = ${personId}`.execute(tx)
  return rows[0] ?? null
}
