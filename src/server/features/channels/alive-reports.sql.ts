import type { Db } from '#server/db/connect.ts'

interface Report {
  readonly personId: number
  /** Our number of the channel. */
  readonly id: number
  readonly now: Date
}

/** A repeated report counts as the latest. */
export async function noteReport(db: Db, { personId, id, now }: Report): Promise<void> {
  await db
    .insertInto('alive_report')
    .values({ person_id: personId, channel_id: id, reported_at: now })
    .onConflict((conflict) => conflict.columns(['person_id', 'channel_id']).doUpdateSet({ reported_at: now }))
    .execute()
}

/** What is known of a channel's uploads; both null when nothing is. */
export async function readUploads(db: Db, id: number) {
  return db
    .selectFrom('channel')
    .select(['last_upload_at as lastUploadAt', 'uploads_checked_at as uploadsCheckedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
}
