import { type Expression, type RawBuilder, sql } from 'kysely'
import { SESSION_PURCHASES_MAX } from '#shared/rules/bounds.ts'
import type { Holdings, Person } from '#server/actor/actor.ts'
import type { Db } from '#server/db/connect.ts'
import { purchaseRecordsOf } from '#server/features/reveals/reveals.sql.ts'
import { usesLeft } from '#server/features/uses/balance.sql.ts'
import { Json } from '#server/json.ts'
import { Refusal } from '#server/refusal.ts'

/** `Holdings` as a statement answers them. */
export type HoldingsRow = Omit<Holdings, 'channels'> & { readonly channels: string }

export function holdingsIn({ uses, subscribedUntil, announcedTerms, channels }: HoldingsRow): Holdings {
  return { uses, subscribedUntil, announcedTerms, channels: new Json(channels) }
}

/** SQL for the columns of `HoldingsRow`. */
export function holdingsOf(db: Db, personId: Expression<number>, now: Date): RawBuilder<HoldingsRow> {
  const newest = purchaseRecordsOf(db, personId)
    .orderBy('transaction_id', 'desc')
    .limit(SESSION_PURCHASES_MAX)
  return sql`${usesLeft(personId, now)} as uses,
    (select max(valid_on) from uses_lot where holder_id = ${personId} and withdrawn_at is null) as "subscribedUntil",
    (select told.announced_terms from person told where told.id = ${personId}) as "announcedTerms",
    coalesce((
      select json_agg(record order by transaction_id desc)::text from (${newest}) as record
    ), '[]') as channels`
}

/** What a person has now. @throws Refusal session_expired when the account is gone */
export async function readHoldings(db: Db, personId: number, now: Date): Promise<Holdings> {
  const { rows } = await sql<HoldingsRow>`
    select ${holdingsOf(db, sql`person.id`, now)} from person where id = ${personId}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Refusal('session_expired')
  return holdingsIn(row)
}

/** Who a person is and what they have now; undefined when the account is gone. */
export async function readUser(
  db: Db,
  personId: number,
  now: Date,
): Promise<(Pick<Person, 'email' | 'username' | 'isSponsor'> & HoldingsRow) | undefined> {
  const { rows } = await sql<Pick<Person, 'email' | 'username' | 'isSponsor'> & HoldingsRow>`
    select email, username, is_sponsor as "isSponsor", ${holdingsOf(db, sql`person.id`, now)}
    from person where id = ${personId}`.execute(db)
  return rows[0]
}
