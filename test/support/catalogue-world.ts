import { sql } from 'kysely'
import type { Core } from '#server/core.ts'
import type { Db } from '#server/db/connect.ts'
import type { BodyGiven } from '#shared/api/contract.ts'
import { type Audience, audienceBits, type ContentType, contentTypeBits } from '#shared/rules/filters.ts'
import { searchText } from '#shared/rules/search-text.ts'
import type { TestClient } from '#test/support/test-client.ts'

/** A channel of a test's catalogue, with only what matters to search. */
export interface SearchedChannel {
  readonly name: string
  readonly subscribers?: number | null
  readonly platform?: string
  readonly platformId?: string | null
  readonly handle?: string | null
  readonly contentTypes?: readonly ContentType[]
  readonly audiences?: readonly Audience[]
  readonly country?: string | null
  readonly language?: string | null
  readonly lastUploadAt?: Date | null
  readonly uploadsCheckedAt?: Date | null
  readonly hasContact?: boolean
  readonly isDemo?: boolean
  readonly isGone?: boolean
  /** Position in the shuffle, 0 to 2^31 - 1; random by default. */
  readonly shuffleKey?: number
}

/** A channel's columns as an import would write them. */
export function channelColumns(channel: SearchedChannel) {
  const { nameKey, words } = searchText(channel.name)
  return {
    name: channel.name,
    name_key: nameKey,
    search_words: words,
    subscribers: channel.subscribers ?? null,
    platform: channel.platform ?? 'youtube',
    platform_id: channel.platformId ?? null,
    handle: channel.handle ?? null,
    content_types: contentTypeBits(channel.contentTypes ?? []),
    audiences: audienceBits(channel.audiences ?? []),
    country: channel.country ?? null,
    language: channel.language ?? null,
    last_upload_at: channel.lastUploadAt ?? null,
    uploads_checked_at: channel.uploadsCheckedAt ?? null,
    has_contact: channel.hasContact ?? false,
    is_demo: channel.isDemo ?? false,
    status: channel.isGone ? 'gone' : 'active',
  }
}

/** Adds channels and makes them searchable. @returns their ids, in the given order */
export async function addChannels(
  { db, clock }: Core,
  channels: readonly SearchedChannel[],
): Promise<number[]> {
  const ids: number[] = []
  // A statement can have at most 65,535 values.
  for (let at = 0; at < channels.length; at += 2_000) {
    const rows = await db
      .insertInto('channel')
      .values(
        channels.slice(at, at + 2_000).map((channel, index) => ({
          ...channelColumns(channel),
          ...(channel.shuffleKey === undefined ? {} : { shuffle_key: channel.shuffleKey }),
          source: `test-${at + index}-${Math.floor(performance.now() * 1000)}`,
          fetched_at: clock.now(),
        })),
      )
      .returning('id')
      .execute()
    ids.push(...rows.map(({ id }) => id))
  }
  await refreshSearch(db, ids)
  return ids
}

/** What writers of channels call at the end. */
export async function refreshSearch(db: Db, ids: readonly number[]): Promise<void> {
  await sql`select search_refresh(${ids})`.execute(db)
}

export async function rebuildSearch(db: Db): Promise<void> {
  await sql`select search_rebuild()`.execute(db)
}

/** Changes channels as an import would, including search. */
export async function changeChannel({ db }: Core, id: number, change: SearchedChannel): Promise<void> {
  await db.updateTable('channel').set(channelColumns(change)).where('id', '=', id).execute()
  await refreshSearch(db, [id])
}

/** The names that a search finds, in order, on one page. */
export async function namesFound(
  client: TestClient,
  mainInputValue: string,
  body: Partial<BodyGiven<'POST /search'>> = {},
): Promise<string[]> {
  const answer = await client.call('POST /search', { body: { mainInputValue, limit: 50, ...body } })
  if (answer.status !== 200) throw new Error(`POST /search answered ${answer.text}`)
  return answer.body.data.map((channel) => channel.channel_name)
}

/** The names on all pages of a list, following its cursors; fails when a page other than the last is empty. */
export async function namesOnAllPages(
  client: TestClient,
  key: 'POST /search' | 'POST /filter',
  body: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const names: string[] = []
  let cursor: string | null = null
  do {
    const answer: Awaited<ReturnType<typeof client.call<typeof key>>> = await client.call(key, {
      body: { ...body, cursor },
    })
    if (answer.status !== 200) throw new Error(`${key} answered ${answer.text}`)
    const { data, meta } = answer.body
    if (data.length === 0 && meta.nextCursor !== null) throw new Error('An empty page says that more follow')
    names.push(...data.map((channel) => channel.channel_name))
    cursor = meta.nextCursor
  } while (cursor !== null)
  return names
}
