import { sql } from 'kysely'
import { RELEASE } from '#server/db/code.ts'
import type { Tx } from '#server/db/connect.ts'
import { namedBy } from '#server/features/catalogue/find-channel.sql.ts'
import type { NoContactReason } from '#shared/rules/creators.ts'

interface WantedChannel {
  readonly holderId: number
  /** The id that the API uses. */
  readonly channelId: string
  readonly withDemo: boolean
}

interface SoldChannel {
  readonly id: number
  readonly name: string
  readonly thumbnailUrl: string | null
  /** The channel no longer exists on its platform, or the operator has hidden it. */
  readonly isGone: boolean
  /** The holder has bought it before. */
  readonly isBought: boolean
}

/**
 * Finds a channel by the API's id and locks it against deletion and merging until the transaction ends. Our own number
 * counts only where the platform's id is unknown. When an id fits two channels (one's platform id is another's number), the
 * one that the holder has bought is meant; otherwise null, because nothing is sold by guessing.
 */
export async function lockChannel(
  tx: Tx,
  { holderId, channelId, withDemo }: WantedChannel,
): Promise<SoldChannel | null> {
  const { rows } = await sql<SoldChannel>`
    select id, name, thumbnail_url as "thumbnailUrl", status <> 'active' as "isGone",
      exists (select from reveal where holder_id = ${holderId} and channel_id = c.id) as "isBought"
    from channel c
    where (${namedBy([channelId])}) and (${withDemo} or not is_demo)
    order by id
    limit 10
    for key share`.execute(tx)
  return rows.length === 1 ? (rows[0] ?? null) : (rows.find(({ isBought }) => isBought) ?? null)
}

/** Why a channel has no contact to sell, where its creator wants it so. */
export async function readNoContactReason(tx: Tx, channelId: number): Promise<NoContactReason | null> {
  const { rows } = await sql<{ reason: NoContactReason | null }>`
    select ${RELEASE}.no_contact_reason(${channelId}) as reason`.execute(tx)
  return rows[0]?.reason ?? null
}

interface NewReveal {
  readonly holderId: number
  readonly actorId: number
  readonly channel: SoldChannel
  readonly contactId: number
  readonly now: Date
}

/** Inserts a reveal and its purchase record. @returns the reveal's id */
export async function insertReveal(
  tx: Tx,
  { holderId, actorId, channel, contactId, now }: NewReveal,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with bought as (
      insert into reveal (holder_id, actor_id, channel_id, contact_id, created_at)
      values (${holderId}, ${actorId}, ${channel.id}, ${contactId}, ${now})
      returning holder_id, id, created_at
    )
    insert into purchase (holder_id, reveal_id, channel_name, thumbnail_url, created_at)
    select holder_id, id, ${channel.name}, ${channel.thumbnailUrl}, created_at from bought
    returning reveal_id as id`.execute(tx)
  return rows[0]!.id
}

interface KeptRecord extends Pick<NewReveal, 'holderId' | 'channel' | 'now'> {
  readonly revealId: number
}

/** Restores the purchase record of an earlier reveal if it was deleted. */
export async function keepRecord(tx: Tx, { holderId, revealId, channel, now }: KeptRecord): Promise<void> {
  // Not `on conflict`, which would use up a number each time.
  await sql`
    insert into purchase (holder_id, reveal_id, channel_name, thumbnail_url, created_at)
    select ${holderId}::integer, ${revealId}::bigint, ${channel.name}, ${channel.thumbnailUrl}, ${now}
    where not exists (select from purchase where holder_id = ${holderId} and reveal_id = ${revealId})`.execute(
    tx,
  )
}
