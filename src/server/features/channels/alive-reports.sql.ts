import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'

interface Report {
  readonly personId: number
  /** Our number of the channel. */
  readonly id: number
  readonly now: Date
}

/** A repeated report counts as the latest. @returns false when the channel or the account is gone */
export async function noteReport(db: Db, { personId, id, now }: Report): Promise<boolean> {
  const { rows } = await sql`
    insert into alive_report (person_id, channel_id, reported_at)
    select person.id, channel.id, ${now} from person, channel
    where person.id = ${personId} and channel.id = ${id} for key share
    on conflict (person_id, channel_id) do update set reported_at = excluded.reported_at
    returning channel_id`.execute(db)
  return rows.length === 1
}

/** What is known of a channel's uploads; both null when nothing is. */
export interface Uploads {
  readonly lastUploadAt: Date | null
  readonly uploadsCheckedAt: Date | null
}

export async function readUploads(db: Db, id: number): Promise<Uploads | undefined> {
  return db
    .selectFrom('channel')
    .select(['last_upload_at as lastUploadAt', 'uploads_checked_at as uploadsCheckedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
}
