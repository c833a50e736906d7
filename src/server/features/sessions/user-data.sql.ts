import { type Expression, type RawBuilder, sql } from 'kysely'
import { SESSION_PURCHASES_MAX } from '#shared/rules/bounds.ts'
import type { Holdings, Person } from '#server/actor/actor.ts'
import type { Db } from '#server/db/connect.ts'
import { purchaseRecordsOf } from '#server/features/reveals/reveals.sql.ts'
import { usesLeft } from '#server/features/uses/balance.sql.ts'
import { spentOf } from '#server/holders/members.sql.ts'
import { Json } from '#server/json.ts'
import { Refusal } from '#server/refusal.ts'

/** `Holdings` as a statement answers them. */
export type HoldingsRow = Omit<Holdings, 'channels'> & { readonly channels: string }

export function holdingsIn({
  uses,
  subscribedUntil,
  announcedTerms,
  team,
  teams,
  channels,
}: HoldingsRow): Holdings {
  return { uses, subscribedUntil, announcedTerms, team, teams, channels: new Json(channels) }
}

interface Asked {
  /** Whose uses and purchases. */
  readonly holderId: Expression<number>
  readonly personId: Expression<number>
  readonly now: Date
}

/** SQL for the columns of `HoldingsRow`. */
export function holdingsOf(db: Db, { holderId, personId, now }: Asked): RawBuilder<HoldingsRow> {
  const newest = purchaseRecordsOf(db, holderId)
    .orderBy('transaction_id', 'desc')
    .limit(SESSION_PURCHASES_MAX)
  return sql`${usesLeft(holderId, now)} as uses,
    (select max(valid_on) from uses_lot where holder_id = ${holderId} and withdrawn_at is null) as "subscribedUntil",
    (select told.announced_terms from person told where told.id = ${personId}) as "announcedTerms",
    (
      select json_build_object('name', team.name, 'role', own.role, 'budget', own.budget, 'spent', ${spentOf('own', now)})
      from member own join team on team.id = own.team_id
      where own.team_id = ${holderId} and own.person_id = ${personId}
    ) as team,
    ${teamsOf(personId)} as teams,
    coalesce((
      select json_agg(record order by transaction_id desc)::text from (${newest}) as record
    ), '[]') as channels`
}

function ownOf(now: Date): Asked {
  return { holderId: sql`person.id`, personId: sql`person.id`, now }
}

/** SQL for the teams of a person, in the order of their names. */
function teamsOf(personId: Expression<number>): RawBuilder<Holdings['teams']> {
  return sql`coalesce((
    select json_agg(json_build_object('teamId', team.id, 'name', team.name, 'role', own.role) order by lower(team.name), team.id)
    from member own join team on team.id = own.team_id where own.person_id = ${personId}
  ), '[]')`
}

/** What a person has in the own purse. @throws Refusal session_expired when the account is gone */
export async function readHoldings(db: Db, personId: number, now: Date): Promise<Holdings> {
  const { rows } = await sql<HoldingsRow>`
    select ${holdingsOf(db, ownOf(now))} from person where id = ${personId}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Refusal('session_expired')
  return holdingsIn(row)
}

/** Who a person is and what they have in the own purse; undefined when the account is gone. */
export async function readUser(
  db: Db,
  personId: number,
  now: Date,
): Promise<(Pick<Person, 'email' | 'username' | 'isSponsor'> & HoldingsRow) | undefined> {
  const { rows } = await sql<Pick<Person, 'email' | 'username' | 'isSponsor'> & HoldingsRow>`
    select email, username, is_sponsor as "isSponsor", ${holdingsOf(db, ownOf(now))}
    from person where id = ${personId}`.execute(db)
  return rows[0]
}
