import { sql } from 'kysely'
import { RELEASE } from '#server/db/code.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { isoInstant } from '#server/features/catalogue/known-contacts.sql.ts'
import { CHANNEL_ID } from '#server/features/reveals/reveals.sql.ts'
import { TRACKED_MAX } from '#shared/rules/statistics.ts'

/** A channel as a person names it. */
export interface ChannelNamed {
  readonly holderId: number
  readonly channelName: string
  /** The API's id; when given, it alone decides. */
  readonly channelId: string | null
}

/** Existing purchases joined with reveal and channel. Used everywhere, so that deleting the purchase ends everything. */
function ownedChannels(db: Db | Tx, holderId: number) {
  return db
    .selectFrom('purchase')
    .innerJoin('reveal', (join) =>
      join.onRef('reveal.holder_id', '=', 'purchase.holder_id').onRef('reveal.id', '=', 'purchase.reveal_id'),
    )
    .innerJoin('channel', 'channel.id', 'reveal.channel_id')
    .where('purchase.holder_id', '=', holderId)
}

/** The API's id of a video. */
export const VIDEO_ID = sql<string>`${RELEASE}.platform_ref(video.platform, video.platform_id)`

/** Where a channel is whose purchase the person has, by the newest that matches; null when there is no such purchase. */
export async function findOwnChannel(
  db: Db,
  { holderId, channelName, channelId }: ChannelNamed,
): Promise<{ readonly platform: string; readonly platformId: string | null } | null> {
  const found = await ownedChannels(db, holderId)
    .select(['channel.platform', 'channel.platform_id as platformId'])
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

/** Starts to follow a video, in a transaction that has locked the person. @returns whether the person now follows it */
export async function startTracking(
  tx: Tx,
  { holderId, videoId, now }: { readonly holderId: number; readonly videoId: number; readonly now: Date },
): Promise<boolean> {
  await sql`
    insert into tracking (holder_id, video_id, created_at)
    select ${holderId}, ${videoId}, ${now}
    where (select count(*) from (${ownVideos(tx, holderId, true).select('video.id')}) as followed) < ${TRACKED_MAX}
    on conflict do nothing`.execute(tx)
  return isTracked(tx, { holderId, videoId })
}

export async function isTracked(
  db: Db | Tx,
  { holderId, videoId }: { readonly holderId: number; readonly videoId: number },
): Promise<boolean> {
  const found = await db
    .selectFrom('tracking')
    .select('video_id')
    .where('holder_id', '=', holderId)
    .where('video_id', '=', videoId)
    .executeTakeFirst()
  return found !== undefined
}

/** Stops following a video for one person. Its numbers stay for others. @returns false when the person did not follow it */
export async function stopTracking(
  db: Db,
  { holderId, videoId }: { readonly holderId: number; readonly videoId: string },
): Promise<boolean> {
  const stopped = await db
    .deleteFrom('tracking')
    .using('video')
    .whereRef('video.id', '=', 'tracking.video_id')
    .where('holder_id', '=', holderId)
    .where(VIDEO_ID, '=', videoId)
    .returning('video_id')
    .executeTakeFirst()
  return stopped !== undefined
}

/**
 * Marks the day of the advertisement in a followed video of a channel whose purchase the person has; null removes the mark.
 * @returns false when there is no such video
 */
export async function markAdvertisement(
  db: Db,
  {
    holderId,
    videoId,
    advertisedOn,
  }: { readonly holderId: number; readonly videoId: string; readonly advertisedOn: string | null },
): Promise<boolean> {
  const marked = await db
    .updateTable('tracking')
    .set({ advertised_on: advertisedOn })
    .where('holder_id', '=', holderId)
    .where('video_id', 'in', ownVideos(db, holderId, true).where(VIDEO_ID, '=', videoId).select('video.id'))
    .returning('video_id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Videos of channels whose purchase the person has; optionally only the followed ones. */
function ownVideos(db: Db | Tx, holderId: number, isFollowed: boolean) {
  const owned = ownedChannels(db, holderId)
    .innerJoin('video', (join) =>
      join
        .onRef('video.platform', '=', 'channel.platform')
        .onRef('video.platform_channel_id', '=', 'channel.platform_id'),
    )
    .leftJoin('tracking', (join) =>
      join.onRef('tracking.video_id', '=', 'video.id').onRef('tracking.holder_id', '=', 'purchase.holder_id'),
    )
  return isFollowed ? owned.where('tracking.video_id', 'is not', null) : owned
}

/** The same with the API's columns. */
export function ownVideoRecords(
  db: Db | Tx,
  holderId: number,
  { isFollowed }: { readonly isFollowed: boolean },
) {
  return ownVideos(db, holderId, isFollowed).select([
    'video.id',
    VIDEO_ID.as('videoId'),
    'video.title',
    'video.thumbnail_url as thumbnail',
    isoInstant('video.published_at').$castTo<string | null>().as('publishedAt'),
    CHANNEL_ID.as('channelId'),
    'purchase.channel_name',
    sql<boolean>`tracking.video_id is not null`.as('isTracked'),
    isoInstant('video.gone_since').$castTo<string | null>().as('goneSince'),
    'tracking.advertised_on as advertisedOn',
  ])
}
