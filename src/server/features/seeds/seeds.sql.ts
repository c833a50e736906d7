import { sql } from 'kysely'
import type { z } from 'zod'
import type { Source } from '#server/db/lanes.ts'
import { namedBy } from '#server/features/catalogue/find-channel.sql.ts'
import { Json } from '#server/json.ts'
import type { channelResult } from '#shared/api/search.ts'

export type SeedChannel = z.infer<typeof channelResult>

/** A channel with what names it exactly. */
export interface KnownChannel {
  readonly platform: string
  readonly platformId: string | null
  readonly handle: string | null
  readonly channel: SeedChannel
}

interface Asked {
  readonly platformIds: readonly string[]
  readonly handles: readonly string[]
  readonly withDemo: boolean
}

/** The channels with one of these ids or handles, on any platform. */
export async function readKnownChannels(
  { db }: Source,
  { platformIds, handles, withDemo }: Asked,
): Promise<KnownChannel[]> {
  const { rows } = await sql<Omit<KnownChannel, 'channel'> & { channels: string }>`
    select c.platform, c.platform_id as "platformId", c.handle,
      (search_page_of(array[c.id], array[0], array[0::bigint], 1, null)).items as channels
    from channel c
    where c.id = any (search_known(null, ${platformIds}, ${handles})) and (${withDemo} or not c.is_demo)
    order by c.subscribers desc nulls last, c.id`.execute(db)
  return rows.flatMap(({ channels, ...known }) =>
    new Json<SeedChannel[]>(channels).read().map((channel) => ({ ...known, channel })),
  )
}

/** Channels by the API's ids; unknown ones are missing. */
export async function readChannels(
  { db }: Source,
  { channelIds, withDemo }: { readonly channelIds: readonly string[]; readonly withDemo: boolean },
): Promise<Map<string, SeedChannel>> {
  const { rows } = await sql<{ channels: string }>`
    select (search_page_of(array_agg(c.id), array[0], array[0::bigint], count(*)::integer, null)).items as channels
    from channel c
    where ${namedBy(channelIds)}
      and c.status = 'active' and (${withDemo} or not c.is_demo)`.execute(db)
  const channels = new Json<SeedChannel[]>(rows[0]!.channels).read()
  return new Map(channels.map((channel) => [channel.channelId, channel]))
}
