import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { RELEASE } from '#server/db/code.ts'
import { isShownAs } from '#server/features/catalogue/find-channel.sql.ts'

/** What the head of a channel's page says of it. */
export interface ChannelHead {
  readonly channelId: string
  readonly name: string
  readonly thumbnail: string | null
  readonly subscribers: number | null
}

/** Null when the id names no channel, or one that is gone. */
export async function readHead(
  { databases, demo }: Pick<App, 'databases' | 'demo'>,
  channelId: string,
): Promise<ChannelHead | null> {
  const { rows } = await databases.readCatalogue(({ db }) =>
    sql<ChannelHead>`
      select ${RELEASE}.channel_ref(c.platform, c.platform_id, c.id) as "channelId", c.name, c.thumbnail_url as thumbnail, c.subscribers
      from channel c where ${isShownAs(channelId, demo !== null)} limit 2`.execute(db),
  )
  return rows.length === 1 ? (rows[0] ?? null) : null
}
