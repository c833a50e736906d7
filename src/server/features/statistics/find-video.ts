import { type VideoFacts, type Videos, VideosUnavailable } from '#server/adapters/videos/videos.ts'
import type { App } from '#server/app.ts'
import { personTransaction } from '#server/features/reveals/person-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import { askPlatform } from './ask-platform.ts'
import { chooseVideo } from './choose-video.ts'
import { firstKeptDay } from './purge-statistics.ts'
import { readVideoAddress, type VideoAddress } from './read-video-address.ts'
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

/** Pages of uploads that are looked through before the platform's own search is asked: the newest 250 videos. */
const PAGES = 5

/**
 * Finds a video of a channel that the person bought, keeps its numbers of today and follows it from now on. One that is
 * kept already and named by its id or address is followed also when the platform does not answer or says nothing of it.
 * @throws Refusal not_found (no such purchase, no such video), provider_failed, unavailable
 */
export async function findVideo(
  app: Pick<App, 'db' | 'clock' | 'config' | 'videos' | 'inTurn'>,
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
  const named = kept !== null && address !== null ? { ...address, asTitle: 'nowhere' as const } : address
  const video = await askPlatform(app, async () => {
    try {
      return await locate(app.videos, platformId, videoName, named)
    } catch (error) {
      if (kept === null || !(error instanceof VideosUnavailable)) throw error
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

async function locate(
  videos: Videos,
  channelId: string,
  videoName: string,
  address: VideoAddress | null,
): Promise<VideoFacts | null> {
  if (address !== null) {
    const video = await fetchVideo(videos, channelId, address.videoId)
    if (video !== null || address.asTitle === 'nowhere') return video
  }
  const isSearched = address?.asTitle !== 'in uploads'
  const videoId = await findByTitle(videos, { channelId, title: videoName, isSearched })
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
async function findByTitle(
  videos: Videos,
  { channelId, title, isSearched }: { channelId: string; title: string; isSearched: boolean },
): Promise<string | null> {
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
  if (page === null || !isSearched) return null
  const [found] = await videos.searchInChannel(channelId, title, 'person')
  return found?.videoId ?? null
}
