import type { VideoFacts, Videos } from '#server/adapters/videos/videos.ts'
import type { App } from '#server/app.ts'
import { personTransaction } from '#server/features/reveals/person-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import { askPlatform } from './ask-platform.ts'
import { chooseVideo } from './choose-video.ts'
import { readVideoAddress } from './read-video-address.ts'
import { findOwnChannel, keepVideo, startTracking } from './statistics.sql.ts'

interface Lookup {
  readonly personId: number
  readonly channelName: string
  readonly channelId: string | null
  /** A title or a part of it, an address, or an id. */
  readonly videoName: string
}

export interface FoundVideo {
  readonly video: VideoFacts
  readonly isTracked: boolean
}

/** Pages of uploads that are looked through before the platform's own search is asked: the newest 250 videos. */
const PAGES = 5

/**
 * Finds a video of a channel that the person bought, keeps its numbers of today and follows it from now on.
 * @throws Refusal not_found (no such purchase, no such video), provider_failed, unavailable
 */
export async function findVideo(
  app: Pick<App, 'db' | 'clock' | 'videos' | 'inTurn'>,
  { personId, channelName, channelId, videoName }: Lookup,
): Promise<FoundVideo> {
  const channel = await findOwnChannel(app.db, { personId, channelName, channelId })
  const platformId = channel?.platformId ?? null
  if (platformId === null) throw new Refusal('not_found')
  const video = await askPlatform(app, () => locate(app.videos, platformId, videoName))
  if (video === null) throw new Refusal('not_found')
  const now = app.clock.now()
  const isTracked = await personTransaction(app, personId, async (tx) =>
    startTracking(tx, { personId, videoId: await keepVideo(tx, video, now), now }),
  )
  return { video, isTracked }
}

async function locate(videos: Videos, channelId: string, videoName: string): Promise<VideoFacts | null> {
  const address = readVideoAddress(videoName)
  if (address !== null) {
    const video = await fetchVideo(videos, channelId, address.videoId)
    if (video !== null || address.isCertain) return video
  }
  const videoId = await findByTitle(videos, channelId, videoName)
  return videoId === null ? null : fetchVideo(videos, channelId, videoId)
}

/** A video as it is now; null when it does not exist or belongs to another channel. */
export async function fetchVideo(
  videos: Videos,
  channelId: string,
  videoId: string,
): Promise<VideoFacts | null> {
  const [video] = await videos.videos([videoId], 'person')
  return video?.channelId === channelId ? video : null
}

/** Uploads cost a hundredth of what a search costs, so they come first; who has seen them all needs no search. */
async function findByTitle(videos: Videos, channelId: string, title: string): Promise<string | null> {
  const [channel] = await videos.channels([channelId], 'person')
  if (channel?.uploadsList == null) return null
  const seen = []
  let page: string | null = null
  for (let pages = 0; pages < PAGES; pages += 1) {
    const uploads = await videos.uploads(channel.uploadsList, page, 'person')
    seen.push(...uploads.videos)
    page = uploads.next
    if (page === null || chooseVideo(uploads.videos, title)?.isExact === true) break
  }
  const chosen = chooseVideo(seen, title)
  if (chosen !== null) return chosen.video.videoId
  if (page === null) return null
  const [found] = await videos.searchInChannel(channelId, title, 'person')
  return found?.videoId ?? null
}
