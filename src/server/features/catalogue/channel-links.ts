import { addressesWithin, isPlatformHost, readWebAddress, writtenPieces } from './written-addresses.ts'

/** The only hosts from which imports take channel pictures and pages load them. */
export const THUMBNAIL_HOSTS: readonly string[] = [
  'yt3.ggpht.com',
  'yt4.ggpht.com',
  'yt3.googleusercontent.com',
  'i.ytimg.com',
  'static-cdn.jtvnw.net',
]

const PLATFORM_ID = /^UC[\w-]{22}$/
const PLAIN_HANDLE = /^[a-z0-9][a-z0-9_.-]{1,28}[a-z0-9_-]$/
const HANDLE = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_.·-]{1,28})[\p{L}\p{M}\p{N}_-]$/u
/** An id at the end of a part of an address, also after a name: `hypeauditor.com/youtube/name-UC…`. */
const ID_IN_PART = /(?:^|-)(UC[\w-]{22})$/
/** The lists of all uploads of a channel, or of a kind of them, have its id with other first letters. */
const UPLOADS = /^UU(?:LF|SH|LV|MO|MF|MS|PS|PV|LP|SP|VP)?([\w-]{22})$/
/** An id among other text. */
const ID_IN_TEXT = /(?<![\w-])UC[\w-]{22}(?![\w-])/g

/** What an address, id or handle says about the channel that it names. */
export interface ChannelLink {
  readonly platformId: string | null
  readonly handle: string | null
  /** The page's URL in its usual form, without anything after it; null when the URL is not a channel's. */
  readonly url: string | null
}

const NO_LINK: ChannelLink = { platformId: null, handle: null, url: null }

/** Whether a text is a channel's id on the video platform. */
export function isPlatformId(text: string): boolean {
  return PLATFORM_ID.test(text)
}

/**
 * A handle without @, lower case, or null. Only a leading @ makes a text certain to be one, so `bare` says whether the
 * column promises handles: old custom names (`/c/name`, `/user/name`) look alike and may be another channel's handle.
 */
export function parseHandle(text: string, { bare }: { bare: boolean }): string | null {
  const given = text.trim()
  if (given.length > 200) return null
  const start = /^[@＠]/.test(given) ? 1 : given.startsWith('/@') ? 2 : 0
  if (start === 0 && given.includes('/')) return parseChannelLink(given).handle
  if (start === 0 && !bare) return null
  const handle = given.slice(start).toLowerCase()
  if (PLAIN_HANDLE.test(handle)) return handle
  const composed = handle.normalize('NFC')
  return HANDLE.test(composed) ? composed : null
}

/**
 * Reads a web address that names a channel: its page, feed or list of uploads, a page about it on another site whose address
 * contains its id or handle, or an address that leads on to one of these. Videos and `javascript:` name none.
 */
export function parseChannelLink(text: string): ChannelLink {
  return linkOf(text, 3)
}

function linkOf(text: string, depth: number): ChannelLink {
  const url = readWebAddress(text)
  if (url === null) return NO_LINK
  // The short host has videos alone.
  const isPlatform = isPlatformHost(url.hostname) && !url.hostname.endsWith('youtu.be')
  const parts = url.pathname.split('/').filter(Boolean).map(decoded)
  const found = isPlatform ? null : idIn([...parts, ...url.searchParams.values(), ...url.hash.split('/')])
  if (found !== null) return channelLink(found, null)
  const link = isPlatform ? pageLink(parts, url.searchParams) : siteLink(url.hostname, parts)
  if (link.url !== null || depth === 0) return link
  for (const within of addressesWithin(url)) {
    const inner = linkOf(within, depth - 1)
    if (inner.url !== null) return inner
  }
  return NO_LINK
}

function idIn(parts: readonly string[]): string | null {
  return parts.map((part) => ID_IN_PART.exec(part)?.[1]).find((id) => id !== undefined) ?? null
}

/** An address on the platform itself. */
function pageLink(parts: readonly string[], parameters: URLSearchParams): ChannelLink {
  const [first = '', second = ''] = parts
  const folder = first.toLowerCase()
  if (first.startsWith('@')) return handleLink(first)
  const id = idIn(parts) ?? idIn([...parameters.values()])
  if (id !== null) return channelLink(id, null)
  const uploads = UPLOADS.exec(parameters.get('list') ?? parameters.get('playlist_id') ?? '')?.[1]
  if (uploads !== undefined) return channelLink(`UC${uploads}`, null)
  if (NAMING.has(folder)) return second.startsWith('@') ? handleLink(second) : namedLink(folder, second)
  // Feeds and old pages: `feeds/videos.xml?user=`, `feeds/api/users/NAME/uploads`, `rss/user/NAME/videos.rss`.
  const user =
    parameters.get('user') ??
    parameters.get('add_user') ??
    parts.find((_, at) => /^users?$/.test(parts[at - 1] ?? ''))
  return user === undefined ? namedLink('', first) : namedLink('user', user)
}

const NAMING = new Set(['c', 'user', 'channel'])

/** An address on a site with statistics: `socialblade.com/youtube/handle/NAME`, `viewstats.com/@NAME`. */
function siteLink(host: string, parts: readonly string[]): ChannelLink {
  const at = parts.indexOf('youtube')
  const [first = '', second = ''] = parts.slice(at + 1)
  const isKnown = /^(?:www\.)?(?:viewstats|socialblade)\.com$/.test(host)
  if (at === -1 && !isKnown) return NO_LINK
  if (first.startsWith('@')) return handleLink(first)
  if (first === 'handle' || second.startsWith('@')) return handleLink(`@${second.replace(/^@/, '')}`)
  if (first === 'c' || first === 'user') return namedLink(first, second)
  return isKnown && at !== -1 && second === '' ? namedLink('', first) : NO_LINK
}

