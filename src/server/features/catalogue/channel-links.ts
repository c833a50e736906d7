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
const PLATFORM_HOST = /^(?:https?:)?(?:\/\/)?(?:www\.|m\.|music\.|gaming\.)?youtube\.com\/(.+)$/i

/** What the URL of a channel's page says about it. */
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
  const start = given.startsWith('@') ? 1 : given.startsWith('/@') ? 2 : 0
  if (start === 0 && given.includes('/')) return parseChannelLink(given).handle
  if (start === 0 && !bare) return null
  const handle = given.slice(start).toLowerCase()
  if (PLAIN_HANDLE.test(handle)) return handle
  const composed = handle.normalize('NFC')
  return HANDLE.test(composed) ? composed : null
}

/** Reads a URL of the video platform. Anything else (other sites, videos, `javascript:`) is not a channel's URL. */
export function parseChannelLink(text: string): ChannelLink {
  const path = text.length > 500 ? undefined : PLATFORM_HOST.exec(text.trim())?.[1]
  if (path === undefined) return NO_LINK
  const [first = '', second = ''] = path
    .replace(/[?#].*$/s, '')
    .split('/')
    .map(decoded)
  if (first === 'channel') return isPlatformId(second) ? channelLink(second, null) : NO_LINK
  if (first.startsWith('@')) return channelLink(null, parseHandle(first, { bare: false }))
  if (first === 'c' || first === 'user') return namedLink(`${first}/`, second)
  return namedLink('', first)
}

function namedLink(folder: string, name: string): ChannelLink {
  const isName = /^[\p{L}\p{M}\p{N}_.-]{1,100}$/u.test(name) && !RESERVED.has(name)
  return isName
    ? { ...NO_LINK, url: `https://www.youtube.com/${folder}${encodeURIComponent(name)}` }
    : NO_LINK
}

const RESERVED = new Set(
  'watch playlist embed shorts live feed results hashtag post redirect about t c user channel'.split(' '),
)

/** The link of a channel whose id or handle is known. The id never changes, so it is preferred. */
export function channelLink(platformId: string | null, handle: string | null): ChannelLink {
  if (platformId !== null) return { platformId, handle, url: `https://www.youtube.com/channel/${platformId}` }
  if (handle !== null)
    return { platformId, handle, url: `https://www.youtube.com/@${encodeURIComponent(handle)}` }
  return NO_LINK
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
    return decodeURIComponent(part)
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
