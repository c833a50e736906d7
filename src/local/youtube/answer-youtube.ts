import type pg from 'pg'
import type { Clock } from '#server/clock.ts'
import {
  CATALOGUE_COLUMNS,
  type CatalogueChannel,
  firstIndex,
  type MadeVideo,
  makeVideo,
  videoCount,
} from './make-videos.ts'
import { placeOf } from './video-ids.ts'
import { badRequest, YoutubeError } from './youtube-errors.ts'

export interface YoutubeWorld {
  readonly pool: pg.Pool
  readonly clock: Clock
  /** The only valid key. */
  readonly key: string
  /** The URL of the pictures, without a trailing slash. */
  readonly picturesUrl: string
}

export type Query = Readonly<Record<string, string | undefined>>

const MAX_IDS = 50

/** `videos.list` by id; unknown videos are missing in the answer. */
export async function answerVideos(world: YoutubeWorld, query: Query): Promise<object> {
  const parts = partsOf(query)
  const videos = await videosOf(world, idsOf(query))
  return list('video', videos.map((video) => ({
    kind: 'youtube#video',
    id: video.videoId,
    ...(parts.has('snippet') && { snippet: snippetOf(world, video) }),
    ...(parts.has('statistics') && { statistics: statisticsOf(video) }),
  }))) // biome-ignore format: one item
}

/** `videos:batchGetStats`. */
export async function answerCounters(world: YoutubeWorld, query: Query): Promise<object> {
  const videos = await videosOf(world, idsOf(query))
  return {
    kind: 'youtube#batchGetStatsResponse',
    items: videos.map((video) => ({ id: video.videoId, statistics: statisticsOf(video) })),
  }
}

/** `channels.list` by id; without a match `items` is missing. */
export async function answerChannels({ pool }: YoutubeWorld, query: Query): Promise<object> {
  const parts = partsOf(query)
  const channels = await channelsByPlatformId(pool, idsOf(query))
  return list('channel', channels.map((channel) => ({
    kind: 'youtube#channel',
    id: channel.platformId,
    ...(parts.has('snippet') && { snippet: channelSnippet(channel) }),
    ...(parts.has('statistics') && { statistics: channelStatistics(channel) }),
    ...(parts.has('contentDetails') && {
      contentDetails: { relatedPlaylists: { likes: '', uploads: `UU${channel.platformId.slice(2)}` } },
    }),
  }))) // biome-ignore format: one item
}

/** `playlistItems.list` of a channel's uploads, newest first; 404 for a channel without uploads. */
export async function answerUploads(world: YoutubeWorld, query: Query): Promise<object> {
  const { playlistId = '', pageToken = '' } = query
  const size = sizeOf(query, 5)
  const [channel] = await channelsByPlatformId(world.pool, [`UC${playlistId.slice(2)}`])
  const now = world.clock.now()
  const begin = channel === undefined ? 0 : firstIndex(channel, now)
  if (channel === undefined || !playlistId.startsWith('UU') || begin >= videoCount(channel))
    throw new YoutubeError(404, 'playlistNotFound', "The playlist identified with the request's <code>playlistId</code> parameter cannot be found.") // biome-ignore format: one sentence
  const offset = pageToken === '' ? 0 : Number(/^P(\d{1,5})$/.exec(pageToken)?.[1] ?? Number.NaN)
  if (!Number.isSafeInteger(offset)) throw badRequest()
  const videos = makeRange(channel, begin + offset, begin + offset + size, now)
  const items = videos.map((video) => ({
    kind: 'youtube#playlistItem',
    snippet: { ...snippetOf(world, video), playlistId },
    contentDetails: { videoId: video.videoId, videoPublishedAt: video.publishedAt.toISOString() },
  }))
  const hasMore = begin + offset + size < videoCount(channel)
  return { ...list('playlistItem', items), ...(hasMore && { nextPageToken: `P${offset + size}` }) }
}

/** `search.list` for a channel's videos whose titles contain all words. */
export async function answerSearch(world: YoutubeWorld, query: Query): Promise<object> {
  const { channelId = '', q = '', type } = query
  if (type !== 'video') throw badRequest()
  const [channel] = await channelsByPlatformId(world.pool, [channelId])
  const words = q.toLowerCase().split(/\s+/)
  const all = channel === undefined ? [] : makeRange(channel, 0, videoCount(channel), world.clock.now())
  const found = all.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
  const items = found.slice(0, sizeOf(query, 5)).map((video) => ({
    kind: 'youtube#searchResult',
    id: { kind: 'youtube#video', videoId: video.videoId },
    snippet: snippetOf(world, video),
  }))
  return { ...list('search', []), regionCode: 'RU', items }
}

