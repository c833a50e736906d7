// Web addresses in text as people and programs write it. What they name is read in channel-links.ts and video-links.ts.

const MAX_CHARACTERS = 2_000
/** `https://`, once or doubled, with a sign missing, or of the platform's apps. */
const SCHEMES = /^(?:(?:https?|hxxps?|vnd\.youtube|youtube)(?::\/*|\/\/))+/i
/** A host with a dot before a path, or the platform's alone. */
const HOST = /^(?:[\p{L}\p{N}-]+\.)+[\p{L}]{2,}(?::\d+)?[/?]/u
const PLATFORM_HOST =
  /^(?:[\w-]+\.)*(?:youtube(?:-nocookie|kids)?\.(?:com(?:\.\w\w)?|co\.\w\w|\w\w)|youtu\.be)$/
/** Sites whose addresses end with the address of another page. */
const WRAPPING = /(?:^|\.)(?:archive\.(?:org|ph|is|today)|feedly\.com|inoreader\.com|youtube\.com)$/

/** Whether a host is the video platform's. */
export function isPlatformHost(host: string): boolean {
  return PLATFORM_HOST.test(host)
}

/** The address that a text is, with or without its scheme, or a path on the platform; null when it is none. */
export function readWebAddress(text: string): URL | null {
  const given = text.trim()
  if (given.length < 4 || given.length > MAX_CHARACTERS || !given.includes('/')) return null
  const rest = given.replace(SCHEMES, '')
  const isPath = /^\/(?:channel\/|c\/|user\/|[@＠]|watch\?)/.test(rest)
  if (isPath) return URL.parse(`https://www.youtube.com${rest}`)
  const plain = rest.replace(/^\/\//, '')
  if (plain === given && !HOST.test(given)) return null
  return URL.parse(`https://${plain}`)
}

/** The addresses to which an address leads on: those in its parameters, and for archives and readers of feeds in its path. */
export function addressesWithin(url: URL): string[] {
  const within = [...url.searchParams.values()].filter((value) => /^(?:https?:\/\/|\/)/i.test(value))
  const inPath = WRAPPING.test(url.hostname) ? /https?(?::|%3A).*/i.exec(url.pathname)?.[0] : undefined
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
export function writtenPieces(text: string): string[] {
  return text
    .replace(/[\t\n\r]/g, '|')
    .replace(INVISIBLE, '')
    .replaceAll('\\/', '/')
    .replaceAll('&amp;', '&')
    .replaceAll('＠', '@')
    .split(SEPARATORS)
    .map((piece) =>
      piece
        .trim()
        .replace(/^(?:[-+#·▪◦‣→№]+\s*)?(?:\d{1,4}(?:[.:)]\s*|\s+)(?=\S*[@/]))?/u, '')
        // `YouTube: @name` and `Channel:https://...`
        .replace(/^[\p{L} .-]{1,30}:\s*(?=@|https?:|www\.|UC[\w-]{22}(?![\w-]))/iu, '')
        .replace(/[.:!?…~]+$/u, ''),
    )
    .filter((piece) => piece !== '')
}
