import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'

interface Dismissal {
  readonly personId: number
  readonly channelId: number
}

/** Remembers that a channel is not for a person. @returns false when the channel or the account is gone */
export async function dismissChannel(
  db: Db,
  { personId, channelId, now }: Dismissal & { readonly now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into dismissed_channel (person_id, channel_id, dismissed_at)
    select person.id, channel.id, ${now} from person, channel
    where person.id = ${personId} and channel.id = ${channelId} for key share
    on conflict (person_id, channel_id) do update set dismissed_at = excluded.dismissed_at
    returning channel_id`.execute(db)
  return rows.length === 1
}

/** @returns false when the channel was not dismissed */
export async function restoreChannel(db: Db, { personId, channelId }: Dismissal): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('dismissed_channel')
    .where('person_id', '=', personId)
    .where('channel_id', '=', channelId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
