import type { VideoFacts } from '#server/adapters/videos/videos.ts'
import type { App } from '#server/app.ts'
import { keyedHash } from '#server/config/secret.ts'
import { chargePerson, type PersonsVideos } from './charge-person.ts'
import { chooseVideo } from './choose-video.ts'
import { isKnownMissing, rememberMissing } from './missing-videos.sql.ts'
import { readVideoAddress } from './read-video-address.ts'

/** How many pages of uploads are read before the platform's own search is used: the newest 250 videos. */
const PAGES = 5
/** How long a name without a match is remembered, for everybody. */
const MISSING_MS = 3_600_000

interface Wanted {
  readonly personId: number
  /** The platform's id. */
  readonly channelId: string
  /** A title or a part of it, an address, or an id. */
  readonly name: string
  /** Whether it can only be an id. */
  readonly isId: boolean
}

/**
 * Asks the platform for a channel's video, within the person's daily limit.
 * @returns null when there is none, or was none within the last hour
 * @throws VideosUnavailable, Refusal too_many_requests
 */
export async function locateVideo(
  app: Pick<App, 'db' | 'clock' | 'secret' | 'limits' | 'videos'>,
  { personId, channelId, name, isId }: Wanted,
): Promise<VideoFacts | null> {
  const missing = {
    channelId,
    nameHash: keyedHash(app.secret, isId ? 'missing video id' : 'missing video', name),
  }
  const now = app.clock.now()
  if (await isKnownMissing(app.db, { ...missing, now })) return null
  const video = await locate(chargePerson(app, personId), { channelId, name, isId })
  if (video === null) {
    await rememberMissing(app.db, { ...missing, until: new Date(now.getTime() + MISSING_MS) })
  }
  return video
}

async function locate(
  videos: PersonsVideos,
  { channelId, name, isId }: Omit<Wanted, 'personId'>,
): Promise<VideoFacts | null> {
  if (isId) return fetchVideo(videos, channelId, name)
  const address = readVideoAddress(name)
  if (address !== null) {
    const video = await fetchVideo(videos, channelId, address.videoId)
    if (video !== null || address.asTitle === 'nowhere') return video
  }
  const isSearched = address?.asTitle !== 'in uploads'
  const videoId = await findByTitle(videos, { channelId, title: name, isSearched })
  return videoId === null ? null : fetchVideo(videos, channelId, videoId)
}

/** A video's current facts; null when it does not exist or belongs to another channel. */
async function fetchVideo(
  videos: PersonsVideos,
  channelId: string,
  videoId: string,
): Promise<VideoFacts | null> {
  const [video] = await videos.videos([videoId], 'person')
  return video?.channelId === channelId ? video : null
}

/** Uploads cost a hundredth of a search, so they come first; when all were read, no search is needed. */
async function findByTitle(
  videos: PersonsVideos,
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
