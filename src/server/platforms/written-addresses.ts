import type { Platform } from './platform.ts'

// Web addresses in text as people and programs write it. What they name is the platforms' to say.

const MAX_CHARACTERS = 2_000
/** `https://`, once or doubled, with a sign missing. */
const SCHEMES = /^(?:(?:https?|hxxps?)(?::\/*|\/\/))+/i
/** A host with a dot before a path. */
const HOST = /^(?:[\p{L}\p{N}-]+\.)+[\p{L}]{2,}(?::\d+)?[/?]/u
/** Sites whose addresses end with the address of another page; a platform's do, too. */
const WRAPPING = /(?:^|\.)(?:archive\.(?:org|ph|is|today)|feedly\.com|inoreader\.com)$/
/** How many addresses may stand within each other. */
const DEPTH = 3

/** The address that a text is, with or without its scheme; null when it is none. */
export function readWebAddress(text: string): URL | null {
  const given = text.trim()
  if (given.length < 4 || given.length > MAX_CHARACTERS || !given.includes('/')) return null
  const plain = given.replace(SCHEMES, '').replace(/^\/\//, '')
  if (plain === given && !HOST.test(given)) return null
  return URL.parse(`https://${plain}`)
}

/** What a platform reads in an address, or else in one to which it leads on; null: nothing. */
export function readAddress<T>(
  text: string,
  platform: Platform,
  read: (url: URL) => T | null,
  depth = DEPTH,
): T | null {
  const url = readWebAddress(platform.toAddress(text.trim()))
  if (url === null) return null
  const found = read(url)
  if (found !== null || depth === 0) return found
  for (const within of addressesWithin(url, platform)) {
    const inner = readAddress(within, platform, read, depth - 1)
    if (inner !== null) return inner
  }
  return null
}

/** Those in its parameters, and for archives, readers of feeds and the platform's pages in its path. */
function addressesWithin(url: URL, { hosts }: Platform): string[] {
  const within = [...url.searchParams.values()].filter((value) => /^(?:https?:\/\/|\/)/i.test(value))
  const isWrapping = WRAPPING.test(url.hostname) || hosts.test(url.hostname)
  const inPath = isWrapping ? /https?(?::|%3A).*/i.exec(url.pathname)?.[0] : undefined
  if (inPath === undefined) return within
  // An address that was written as one part is encoded as a whole.
  return [...within, inPath.includes('%2F') ? decodeURIComponent(inPath) : inPath + url.search]
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\p{Cc}]/gu
/** What stands between or around addresses and names: brackets, quotation marks of all languages, lists, table cells. */
const SEPARATORS =
  /["'`<>()[\]{}|,;*\u00ab\u00bb\u2018-\u201f\u2039\u203a\u2022\u3001\u3002\u3008-\u3011\uff08\uff09\uff0c\uff1b\uff5c]|\s[-\u2013\u2014\u2015\u2192=:]+\s|[\u2013\u2014\u2192]/gu

/**
 * A text in the pieces between its separators, without invisible characters, numbering, bullets and final punctuation.
 */
export function writtenPieces(text: string, platforms: readonly Platform[]): string[] {
  return text
    .replace(/[\t\n\r]/g, '|')
    .replace(INVISIBLE, '')
    .replaceAll('\\/', '/')
    .replaceAll('&amp;', '&')
    .replaceAll('＠', '@')
    .split(SEPARATORS)
    .map((piece) => {
      const plain = piece.trim().replace(/^(?:[-+#·▪◦‣→№]+\s*)?(?:\d{1,4}(?:[.:)]\s*|\s+)(?=\S*[@/]))?/u, '')
      return withoutLabel(plain, platforms).replace(/[.:!?…~]+$/u, '')
    })
    .filter((piece) => piece !== '')
}

/** `YouTube: @name` and `Channel:https://...` without what stands before the colon. */
function withoutLabel(piece: string, platforms: readonly Platform[]): string {
  const rest = piece.replace(/^[\p{L} .-]{1,30}:\s*/u, '')
  const isNaming =
    /^(?:@|https?:|www\.)/i.test(rest) || platforms.some(({ channelId }) => rest.search(channelId) === 0)
  return isNaming ? rest : piece
}

const ADDRESS_IN_LINK = /[^\s/?&=#:@]@[^\s/?&=#:@]+\.[^\s/?&=#:@]/u

/** Whether a link or an id contains an email address; a name in a path (`/@name`) is not one. */
export function holdsAddress(text: string): boolean {
  if (!/[@＠﹫]|%40|%EF%BC%A0|%EF%B9%AB/iu.test(text)) return false
  return ADDRESS_IN_LINK.test(text.split('/').map(decoded).join('/').normalize('NFKC'))
}

/** A part of a path. */
export function decoded(part: string): string {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part).trim()
  } catch {
    return part
  }
}
