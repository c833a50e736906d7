import { sql } from 'kysely'
import type { PersonalData } from '#server/app.ts'

/** The searches that a person saved. Those of a team stay with it, and nobody is mailed about them any more. */
export const savedSearchesData: PersonalData = {
  name: 'savedSearches',
  async read(db, personId) {
    const { rows } = await sql`
      select s.name, s.query, s.frequency, s.created_at as "savedAt", d.mailed_on as "lastDigestOn"
      from saved_search s left join search_digest d on d.holder_id = s.holder_id and d.person_id = s.actor_id
      where s.actor_id = ${personId} order by s.created_at, s.id`.execute(db)
    return rows
  },
  async forget(tx, personId) {
    await tx.updateTable('saved_search').set({ actor_id: null }).where('actor_id', '=', personId).execute()
  },
}
