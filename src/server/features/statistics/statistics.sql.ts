import { sql } from 'kysely'
import type { Counters, VideoFacts } from '#server/adapters/videos/videos.ts'
import { moscowDate } from '#server/clock.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { CHANNEL_ID, isoInstant } from '#server/features/reveals/reveals.sql.ts'
import { type Point, TRACKED_MAX } from '#shared/rules/statistics.ts'

/** A channel whose purchase the person has. */
export interface OwnChannel {
  /** The platform's id; null where it is unknown or the channel is on another platform: then it has no videos here. */
  readonly platformId: string | null
}

interface ChannelNamed {
  readonly personId: number
  readonly channelName: string
  /** The API's id; when given, it alone decides. */
  readonly channelId: string | null
}

/** Existing purchases joined with reveal and channel. Used everywhere, so that deleting the purchase ends everything. */
function ownedChannels(db: Db | Tx, personId: number) {
  return db
    .selectFrom('purchase')
    .innerJoin('reveal', (join) =>
      join.onRef('reveal.person_id', '=', 'purchase.person_id').onRef('reveal.id', '=', 'purchase.reveal_id'),
    )
    .innerJoin('channel', 'channel.id', 'reveal.channel_id')
    .where('purchase.person_id', '=', personId)
}

/** The newest matching purchase of the person; null when there is none. */
export async function findOwnChannel(
  db: Db,
  { personId, channelName, channelId }: ChannelNamed,
): Promise<OwnChannel | null> {
  const found = await ownedChannels(db, personId)
    .select(
      sql<string | null>`case when channel.platform = 'youtube' then channel.platform_id end`.as(
        'platformId',
      ),
    )
    .$if(channelId !== null, (query) => query.where(CHANNEL_ID, '=', channelId))
    .$if(channelId === null, (query) =>
      query.where((eb) =>
        eb.or([eb('purchase.channel_name', '=', channelName), eb('channel.name', '=', channelName)]),
      ),
    )
    .orderBy('purchase.transaction_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

/** Locks a video against purging until the transaction ends. @returns its id; null when it is gone */
export async function holdVideo(tx: Tx, id: number): Promise<number | null> {
  const row = await tx.selectFrom('video').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()
  return row?.id ?? null
}

/** Stores what the platform says of a video: its facts, and its numbers for the Europe/Moscow date. */
export async function keepVideo(tx: Tx, video: VideoFacts, now: Date): Promise<number> {
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
    .values({ platform_id: video.videoId, ...facts })
    .onConflict((conflict) => conflict.column('platform_id').doUpdateSet(facts))
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
    channelId,
    videoId,
    since,
  }: { readonly channelId: string; readonly videoId: string; readonly since: string },
): Promise<KeptVideo | null> {
  const video = await db
    .selectFrom('video')
    .select(['id', 'platform_id as videoId', 'title', 'thumbnail_url as thumbnail'])
    .where('platform_channel_id', '=', channelId)
    .where('platform_id', '=', videoId)
    .executeTakeFirst()
  if (video === undefined) return null
  const { likes = null, views = null } = (await readLatest(db, [video.id], since)).get(video.id) ?? {}
  return { ...video, likes, views }
}

/** Starts to follow a video, in a transaction that has locked the person. @returns whether the person now follows it */
export async function startTracking(
  tx: Tx,
  { personId, videoId, now }: { readonly personId: number; readonly videoId: number; readonly now: Date },
): Promise<boolean> {
  await sql`
    insert into tracking (person_id, video_id, created_at)
    select ${personId}, ${videoId}, ${now}
    where (select count(*) from (${ownVideos(tx, personId, true).select('video.id')}) as followed) < ${TRACKED_MAX}
    on conflict do nothing`.execute(tx)
  return isTracked(tx, { personId, videoId })
}

export async function isTracked(
  db: Db | Tx,
  { personId, videoId }: { readonly personId: number; readonly videoId: number },
): Promise<boolean> {
  const found = await db
    .selectFrom('tracking')
    .select('video_id')
    .where('person_id', '=', personId)
    .where('video_id', '=', videoId)
    .executeTakeFirst()
  return found !== undefined
}

/** Videos of channels whose purchase the person has; optionally only the followed ones. */
function ownVideos(db: Db | Tx, personId: number, isFollowed: boolean) {
  const owned = ownedChannels(db, personId)
    .innerJoin('video', 'video.platform_channel_id', 'channel.platform_id')
    .leftJoin('tracking', (join) =>
      join.onRef('tracking.video_id', '=', 'video.id').onRef('tracking.person_id', '=', 'purchase.person_id'),
    )
    .where('channel.platform', '=', 'youtube')
  return isFollowed ? owned.where('tracking.video_id', 'is not', null) : owned
}

/** The same with the API's columns. */
export function ownVideoRecords(
  db: Db | Tx,
  personId: number,
  { isFollowed }: { readonly isFollowed: boolean },
) {
  return ownVideos(db, personId, isFollowed).select([
    'video.id',
    'video.platform_id as videoId',
    'video.title',
    'video.thumbnail_url as thumbnail',
    isoInstant('video.published_at').$castTo<string | null>().as('publishedAt'),
    CHANNEL_ID.as('channelId'),
    'purchase.channel_name',
    sql<boolean>`tracking.video_id is not null`.as('isTracked'),
    isoInstant('video.gone_since').$castTo<string | null>().as('goneSince'),
  ])
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
