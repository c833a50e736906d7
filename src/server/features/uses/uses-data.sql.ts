import { sql } from 'kysely'
import type { PersonalData } from '#server/app.ts'

/**
 * A person's ledger: every lot and every movement, with numbers that count the person's own. It outlives the account,
 * anonymously.
 */
export const usesData: PersonalData = {
  name: 'uses',
  async read(db, holderId) {
    const { rows: lots } = await sql`
      select row_number() over (order by id) as id, kind,
        coalesce(promocode_id, payment_id::text, 'reveal ' || ${revealNumber(holderId, 'reveal_id')},
          note || ' [' || grant_key || ']', kind) as reason,
        granted, spent, valid_on as "validOn", created_at as "createdAt"
      from uses_lot where holder_id = ${holderId} order by uses_lot.id`.execute(db)
    const { rows: entries } = await sql`
      select row_number() over (order by id) as id,
        (select count(*) from uses_lot lot where lot.holder_id = entry.holder_id and lot.id <= entry.lot_id) as "lotId",
        amount, reason, ${revealNumber(holderId, 'reveal_id')} as "revealId", created_at as "createdAt"
      from uses_entry entry where holder_id = ${holderId} order by entry.id`.execute(db)
    return { lots, entries }
  },
}

/** SQL for the place of a reveal among the person's; null for none. @param id SQL for its id */
export function revealNumber(holderId: number, id: string) {
  return sql<number | null>`case when ${sql.raw(id)} is not null then (
    select count(*) from reveal own where own.holder_id = ${holderId} and own.id <= ${sql.raw(id)}) end`
}