function handleLink(handle: string): ChannelLink {
  // Some write an id like a handle.
  if (PLATFORM_ID.test(handle.slice(1))) return channelLink(handle.slice(1), null)
  return channelLink(null, parseHandle(handle, { bare: false }))
}

function namedLink(folder: string, name: string): ChannelLink {
  const isName =
    folder !== 'channel' && /^[\p{L}\p{M}\p{N}_.-]{1,100}$/u.test(name) && !RESERVED.has(name.toLowerCase())
  const path = folder === '' ? '' : `${folder}/`
  return isName ? { ...NO_LINK, url: `https://www.youtube.com/${path}${encodeURIComponent(name)}` } : NO_LINK
}

const RESERVED = new Set(
  (
    'watch playlist embed shorts live feed feeds results hashtag post redirect about t c user channel e v vi s clip m ' +
    'attribution_link oembed profile subscription_center subscribe_embed signin account premium ads kids gaming trending ' +
    'upload show shows live_chat movies music news sports get_video_info rss api'
  ).split(' '),
)

/** The link of a channel whose id or handle is known. The id never changes, so it is preferred. */
export function channelLink(platformId: string | null, handle: string | null): ChannelLink {
  if (platformId !== null) return { platformId, handle, url: `https://www.youtube.com/channel/${platformId}` }
  if (handle !== null)
    return { platformId, handle, url: `https://www.youtube.com/@${encodeURIComponent(handle)}` }
  return NO_LINK
}

/** What a written text names. */
export interface NamedChannels {
  /** The channels, in its order, each once; those whose name alone stands in an old address come last. */
  readonly links: readonly ChannelLink[]
  /** What is left without addresses, ids and handles: perhaps the channel's name. */
  readonly beside: string
  /** False when all that names a channel is a handle among words, as in `cats @home`. */
  readonly isCertain: boolean
}

/**
 * Reads a text as people and programs write it: an address, an id or a handle with its @, in a list, in quotation marks or
 * brackets, as a Markdown link or a formula, with a name or a count beside it.
 */
export function readNamedChannels(text: string): NamedChannels {
  if (PLATFORM_ID.test(text)) return { links: [channelLink(text, null)], beside: '', isCertain: true }
  const found = new Map<string, ChannelLink>()
  const besides: string[] = []
  const amongWords: ChannelLink[] = []
  for (const piece of writtenPieces(text)) {
    const rest: string[] = []
    const handles: ChannelLink[] = []
    for (const word of piece.split(/\s+/u)) {
      const link = wordLink(word)
      if (link === null) rest.push(word)
      else if (word.startsWith('@')) handles.push(link)
      else if (link.url !== null) found.set(link.url, link)
    }
    const words = rest.join(' ').trim()
    const isAmongWords = handles.length > 0 && /\p{L}/u.test(words)
    for (const link of handles)
      if (isAmongWords) amongWords.push(link)
      else if (link.url !== null) found.set(link.url, link)
    if (words !== '') besides.push(isAmongWords ? piece : words)
  }
  const isCertain = found.size > 0
  if (!isCertain) for (const link of amongWords) if (link.url !== null) found.set(link.url, link)
  const links = [...found.values()].toSorted((a, b) => Number(isNamedOnly(a)) - Number(isNamedOnly(b)))
  const beside = besides.find((words) => (isCertain ? MAY_BE_NAME.test(words) : words !== '')) ?? ''
  return { links, beside: beside.replace(/^\d{1,4}[.:)]\s+/, ''), isCertain }
}

/** Not a mere count, `120k`, or what is left of a formula. */
const MAY_BE_NAME = /^(?![=\s]|[~+]?\d[\d.,\s]*\p{L}{0,4}\.?$).*\p{L}/u

const isNamedOnly = ({ platformId, handle }: ChannelLink) => platformId === null && handle === null

/** What a word without white space names; `NO_LINK` for an address of something else, null for a plain word. */
function wordLink(word: string): ChannelLink | null {
  if (word.startsWith('@')) {
    const link = handleLink(word)
    return link.url === null ? null : link
  }
  if (readWebAddress(word) !== null) return parseChannelLink(word)
  const id = word.match(ID_IN_TEXT)?.[0]
  return id === undefined ? null : channelLink(id, null)
}

const ADDRESS_IN_LINK = /[^\s/?&=#:@]@[^\s/?&=#:@]+\.[^\s/?&=#:@]/u

/** Whether a link or an id contains an e-mail address; a name in a path (`/@name`) is not one. */
export function holdsAddress(text: string): boolean {
  if (!/[@＠﹫]|%40|%EF%BC%A0|%EF%B9%AB/iu.test(text)) return false
  return ADDRESS_IN_LINK.test(text.split('/').map(decoded).join('/').normalize('NFKC'))
}

function decoded(part: string): string {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part).trim()
  } catch {
    return part
  }
}

/** The URL of a picture if it may be shown: https at a known host, or the demo catalogue's own; otherwise null. */
export function parseThumbnail(text: string): string | null {
  const given = text.trim()
  if (holdsAddress(given)) return null
  if (/^\/thumbnails\/demo\/[\w%.-]+\.svg$/.test(given)) return given
  if (!given.startsWith('https://') || given.length > 500 || !/^[\x21-\x7e]+$/.test(given)) return null
  const end = given.indexOf('/', 8)
  return end !== -1 && THUMBNAIL_HOSTS.includes(given.slice(8, end).toLowerCase()) ? given : null
}
