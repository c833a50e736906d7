import type { VideoFacts, ListedVideo, Videos } from '#server/adapters/videos/videos.ts'
import type { App } from '#server/app.ts'
import { keyedHash } from '#server/config/secret.ts'
import { searchText } from '#shared/rules/search-text.ts'
import { isKnownMissing, rememberMissing } from './videos.sql.ts'

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

const ID = /^[\w-]{11}$/
/** What eleven characters must look like to be a word of a title: one id in some ten thousand does. */
const WORD = /^([A-Z]?[a-z]+|[A-Z]+)$/
const HOSTS = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtu.be'])

/** A typed text that may name a video by its id. */
interface VideoAddress {
  readonly videoId: string
  /** Where to look for the text as a title when it is not an id: eleven characters may be a word, an address never is. */
  readonly asTitle: 'nowhere' | 'in uploads' | 'everywhere'
}

/** Reads the id from an address (`watch?v=`, `youtu.be/`, `shorts/`, `live/`, `embed/`) or from eleven characters alone. */
export function readVideoAddress(text: string): VideoAddress | null {
  if (ID.test(text)) return { videoId: text, asTitle: WORD.test(text) ? 'everywhere' : 'in uploads' }
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return null
  const { hostname, pathname, searchParams } = new URL(address)
  if (!HOSTS.has(hostname.toLowerCase())) return null
  const [first = '', second = ''] = pathname.split('/').slice(1)
  const videoId =
    hostname.toLowerCase() === 'youtu.be' ? first : first === 'watch' ? (searchParams.get('v') ?? '') : second
  return ID.test(videoId) ? { videoId, asTitle: 'nowhere' } : null
}

/** How well a title matches a text. */
const FITS = { exactly: 4, fromTheStart: 3, within: 2, byWords: 1, not: 0 } as const

/** The video whose title matches a text best, the newest of equals; null when no title has all of its words. */
function chooseVideo<T extends Pick<ListedVideo, 'title'>>(
  videos: readonly T[],
  text: string,
): { readonly video: T; readonly isExact: boolean } | null {
  const wanted = searchText(text)
  let best: { video: T; fit: number } | null = null
  for (const video of videos) {
    const fit = fitOf(searchText(video.title), wanted)
    if (fit > (best?.fit ?? FITS.not)) best = { video, fit }
  }
  return best === null ? null : { video: best.video, isExact: best.fit === FITS.exactly }
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
function chargePerson({ limits, videos }: Pick<App, 'limits' | 'videos'>, personId: number): PersonsVideos {
  const charge = (units: number) => limits.consume('platform_units', String(personId), units)
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
