import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'

/** Whether a person's purchases count towards what is recommended to others. */
export async function readChoice(db: Db | Tx, personId: number): Promise<boolean> {
  const row = await db
    .selectFrom('recommendation_choice')
    .select('counts_purchases')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row?.counts_purchases ?? true
}

/** Changes that, from the next night on. @returns false when there is no such person */
export async function writeChoice(
  db: Db,
  { personId, countsPurchases }: { readonly personId: number; readonly countsPurchases: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    insert into recommendation_choice (person_id, counts_purchases)
    select id, ${countsPurchases} from person where id = ${personId} for key share
    on conflict (person_id) do update set counts_purchases = excluded.counts_purchases
    returning person_id`.execute(db)
  return rows.length === 1
}
