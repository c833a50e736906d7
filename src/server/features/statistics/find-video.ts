import { type VideoFacts, VideosUnavailable } from '#server/adapters/videos/videos.ts'
import type { App } from '#server/app.ts'
import { personTransaction } from '#server/people/person-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import { askPlatform } from './ask-platform.ts'
import { locateVideo } from './locate-video.ts'
import { firstKeptDay } from './purge-statistics.ts'
import { readVideoAddress } from './read-video-address.ts'
import { findKeptVideo, findOwnChannel, holdVideo, keepVideo, startTracking } from './statistics.sql.ts'

interface Lookup {
  readonly personId: number
  readonly channelName: string
  readonly channelId: string | null
  /** A title or a part of it, an address, or an id. */
  readonly videoName: string
}

export interface FoundVideo {
  readonly video: Pick<VideoFacts, 'videoId' | 'title' | 'thumbnail' | 'likes' | 'views'>
  readonly isTracked: boolean
}

/**
 * Finds a video of a channel that the person bought, stores today's numbers and starts to follow it. A stored video that is
 * named by id or address is followed even when the platform does not answer or no longer lists it.
 * @throws Refusal not_found (no such purchase, no such video), too_many_requests, provider_failed, unavailable
 */
export async function findVideo(
  app: Pick<App, 'db' | 'clock' | 'config' | 'secret' | 'limits' | 'videos' | 'runExclusive'>,
  { personId, channelName, channelId, videoName }: Lookup,
): Promise<FoundVideo> {
  const channel = await findOwnChannel(app.db, { personId, channelName, channelId })
  const platformId = channel?.platformId ?? null
  if (platformId === null) throw new Refusal('not_found')
  const address = readVideoAddress(videoName)
  const kept =
    address === null
      ? null
      : await findKeptVideo(app.db, {
          channelId: platformId,
          videoId: address.videoId,
          since: firstKeptDay(app),
        })
  const video = await askPlatform(app, async () => {
    try {
      return await locateVideo(app, {
        personId,
        channelId: platformId,
        name: kept?.videoId ?? videoName,
        isId: kept !== null,
      })
    } catch (error) {
      const isUnanswered = error instanceof VideosUnavailable || error instanceof Refusal
      if (kept === null || !isUnanswered) throw error
      return null
    }
  })
  const answer = video ?? kept
  if (answer === null) throw new Refusal('not_found')
  const now = app.clock.now()
  const isTracked = await personTransaction(app, personId, async (tx) => {
    const videoId = 'id' in answer ? await holdVideo(tx, answer.id) : await keepVideo(tx, answer, now)
    // Purged while the platform was asked.
    if (videoId === null) throw new Refusal('not_found')
    return startTracking(tx, { personId, videoId, now })
  })
  return { video: answer, isTracked }
}
