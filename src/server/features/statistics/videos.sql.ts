import { sql } from 'kysely'
import type { Counters, VideoFacts } from '#server/platforms/videos.ts'
import { moscowDate } from '#server/clock.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { Point } from '#shared/rules/statistics.ts'

/** Locks a video against purging until the transaction ends. @returns its id; null when it is gone */
export async function holdVideo(tx: Tx, id: number): Promise<number | null> {
  const row = await tx.selectFrom('video').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()
  return row?.id ?? null
}

/** Stores what the platform says of a video: its facts, and its numbers for the Europe/Moscow date. */
export async function keepVideo(tx: Tx, platform: string, video: VideoFacts, now: Date): Promise<number> {
  const facts = {
    platform_channel_id: video.channelId,
    title: video.title,
    thumbnail_url: video.thumbnail,
    published_at: video.publishedAt,
    fetched_at: now,
    asked_on: moscowDate(now),
    gone_since: null,
  }
  const { id } = await tx
    .insertInto('video')
    .values({ platform, platform_id: video.videoId, ...facts })
    .onConflict((conflict) => conflict.columns(['platform', 'platform_id']).doUpdateSet(facts))
    .returning('id')
    .executeTakeFirstOrThrow()
  await keepCounters(tx, [{ ...video, id }], now)
  return id
}

/**
 * Stores the day's numbers of videos in one statement. Within a day the later answer wins, but a known number does not
 * become unknown.
 */
export async function keepCounters(
  db: Db | Tx,
  videos: readonly (Counters & { readonly id: number })[],
  now: Date,
): Promise<void> {
  if (videos.length === 0) return
  const column = (read: (video: Counters) => number | null) => videos.map(read)
  await sql`
    insert into video_statistics as kept (video_id, day, views, likes, comments, fetched_at)
    select given.id, ${moscowDate(now)}::date, given.views, given.likes, given.comments, ${now}
    from unnest(${videos.map(({ id }) => id)}::bigint[], ${column((video) => video.views)}::bigint[],
      ${column((video) => video.likes)}::bigint[], ${column((video) => video.comments)}::bigint[])
      as given (id, views, likes, comments)
    on conflict (video_id, day) do update set
      views = coalesce(excluded.views, kept.views),
      likes = coalesce(excluded.likes, kept.likes),
      comments = coalesce(excluded.comments, kept.comments),
      fetched_at = excluded.fetched_at
    where excluded.fetched_at >= kept.fetched_at`.execute(db)
}

export interface KeptVideo extends Pick<VideoFacts, 'videoId' | 'title' | 'thumbnail' | 'likes' | 'views'> {
  readonly id: number
}

/** The stored facts of a channel's video, with its newest numbers since a date; null when there are none. */
export async function findKeptVideo(
  db: Db,
  {
    platform,
    channelId,
    videoId,
    since,
  }: {
    readonly platform: string
    readonly channelId: string
    readonly videoId: string
    readonly since: string
  },
): Promise<KeptVideo | null> {
  const video = await db
    .selectFrom('video')
    .select(['id', 'platform_id as videoId', 'title', 'thumbnail_url as thumbnail'])
    .where('platform', '=', platform)
    .where('platform_channel_id', '=', channelId)
    .where('platform_id', '=', videoId)
    .executeTakeFirst()
  if (video === undefined) return null
  const { likes = null, views = null } = (await readLatest(db, [video.id], since)).get(video.id) ?? {}
  return { ...video, likes, views }
}

/** Daily numbers of videos since a date, oldest first. */
export async function readPoints(db: Db, videoId: number, since: string): Promise<Point[]> {
  return db
    .selectFrom('video_statistics')
    .select(['day as date', 'views', 'likes', 'comments'])
    .where('video_id', '=', videoId)
    .where('day', '>=', since)
    .orderBy('day')
    .$castTo<Point>()
    .execute()
}

/** The newest numbers of each video since a date. */
export async function readLatest(
  db: Db,
  ids: readonly number[],
  since: string,
): Promise<ReadonlyMap<number, Point>> {
  const { rows } = await sql<Point & { readonly id: number }>`
    select distinct on (video_id) video_id as id, day as date, views, likes, comments
    from video_statistics where video_id = any(${ids}) and day >= ${since}::date
    order by video_id, day desc`.execute(db)
  return new Map(rows.map(({ id, ...point }) => [id, point]))
}

interface MissingVideo {
  readonly platform: string
  /** The platform's id. */
  readonly channelId: string
  readonly nameHash: Buffer
}

/** Whether the platform recently said that a channel has no video of that name. */
export async function isKnownMissing(
  db: Db,
  { platform, channelId, nameHash, now }: MissingVideo & { readonly now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('missing_video')
    .select('missing_until')
    .where('platform', '=', platform)
    .where('platform_channel_id', '=', channelId)
    .where('name_hash', '=', nameHash)
    .where('missing_until', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

export async function rememberMissing(
  db: Db,
  { platform, channelId, nameHash, until }: MissingVideo & { readonly until: Date },
): Promise<void> {
  await db
    .insertInto('missing_video')
    .values({ platform, platform_channel_id: channelId, name_hash: nameHash, missing_until: until })
    .onConflict((conflict) =>
      conflict
        .columns(['platform', 'platform_channel_id', 'name_hash'])
        .doUpdateSet({ missing_until: until }),
    )
    .execute()
}

export async function purgeMissing(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('missing_video').where('missing_until', '<=', now).execute()
}
