import { type ChannelLink, isChannelId, linkTo, type Platform } from './platform.ts'
import { readAddress, readWebAddress, writtenPieces } from './written-addresses.ts'

const PLAIN_HANDLE = /^[a-z0-9][a-z0-9_.-]{1,28}[a-z0-9_-]$/
const HANDLE = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_.·-]{1,28})[\p{L}\p{M}\p{N}_-]$/u

const NO_LINK: ChannelLink = { platform: null, platformId: null, handle: null, url: null }

/**
 * A handle without @, lower case, or null. Only a leading @ makes a text certain to be one, so `bare` says whether the
 * column promises handles: old custom names (`/c/name`, `/user/name`) look alike and may be another channel's handle.
 */
export function parseHandle(text: string, { bare }: { bare: boolean }): string | null {
  const given = text.trim()
  if (given.length > 200) return null
  const start = /^[@＠]/.test(given) ? 1 : given.startsWith('/@') ? 2 : 0
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
export function parseChannelLink(text: string, platforms: readonly Platform[]): ChannelLink {
  for (const platform of platforms) {
    const link = readAddress(text, platform, (url) => platform.channelAt(url))
    if (link !== null) return link
  }
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
export function readNamedChannels(text: string, platforms: readonly Platform[]): NamedChannels {
  const whole = idLink(text, platforms)
  if (whole !== null) return { links: [whole], beside: '', isCertain: true }
  const found = new Map<string, ChannelLink>()
  const besides: string[] = []
  const amongWords: ChannelLink[] = []
  for (const piece of writtenPieces(text, platforms)) {
    const rest: string[] = []
    const handles: ChannelLink[] = []
    for (const word of piece.split(/\s+/u)) {
      const link = wordLink(word, platforms)
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
function wordLink(word: string, platforms: readonly Platform[]): ChannelLink | null {
  if (word.startsWith('@')) {
    const handle = parseHandle(word, { bare: false })
    const [platform] = platforms
    const link = handle === null || platform === undefined ? null : linkTo(platform, null, handle)
    // Some write an id like a handle.
    return idLink(word.slice(1), platforms) ?? (link && { ...link, platform: null })
  }
  const link = parseChannelLink(word, platforms)
  if (link.url !== null || isAddress(word, platforms)) return link
  for (const platform of platforms) {
    const id = platform.channelId.exec(word)?.[0]
    if (id !== undefined) return linkTo(platform, id, null)
  }
  return null
}

function isAddress(word: string, platforms: readonly Platform[]): boolean {
  return platforms.some((platform) => readWebAddress(platform.toAddress(word)) !== null)
}

function idLink(text: string, platforms: readonly Platform[]): ChannelLink | null {
  const platform = platforms.find((known) => isChannelId(known, text))
  return platform === undefined ? null : linkTo(platform, text, null)
}
