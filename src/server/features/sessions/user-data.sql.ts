import { type Expression, type RawBuilder, sql } from 'kysely'
import type { UserData } from '#shared/api/sessions.ts'
import { SESSION_PURCHASES_MAX } from '#shared/rules/bounds.ts'
import { moscowDate } from '#server/clock.ts'
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
    (select max(valid_on) from uses_lot where person_id = ${personId} and withdrawn_at is null) as "subscribedUntil",
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

interface Restored {
  readonly caller: Caller
  readonly holdings: Holdings
}

/** The user data of a session as JSON text. The purchases in it are JSON text already. */
export function writeUserData({ caller, holdings }: Restored, now: Date): string {
  const { uses, subscribedUntil, channels } = holdings
  const isSubscriber = subscribedUntil !== null && subscribedUntil >= moscowDate(now)
  const userInformation: UserData['userInformation'] = {
    csrfToken: caller.csrfToken,
    email: caller.email,
    isSubscriber,
    isVoteEnabled: caller.isSponsor,
    subscription_expiration: isSubscriber ? subscribedUntil : null,
    user_id: caller.personId,
    username: caller.username,
    uses,
  }
  return `{"userInformation":${JSON.stringify(userInformation)},"channels":${channels}}`
}
