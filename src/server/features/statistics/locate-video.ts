import type { VideoFacts, ListedVideo, Videos } from '#server/platforms/videos.ts'
import type { Core } from '#server/core.ts'
import { keyedHash } from '#server/config/secret.ts'
import type { OpenPlatform } from '#server/platforms/platform.ts'
import { readVideoAddress } from '#server/platforms/video-addresses.ts'
import { searchText } from '#shared/rules/search-text.ts'
import { isKnownMissing, rememberMissing } from './videos.sql.ts'
import { HOUR_MS } from '#shared/rules/time.ts'

/** How many pages of uploads are read before the platform's own search is used: the newest 250 videos. */
const PAGES = 5
/** How long a name without a match is remembered, for everybody. */
const MISSING_MS = HOUR_MS

/** How many videos a text finds at most. */
const FOUND_MAX = 12

export interface PlatformChannel {
  readonly platform: OpenPlatform
  /** The platform's id. */
  readonly channelId: string
}

interface Wanted extends PlatformChannel {
  /** The person whose daily limit it counts towards. */
  readonly actorId: number
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
export async function locateVideo(app: Core, wanted: Wanted): Promise<VideoFacts | null> {
  const [video] = await locateVideos(app, wanted, 1)
  return video ?? null
}

/** The same for all videos that a name fits, the best first. */
export async function locateVideos(
  app: Core,
  { actorId, platform, channelId, name, isId }: Wanted,
  most = FOUND_MAX,
): Promise<readonly VideoFacts[]> {
  const missing = {
    platform: platform.name,
    channelId,
    nameHash: keyedHash(app.secret, isId ? 'missing video id' : 'missing video', name),
  }
  const now = app.clock.now()
  if (await isKnownMissing(app.db, { ...missing, now })) return []
  const found = await locate(chargePerson(app, platform, actorId), { platform, channelId, name, isId, most })
  if (found.length === 0) {
    await rememberMissing(app.db, { ...missing, until: new Date(now.getTime() + MISSING_MS) })
  }
  return found
}

/** A channel's newest videos, 50 at most. Charged and refused as above. */
export async function newestVideos(
  app: Core,
  { actorId, platform, channelId }: Pick<Wanted, 'actorId' | keyof PlatformChannel>,
): Promise<readonly VideoFacts[]> {
  const videos = chargePerson(app, platform, actorId)
  const [channel] = await videos.channels([channelId], 'person')
  if (channel?.uploadsList == null) return []
  const { videos: listed } = await videos.uploads(channel.uploadsList, null, 'person')
  return fetchVideos(
    videos,
    channelId,
    listed.map(({ videoId }) => videoId),
  )
}

async function locate(
  videos: PersonsVideos,
  { platform, channelId, name, isId, most }: Omit<Wanted, 'actorId'> & { readonly most: number },
): Promise<readonly VideoFacts[]> {
  if (isId) return fetchVideos(videos, channelId, [name])
  const address = readVideoAddress(name, platform)
  if (address !== null) {
    const found = await fetchVideos(videos, channelId, [address.videoId])
    if (found.length > 0 || address.asTitle === 'nowhere') return found
  }
  const isSearched = address?.asTitle !== 'in uploads'
  const ids = await findByTitle(videos, { channelId, title: name, isSearched })
  return fetchVideos(videos, channelId, ids.slice(0, most))
}

/** Videos' current facts in the given order, without those that do not exist or belong to another channel. */
async function fetchVideos(
  videos: PersonsVideos,
  channelId: string,
  ids: readonly string[],
): Promise<readonly VideoFacts[]> {
  if (ids.length === 0) return []
  const found = await videos.videos(ids, 'person')
  return ids.flatMap(
    (id) => found.find((video) => video.videoId === id && video.channelId === channelId) ?? [],
  )
}

/** Uploads cost a hundredth of a search, so they come first; when all were read, no search is needed. */
async function findByTitle(
  videos: PersonsVideos,
  { channelId, title, isSearched }: { channelId: string; title: string; isSearched: boolean },
): Promise<readonly string[]> {
  const [channel] = await videos.channels([channelId], 'person')
  if (channel?.uploadsList == null) return []
  const seen = []
  let page: string | null = null
  for (let pages = 0; pages < PAGES; pages += 1) {
    const uploads = await videos.uploads(channel.uploadsList, page, 'person')
    seen.push(...uploads.videos)
    page = uploads.next
    if (page === null || rankVideos(uploads.videos, title)[0]?.fit === FITS.exactly) break
  }
  const ranked = rankVideos(seen, title)
  if (ranked.length > 0) return ranked.map(({ video }) => video.videoId)
  if (page === null || !isSearched) return []
  const found = await videos.searchInChannel(channelId, title, 'person')
  return found.map(({ videoId }) => videoId)
}

/** How well a title matches a text. */
const FITS = { exactly: 4, fromTheStart: 3, within: 2, byWords: 1, not: 0 } as const

/** The videos whose titles have all words of a text, the best match first, the newest of equals. */
function rankVideos<T extends Pick<ListedVideo, 'title'>>(
  videos: readonly T[],
  text: string,
): readonly { readonly video: T; readonly fit: number }[] {
  const wanted = searchText(text)
  return videos
    .map((video) => ({ video, fit: fitOf(searchText(video.title), wanted) }))
    .filter(({ fit }) => fit > FITS.not)
    .toSorted((one, other) => other.fit - one.fit)
}

type Folded = ReturnType<typeof searchText>

function fitOf(title: Folded, wanted: Folded): number {
  if (wanted.nameKey === '') return FITS.not
  if (title.nameKey === wanted.nameKey) return FITS.exactly
  if (title.nameKey.startsWith(wanted.nameKey)) return FITS.fromTheStart
  if (title.nameKey.includes(wanted.nameKey)) return FITS.within
  const words = title.words.split(' ')
  const hasWord = (start: string) => words.some((word) => word.startsWith(start))
  return wanted.words !== '' && wanted.words.split(' ').every(hasWord) ? FITS.byWords : FITS.not
}

/** The daily quota allows a hundred times as many other calls. */
const SEARCH_UNITS = 100

/** The calls that may be made on a person's behalf. */
type PersonsVideos = Pick<Videos, 'channels' | 'videos' | 'uploads' | 'searchInChannel'>

/**
 * The platform with a daily limit per person, so that nobody uses up everybody's quota. Its calls also throw Refusal
 * too_many_requests, when the person's limit for the day is reached.
 */
function chargePerson({ limits }: Core, { videos }: OpenPlatform, actorId: number): PersonsVideos {
  const charge = (units: number) => limits.consume('platform_units', String(actorId), units)
  return {
    async channels(...asked) {
      await charge(1)
      return videos.channels(...asked)
    },
    async videos(...asked) {
      await charge(1)
      return videos.videos(...asked)
    },
    async uploads(...asked) {
      await charge(1)
      return videos.uploads(...asked)
    },
    async searchInChannel(...asked) {
      await charge(SEARCH_UNITS)
      return videos.searchInChannel(...asked)
    },
  }
}
