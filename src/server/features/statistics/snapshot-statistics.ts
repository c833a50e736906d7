import {
  askWithBisection,
  type Counters,
  IDS_PER_CALL,
  refreshAfterDays,
  isUnavailable,
} from '#server/platforms/videos.ts'
import type { Core } from '#server/core.ts'
import { forEachPlatform, type OpenPlatform } from '#server/platforms/platform.ts'
import { keptDays } from '#server/retention.ts'
import { moscowDate } from '#server/clock.ts'
import { transact } from '#server/db/connect.ts'
import {
  type ClaimedVideo,
  claimVideos,
  keepAnswers,
  releaseVideos,
  deferVideos,
} from './snapshot-statistics.sql.ts'
import { keepVideo } from './videos.sql.ts'
import { DAY_MS } from '#shared/rules/time.ts'

/** The number of concurrent calls. */
const AT_ONCE = 8

/**
 * Asks the platform about every followed video that was not asked about on today's Europe/Moscow date. Any number of
 * servers may run it at once and stop at any time: each claims videos that nobody else has, and the next run does the rest.
 * Stops quietly when the jobs' part of the quota is used up. A video with a malformed answer is deferred for hours; what
 * was known of it stays.
 * @returns how many videos were answered
 * @throws VideosUnavailable when the platform fails for another reason; what it answered is stored
 */
export async function snapshotStatistics(app: Core): Promise<number> {
  return forEachPlatform(app.platforms, (platform) => snapshotOf(app, platform))
}

async function snapshotOf(app: Core, platform: OpenPlatform): Promise<number> {
  let asked = 0
  for (;;) {
    const claimed = await claimVideos(app.db, {
      platform: platform.name,
      today: moscowDate(app.clock.now()),
      now: app.clock.now(),
      limit: AT_ONCE * IDS_PER_CALL,
    })
    if (claimed.length === 0) return asked
    const calls = planCalls(claimed, oldFrom(app))
    const results = await Promise.allSettled(calls.map((videos) => ask(app, platform, videos)))
    const failures = results.flatMap((result, at) =>
      result.status === 'rejected' ? [{ error: result.reason as unknown, videos: calls[at] ?? [] }] : [],
    )
    asked += results.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0)
    if (failures.length > 0) {
      await releaseVideos(
        app.db,
        failures.flatMap(({ videos }) => videos.map(({ id }) => id)),
      )
      const other = failures.find(({ error }) => !isUnavailable(error, 'quota'))
      if (other !== undefined) throw other.error
      app.log.warn({ asked }, 'the snapshot of statistics waits for the platform’s quota')
      return asked
    }
  }
}

/** Each call asks for counters alone, or for everything when title and picture are old. */
function planCalls(videos: readonly ClaimedVideo[], oldest: number): ClaimedVideo[][] {
  const isOld = (video: ClaimedVideo) => video.fetchedAt.getTime() < oldest
  return [videos.filter(isOld), videos.filter((video) => !isOld(video))].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / IDS_PER_CALL) }, (_, at) =>
      group.slice(at * IDS_PER_CALL, (at + 1) * IDS_PER_CALL),
    ),
  )
}

/** @returns how many of the videos were answered */
async function ask(app: Core, platform: OpenPlatform, videos: readonly ClaimedVideo[]): Promise<number> {
  const ids = videos.map(({ platformId }) => platformId)
  const needsFacts = (videos[0]?.fetchedAt.getTime() ?? 0) < oldFrom(app)
  const answers = new Map<string, Counters>()
  let malformed: ReadonlySet<string>
  if (needsFacts) {
    const answer = await askWithBisection(ids, (part) => platform.videos.videos(part, 'job'))
    const now = app.clock.now()
    await transact(app.db, async (tx) => {
      for (const video of answer.found) await keepVideo(tx, platform.name, video, now)
    })
    for (const video of answer.found) answers.set(video.videoId, video)
    malformed = answer.malformed
  } else {
    const answer = await askWithBisection(ids, (part) => platform.videos.counters(part, 'job'))
    for (const video of answer.found) answers.set(video.videoId, video)
    malformed = answer.malformed
  }
  const now = app.clock.now()
  const answered = videos.filter(({ platformId }) => !malformed.has(platformId))
  await keepAnswers(app.db, { videos: answered, answers, now })
  if (malformed.size > 0) {
    const aside = videos.filter(({ platformId }) => malformed.has(platformId))
    await deferVideos(app.db, { ids: aside.map(({ id }) => id), now })
    app.log.warn(
      { malformed: malformed.size },
      'the platform gives malformed or no answers about videos, which are set aside for hours',
    )
  }
  return answered.length
}

/** The instant before which title and picture count as old: a day early, because a video is asked about once a day. */
function oldFrom(app: Core): number {
  return app.clock.now().getTime() - (refreshAfterDays(keptDays(app)) - 1) * DAY_MS
}
