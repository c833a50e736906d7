import { type Expression, type RawBuilder, sql } from 'kysely'
import { SESSION_PURCHASES_MAX } from '#shared/rules/bounds.ts'
import type { Db } from '#server/db/connect.ts'
import { purchaseRecordsOf } from '#server/features/reveals/reveals.sql.ts'
import { usesLeft } from '#server/features/uses/balance.sql.ts'
import { Refusal } from '#server/refusal.ts'
import type { Caller, Holdings } from '#server/people/caller.ts'

/** SQL for the columns of `Holdings`. */
export function holdingsOf(db: Db, personId: Expression<number>, now: Date): RawBuilder<Holdings> {
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
  const { rows } = await sql<Holdings>`
    select ${holdingsOf(db, sql`person.id`, now)} from person where id = ${personId}`.execute(db)
  const [holdings] = rows
  if (holdings === undefined) throw new Refusal('session_expired')
  return holdings
}

/** Who a person is and what they have now; undefined when the account is gone. */
export async function readUser(
  db: Db,
  personId: number,
  now: Date,
): Promise<(Pick<Caller, 'email' | 'username' | 'isSponsor'> & Holdings) | undefined> {
  const { rows } = await sql<Pick<Caller, 'email' | 'username' | 'isSponsor'> & Holdings>`
    select email, username, is_sponsor as "isSponsor", ${holdingsOf(db, sql`person.id`, now)}
    from person where id = ${personId}`.execute(db)
  return rows[0]
}
