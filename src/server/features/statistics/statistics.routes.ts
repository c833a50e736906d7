import type { Core } from '#server/core.ts'
import { Refusal } from '#server/refusal.ts'
import type { Routes } from '#server/feature.ts'
import { changesOf, pointsWithin, TRACKED_MAX } from '#shared/rules/statistics.ts'
import { findVideo, type FoundVideo, listVideos, refreshVideo } from './find-video.ts'
import { firstKeptDay } from '#server/retention.ts'
import { markAdvertisement, ownVideoRecords, stopTracking, VIDEO_ID } from './tracking.sql.ts'
import { readLatest, readPoints } from './videos.sql.ts'

export const statisticsRoutes = {
  'POST /video': async ({ app, actor, body }) =>
    answerOf(
      await findVideo(app, {
        holderId: actor.holderId,
        actorId: actor.personId,
        channelName: body.channel_name,
        channelId: body.channelId ?? null,
        videoName: body.videoName,
      }),
    ),

  'POST /analitics': async ({ app, actor, body }) =>
    answerOf(
      await refreshVideo(app, {
        holderId: actor.holderId,
        actorId: actor.personId,
        channelName: body.channel_name,
        channelId: body.channelId ?? null,
        video: body.videoId == null ? { name: body.videoName ?? '' } : { id: body.videoId },
      }),
    ),

  'GET /uploads': async ({ app, actor: { holderId, personId: actorId }, query }) => {
    const videos = await listVideos(app, {
      holderId,
      actorId,
      channelId: query.channelId,
      text: query.text ?? '',
    })
    const data = videos.map(({ videoId, title, thumbnail, publishedAt, views, likes }) => ({
      videoId,
      title,
      thumbnail,
      publishedAt: publishedAt?.toISOString() ?? null,
      views,
      likes,
    }))
    return { data }
  },

  'GET /statistics': async ({ app, actor: { holderId } }) => {
    const videos = await ownVideoRecords(app.db, holderId, { isFollowed: true })
      .orderBy('tracking.created_at', 'desc')
      .orderBy('video.id', 'desc')
      .execute()
    const latest = await readLatest(
      app.db,
      videos.map(({ id }) => id),
      firstKeptDay(app),
    )
    const data = videos.map(({ id, ...video }) => ({ ...video, latest: latest.get(id) ?? null }))
    return { data, meta: { total: data.length, limit: TRACKED_MAX } }
  },

  'GET /statistics/{videoId}': async ({ app, actor, params, query }) => {
    const { id, ...video } = await ownVideo(app, actor.holderId, params.videoId)
    const points = await readPoints(app.db, id, firstKeptDay(app))
    const range = { from: query.from ?? null, to: query.to ?? null }
    return { data: { video, points: pointsWithin(points, range), changes: changesOf(points, range) } }
  },

  'PUT /statistics/{videoId}': async ({ app, actor: { holderId }, params, body }) => {
    const isMarked = await markAdvertisement(app.db, { holderId, ...params, ...body })
    if (!isMarked) throw new Refusal('not_found')
    return { data: null }
  },

  'DELETE /statistics/{videoId}': async ({ app, actor, params }) => {
    const isStopped = await stopTracking(app.db, { holderId: actor.holderId, videoId: params.videoId })
    if (!isStopped) throw new Refusal('not_found')
    return { data: null }
  },
} satisfies Partial<Routes>

/** @throws Refusal not_found when the person has no purchase of its channel */
async function ownVideo({ db }: Core, holderId: number, videoId: string) {
  const video = await ownVideoRecords(db, holderId, { isFollowed: false })
    .where(VIDEO_ID, '=', videoId)
    .executeTakeFirst()
  if (video === undefined) throw new Refusal('not_found')
  return video
}

function answerOf({ video, isTracked }: FoundVideo) {
  const { title, thumbnail, videoId, likes, views } = video
  return { data: { analiticsAndData: { title, thumbnail, videoId, analitics: { likes, views } } }, isTracked }
}
