import { sql } from 'kysely'
import { RELEASE } from '#server/db/code.ts'
import type { Db } from '#server/db/connect.ts'

interface Dismissal {
  readonly holderId: number
  readonly channelId: number
}

/** Remembers that a channel is not for a person. @returns false when the channel or the account is gone */
export async function dismissChannel(
  db: Db,
  { holderId, channelId, now }: Dismissal & { readonly now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into dismissed_channel (holder_id, channel_id, dismissed_at)
    select holder.id, channel.id, ${now} from holder, channel
    where holder.id = ${holderId} and channel.id = ${channelId} for key share
    on conflict (holder_id, channel_id) do update set dismissed_at = excluded.dismissed_at
    returning channel_id`.execute(db)
  return rows.length === 1
}

/** A place in the list of dismissed channels: dismissed then, and our number. */
export interface DismissedPlace {
  readonly dismissedAt: Date
  readonly id: number
}

/** A dismissed channel, as the API names it and with its place. */
export interface Dismissed extends DismissedPlace {
  readonly channelId: string
  readonly channel_name: string
}

interface Wanted {
  readonly limit: number
  readonly after: DismissedPlace | undefined
  readonly withDemo: boolean
}

/** The channels that a person has dismissed, the last one first; without those that are gone. */
export async function listDismissed(
  db: Db,
  holderId: number,
  { limit, after, withDemo }: Wanted,
): Promise<readonly Dismissed[]> {
  // Places are written in milliseconds.
  const { rows } = await sql<Dismissed>`
    select ${RELEASE}.channel_ref(c.platform, c.platform_id, c.id) as "channelId", c.name as channel_name, c.id,
      date_trunc('milliseconds', d.dismissed_at) as "dismissedAt"
    from dismissed_channel d join channel c on c.id = d.channel_id
    where d.holder_id = ${holderId} and c.status = 'active' and (${withDemo} or not c.is_demo)
      and (${after?.dismissedAt ?? null}::timestamptz is null
        or (date_trunc('milliseconds', d.dismissed_at), c.id) < (${after?.dismissedAt ?? null}, ${after?.id ?? null}::bigint))
    order by date_trunc('milliseconds', d.dismissed_at) desc, c.id desc limit ${limit}`.execute(db)
  return rows
}

/** How many channels that list has. */
export async function countDismissed(
  db: Db,
  holderId: number,
  { withDemo }: Pick<Wanted, 'withDemo'>,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total
    from dismissed_channel d join channel c on c.id = d.channel_id
    where d.holder_id = ${holderId} and c.status = 'active' and (${withDemo} or not c.is_demo)`.execute(db)
  return rows[0]!.total
}

/** @returns false when the channel was not dismissed */
export async function restoreChannel(db: Db, { holderId, channelId }: Dismissal): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('dismissed_channel')
    .where('holder_id', '=', holderId)
    .where('channel_id', '=', channelId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
