import { type RawBuilder, sql } from 'kysely'
import type { Core } from '#server/core.ts'
import { RELEASE } from '#server/db/code.ts'
import type { Db, Tx } from '#server/db/connect.ts'

const OUR_ID = /^[1-9][0-9]{0,14}$/

/** Our number of a channel, which is the API's id where the platform's is unknown; null for any other text. */
export function ourNumberIn(channelId: string): number | null {
  return OUR_ID.test(channelId) ? Number(channelId) : null
}

/** A channel that the API shows. */
export interface ShownChannel {
  readonly id: number
  readonly platform: string
  readonly platformId: string | null
  readonly name: string
}

/** SQL for whether a channel `c` has one of the API's ids: the platform's, or our number where that is unknown. */
export function namedBy(channelIds: readonly string[]): RawBuilder<boolean> {
  const numbers = channelIds.flatMap((channelId) => ourNumberIn(channelId) ?? [])
  // By the indexes first; of platforms after the first, the id stands behind the platform's name.
  const own = channelIds.flatMap((channelId) => [channelId, channelId.replace(/^[^:]*:/, '')])
  return sql<boolean>`(c.platform_id = any(${own}) or c.id = any(${numbers}::bigint[]))
    and ${RELEASE}.channel_ref(c.platform, c.platform_id, c.id) = any(${channelIds})`
}

/**
 * The same for one that is shown. An id that fits two channels (one's own is another's number) names none, as for reveals, so the
 * caller reads two rows and takes a single one only.
 */
export function isShownAs(channelId: string, withDemo: boolean): RawBuilder<boolean> {
  return sql<boolean>`(${namedBy([channelId])}) and c.status = 'active' and (${withDemo} or not c.is_demo)`
}

/** The channel that the API's id names; null when there is none, or it is gone. */
export async function findChannel(
  db: Db | Tx,
  channelId: string,
  { demo }: Pick<Core, 'demo'>,
): Promise<ShownChannel | null> {
  const { rows } = await sql<ShownChannel>`
    select c.id, c.platform, c.platform_id as "platformId", c.name
    from channel c where ${isShownAs(channelId, demo !== null)} limit 2`.execute(db)
  return rows.length === 1 ? (rows[0] ?? null) : null
}
