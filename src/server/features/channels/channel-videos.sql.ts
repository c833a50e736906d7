import { type Expression, sql } from 'kysely'
import type { DataOf } from '#shared/api/contract.ts'
import type { Db } from '#server/db/connect.ts'

type Shown = DataOf<'GET /channels/{channelId}/videos'>
export type ShownVideo = Shown['videos'][number]
export type Problem = NonNullable<Shown['problem']>

/** What is kept of a channel's last videos. */
export interface KeptVideos {
  /** Both null while the platform has not answered, and when it is too old to be shown. */
  readonly videos: readonly ShownVideo[] | null
  readonly fetchedAt: Date | null
  /** When somebody last began to ask the platform. */
  readonly askedAt: Date
  /** Why that gave no answer; null when it did, or while it is waited for. */
  readonly problem: Problem | null
}

/** @param oldest lists of before are not shown */
export async function readKept(db: Db, id: number, oldest: Date): Promise<KeptVideos | null> {
  const shown = <T>(column: Expression<T>) =>
    sql<T | null>`case when fetched_at >= ${oldest} then ${column} end`
  const row = await db
    .selectFrom('channel_videos')
    .select((eb) => [
      shown(eb.ref('videos')).$castTo<readonly ShownVideo[] | null>().as('videos'),
      shown(eb.ref('fetched_at')).$castTo<Date | null>().as('fetchedAt'),
      'asked_at as askedAt',
      eb.ref('problem').$castTo<Problem | null>().as('problem'),
    ])
    .where('channel_id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Notes that the caller is about to ask the platform about a channel's videos.
 * @param before nobody else may have asked after this time
 * @returns false when somebody has, or the channel was deleted meanwhile
 */
export async function claimAsking(
  db: Db,
  { id, now, before }: { readonly id: number; readonly now: Date; readonly before: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into channel_videos as kept (channel_id, asked_at)
    select id, ${now} from channel where id = ${id} for key share
    on conflict (channel_id) do update set asked_at = excluded.asked_at, problem = null
    where kept.asked_at <= ${before}
    returning 1`.execute(db)
  return rows.length > 0
}

/** Nothing happens when the channel was deleted meanwhile. */
export async function keepVideos(
  db: Db,
  { id, videos, now }: { readonly id: number; readonly videos: readonly ShownVideo[]; readonly now: Date },
): Promise<void> {
  await sql`
    insert into channel_videos (channel_id, videos, fetched_at, asked_at)
    select id, ${JSON.stringify(videos)}::jsonb, ${now}, ${now} from channel where id = ${id} for key share
    on conflict (channel_id) do update set videos = excluded.videos, fetched_at = excluded.fetched_at, problem = null`.execute(
    db,
  )
}

/** Notes that the platform gave no answer. */
export async function noteProblem(db: Db, id: number, problem: Problem): Promise<void> {
  await db.updateTable('channel_videos').set({ problem }).where('channel_id', '=', id).execute()
}

/** Takes back that somebody asks: the platform was not asked, and others, who may, should not wait. */
export async function dropClaim(db: Db, id: number): Promise<void> {
  await sql`
    with dropped as (delete from channel_videos where channel_id = ${id} and fetched_at is null)
    update channel_videos set asked_at = fetched_at where channel_id = ${id} and fetched_at is not null`.execute(
    db,
  )
}

/** Deletes lists of before `oldest`, and notes that the platform gave none since. */
export async function forgetVideos(db: Db, oldest: Date): Promise<void> {
  await sql`delete from channel_videos where coalesce(fetched_at, asked_at) < ${oldest}`.execute(db)
}
