import { parseHandle } from './named-channels.ts'
import { type ChannelLink, linkTo } from './platform.ts'
import { decoded } from './written-addresses.ts'

const SITE = 'https://www.youtube.com/'

/** How YouTube's channels are named. */
export const youtubeNames = {
  name: 'youtube',
  channelPage: `${SITE}channel/`,
  handlePage: `${SITE}@`,
  channelId: /(?<![\w-])UC[\w-]{22}(?![\w-])/,
  videoId: /^(?!live_stream$|videoseries$)[\w-]{11}$/,
  hosts: /^(?:[\w-]+\.)*(?:youtube(?:-nocookie|kids)?\.(?:com(?:\.\w\w)?|co\.\w\w|\w\w)|youtu\.be)$/,
} as const

/** An id at the end of a part of an address, also after a name: `hypeauditor.com/youtube/name-UC…`. */
const ID_IN_PART = /(?:^|-)(UC[\w-]{22})$/
/** The lists of all uploads of a channel, or of a kind of them, have its id with other first letters. */
const UPLOADS = /^UU(?:LF|SH|LV|MO|MF|MS|PS|PV|LP|SP|VP)?([\w-]{22})$/

/** Takes addresses of the apps, `vnd.youtube://`, and paths on the site. */
export function toAddress(text: string): string {
  if (/^\/(?:channel\/|c\/|user\/|[@＠]|watch\?)/.test(text)) return SITE + text.slice(1)
  return text.replace(/^(?:vnd\.)?youtube(?::\/*|\/\/)/i, 'https://')
}

/** Also of a page about a channel on another site, whose address has its id, or its handle where the site is known. */
export function channelAt(url: URL): ChannelLink | null {
  // The short host has videos alone.
  const isOwn = youtubeNames.hosts.test(url.hostname) && !url.hostname.endsWith('youtu.be')
  const parts = url.pathname.split('/').filter(Boolean).map(decoded)
  if (isOwn) return pageLink(parts, url.searchParams)
  const id = idIn([...parts, ...url.searchParams.values(), ...url.hash.split('/')])
  return id === null ? siteLink(url.hostname, parts) : idLink(id)
}

function idIn(parts: readonly string[]): string | null {
  return parts.map((part) => ID_IN_PART.exec(part)?.[1]).find((id) => id !== undefined) ?? null
}

/** An address on the platform itself. */
function pageLink(parts: readonly string[], parameters: URLSearchParams): ChannelLink | null {
  const [first = '', second = ''] = parts
  const folder = first.toLowerCase()
  if (first.startsWith('@')) return handleLink(first)
  const id = idIn(parts) ?? idIn([...parameters.values()])
  if (id !== null) return idLink(id)
  const uploads = UPLOADS.exec(parameters.get('list') ?? parameters.get('playlist_id') ?? '')?.[1]
  if (uploads !== undefined) return idLink(`UC${uploads}`)
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
function siteLink(host: string, parts: readonly string[]): ChannelLink | null {
  const at = parts.indexOf('youtube')
  const [first = '', second = ''] = parts.slice(at + 1)
  const isKnown = /^(?:www\.)?(?:viewstats|socialblade)\.com$/.test(host)
  if (at === -1 && !isKnown) return null
  if (first.startsWith('@')) return handleLink(first)
  if (first === 'handle' || second.startsWith('@')) return handleLink(`@${second.replace(/^@/, '')}`)
  if (first === 'c' || first === 'user') return namedLink(first, second)
  return isKnown && at !== -1 && second === '' ? namedLink('', first) : null
}

const idLink = (id: string) => linkTo(youtubeNames, id, null)

function handleLink(text: string): ChannelLink | null {
  // Some write an id like a handle.
  if (idIn([text.slice(1)]) === text.slice(1)) return idLink(text.slice(1))
  const handle = parseHandle(text, { bare: false })
  return handle === null ? null : linkTo(youtubeNames, null, handle)
}

function namedLink(folder: string, name: string): ChannelLink | null {
  const isName =
    folder !== 'channel' && /^[\p{L}\p{M}\p{N}_.-]{1,100}$/u.test(name) && !RESERVED.has(name.toLowerCase())
  const path = folder === '' ? '' : `${folder}/`
  return isName ? { ...NAME_ONLY, url: SITE + path + encodeURIComponent(name) } : null
}

const NAME_ONLY = { platform: youtubeNames.name, platformId: null, handle: null }

const RESERVED = new Set(
  (
    'watch playlist embed shorts live feed feeds results hashtag post redirect about t c user channel e v vi s clip m ' +
    'attribution_link oembed profile subscription_center subscribe_embed signin account premium ads kids gaming trending ' +
    'upload show shows live_chat movies music news sports get_video_info rss api'
  ).split(' '),
)

const VIDEO_FOLDERS = new Set(['shorts', 'live', 'embed', 'v', 'e', 'video', 'watch', 'vi'])

export function videoAt({ hostname, pathname, searchParams }: URL): string | null {
  if (!youtubeNames.hosts.test(hostname) && !/^i\d?\.ytimg\.com$/.test(hostname)) return null
  const [first = '', second = ''] = pathname.split('/').filter(Boolean)
  const named = hostname.endsWith('youtu.be') ? first : VIDEO_FOLDERS.has(first) ? second : ''
  return [searchParams.get('v') ?? '', named].find((id) => youtubeNames.videoId.test(id)) ?? null
}
