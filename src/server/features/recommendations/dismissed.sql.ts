import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import type { DataOf } from '#shared/api/contract.ts'

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

interface Wanted {
  readonly limit: number
  readonly withDemo: boolean
}

/** The channels that a person has dismissed last, as the API names them; without those that are gone. */
export async function listDismissed(
  db: Db,
  personId: number,
  { limit, withDemo }: Wanted,
): Promise<DataOf<'GET /recommendations/dismissed'>> {
  const { rows } = await sql<{ channelId: string; channel_name: string; dismissedAt: Date }>`
    select coalesce(c.platform_id, c.id::text) as "channelId", c.name as channel_name,
      d.dismissed_at as "dismissedAt"
    from dismissed_channel d join channel c on c.id = d.channel_id
    where d.person_id = ${personId} and c.status = 'active' and (${withDemo} or not c.is_demo)
    order by d.dismissed_at desc, d.channel_id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, dismissedAt: row.dismissedAt.toISOString() }))
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
