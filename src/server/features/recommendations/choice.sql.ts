import { sql } from 'kysely'
import type { Core } from '#server/core.ts'
import type { Db, Tx } from '#server/db/connect.ts'

/** The number of nights on one of which a choice takes effect, each as likely. */
const NIGHTS = 7
/** The number of days that lie between two changes of what counts, also where a deleted record of a purchase is made again. */
export const UNCHANGED_DAYS = 30

/** Whether a person's purchases count towards what is recommended to others, as the person wants it. */
export async function readChoice(db: Db | Tx, holderId: number): Promise<boolean> {
  const row = await db
    .selectFrom('recommendation_choice')
    .select('counts_purchases')
    .where('holder_id', '=', holderId)
    .executeTakeFirst()
  return row?.counts_purchases ?? true
}

/** Changes that, from a random night on. @returns false when there is no such person */
export async function writeChoice(
  { db, clock, random }: Core,
  { holderId, countsPurchases }: { readonly holderId: number; readonly countsPurchases: boolean },
): Promise<boolean> {
  const now = clock.now()
  const nights = Number(random.code()) % NIGHTS
  const { rows } = await sql`
    insert into recommendation_choice as choice (holder_id, counts_purchases, is_counted, due_at)
    select id, ${countsPurchases}, true,
      case when not ${countsPurchases} then ${now}::timestamptz + ${nights} * interval '1 day' end
    from holder where id = ${holderId} for key share
    on conflict (holder_id) do update set counts_purchases = excluded.counts_purchases,
      due_at = case when excluded.counts_purchases <> choice.is_counted then coalesce(choice.due_at,
        greatest(${now}::timestamptz, choice.changed_at + ${UNCHANGED_DAYS} * interval '1 day') + ${nights} * interval '1 day') end
    returning holder_id`.execute(db)
  return rows.length === 1
}

/** Lets the choices that are due take effect. */
export async function applyChoices(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('recommendation_choice')
    .set((eb) => ({ is_counted: eb.ref('counts_purchases'), changed_at: now, due_at: null }))
    .where('due_at', '<=', now)
    .execute()
}