function list(kind: string, items: readonly object[]): object {
  return {
    kind: `youtube#${kind}ListResponse`,
    pageInfo: { totalResults: items.length, resultsPerPage: items.length },
    ...(items.length > 0 && { items }),
  }
}

async function videosOf({ pool, clock }: YoutubeWorld, ids: readonly string[]): Promise<MadeVideo[]> {
  const now = clock.now()
  const places = ids.map(placeOf)
  const numbers = new Set(places.flatMap((place) => (place === null ? [] : [place.channel])))
  const channels = await channelsByNumber(pool, [...numbers])
  return places.flatMap((place) => {
    const channel = place === null ? undefined : channels.get(place.channel)
    const video = channel === undefined || place === null ? null : makeVideo(channel, place.index, now)
    return video === null ? [] : [video]
  })
}

function makeRange(channel: CatalogueChannel, from: number, to: number, now: Date): MadeVideo[] {
  const count = Math.max(0, Math.min(to, videoCount(channel)) - from)
  return Array.from({ length: count }, (_, at) => makeVideo(channel, from + at, now)).filter(
    (video) => video !== null,
  )
}

function snippetOf({ picturesUrl }: YoutubeWorld, video: MadeVideo): object {
  const url = `${picturesUrl}/${video.videoId}.svg`
  return {
    publishedAt: video.publishedAt.toISOString(),
    channelId: video.channelId,
    title: video.title,
    description: '',
    thumbnails: { default: { url, width: 120, height: 90 }, medium: { url, width: 320, height: 180 } },
  }
}

/** Counters are strings; hidden ones are missing. */
function statisticsOf({ views, likes, comments }: MadeVideo): object {
  return {
    viewCount: String(views),
    ...(likes !== null && { likeCount: String(likes) }),
    favoriteCount: '0',
    ...(comments !== null && { commentCount: String(comments) }),
  }
}

function channelSnippet({ name, handle, thumbnailUrl, country }: CatalogueChannel): object {
  const isAddress = thumbnailUrl !== null && URL.canParse(thumbnailUrl)
  return {
    title: name,
    description: '',
    ...(handle !== null && { customUrl: `@${handle}` }),
    publishedAt: '2015-01-01T00:00:00Z',
    thumbnails: isAddress ? { default: { url: thumbnailUrl, width: 88, height: 88 } } : {},
    ...(country !== null && { country }),
  }
}

function channelStatistics({ subscribers, views, uploads }: CatalogueChannel): object {
  return {
    viewCount: String(views ?? 0),
    subscriberCount: String(subscribers ?? 0),
    hiddenSubscriberCount: subscribers === null,
    videoCount: String(uploads ?? 0),
  }
}

function idsOf({ id = '' }: Query): string[] {
  const ids = id.split(',').filter((each) => each !== '')
  if (ids.length === 0 || ids.length > MAX_IDS) throw badRequest()
  return [...new Set(ids)]
}

function partsOf({ part = '' }: Query): ReadonlySet<string> {
  if (part === '') throw badRequest()
  return new Set(part.split(','))
}

function sizeOf({ maxResults }: Query, usual: number): number {
  const size = maxResults === undefined ? usual : Number(maxResults)
  if (!Number.isSafeInteger(size) || size < 1 || size > MAX_IDS) throw badRequest()
  return size
}

/** Channels of the catalogue by the platform's id. They are the stand-in's channels. */
async function channelsByPlatformId(pool: pg.Pool, ids: readonly string[]): Promise<CatalogueChannel[]> {
  const { rows } = await pool.query<CatalogueChannel>(
    `select ${CATALOGUE_COLUMNS} from channel where platform = 'youtube' and status = 'active' and platform_id = any($1)`,
    [ids],
  )
  return rows
}

/** The same by our number. */
async function channelsByNumber(
  pool: pg.Pool,
  ids: readonly number[],
): Promise<Map<number, CatalogueChannel>> {
  const { rows } = await pool.query<CatalogueChannel>(
    `select ${CATALOGUE_COLUMNS} from channel
      where platform = 'youtube' and status = 'active' and platform_id is not null and id = any($1)`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
