import { type RawBuilder, sql } from 'kysely'
import type { Core } from '#server/core.ts'
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

/**
 * The condition by which the API's id names a channel `c`: the platform's id, or our number where that is unknown. An id that
 * fits two channels names none, as for reveals, so the caller reads two rows and takes a single one only.
 */
export function namedBy(channelId: string, withDemo: boolean): RawBuilder<boolean> {
  return sql<boolean>`(c.platform_id = ${channelId} or c.id = ${ourNumberIn(channelId)} and c.platform_id is null)
    and c.status = 'active' and (${withDemo} or not c.is_demo)`
}

/** The channel that the API's id names; null when there is none, or it is gone. */
export async function findChannel(
  db: Db | Tx,
  channelId: string,
  { demo }: Pick<Core, 'demo'>,
): Promise<ShownChannel | null> {
  const { rows } = await sql<ShownChannel>`
    select c.id, c.platform, c.platform_id as "platformId", c.name
    from channel c where ${namedBy(channelId, demo !== null)} limit 2`.execute(db)
  return rows.length === 1 ? (rows[0] ?? null) : null
}
