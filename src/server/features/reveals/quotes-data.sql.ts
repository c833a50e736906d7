import { sql } from 'kysely'
import type { PersonalData } from '#server/app.ts'

/** What a person was quoted for bulk reveals, and what became of it. */
export const quotesData: PersonalData = {
  name: 'bulkReveals',
  async read(db, holderId) {
    const { rows } = await sql`
      select quote.created_at as "createdAt", started_at as "startedAt",
        json_agg(json_build_object('channelId', channel_ref, 'channelName', channel_name, 'result', result) order by position) as lines
      from reveal_quote quote join reveal_quote_line line on line.holder_id = quote.holder_id and line.quote_id = quote.id
      where quote.holder_id = ${holderId}
      group by quote.holder_id, quote.id order by quote.created_at, quote.id`.execute(db)
    return rows
  },
  async forget(tx, personId) {
    // Those of teams; their own go with the holder.
    await sql`delete from reveal_quote where actor_id = ${personId} and holder_id <> ${personId}`.execute(tx)
  },
}
