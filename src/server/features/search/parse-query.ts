import { queryText } from '#shared/rules/search-text.ts'
import { isPlatformId, parseChannelLink, parseHandle } from '#server/features/catalogue/channel-links.ts'

/** What a typed text may mean. */
export interface Query {
  readonly key: string
  readonly words: readonly string[]
  /** A channel with one of these is what was meant, however it is named. */
  readonly platformIds: readonly string[]
  readonly handles: readonly string[]
  /** The text can only mean the channel with that id or handle; words are for when it is not known. */
  readonly isExact: boolean
}

/** Reads a search text: words of a name, a channel's address, its id, or its handle with or without the @. */
export function parseQuery(text: string): Query {
  const link = parseChannelLink(text)
  const handle = parseHandle(text, { bare: false })
  if (link.platformId !== null) return exact(link.platformId, { platformIds: [link.platformId] })
  if (handle !== null) return exact(handle, { handles: [handle] })
  if (isPlatformId(text)) return exact(text, { platformIds: [text] })
  // Old addresses name a channel without saying whose name that is.
  const words = link.url === null ? text : decodeURIComponent(link.url.slice(link.url.lastIndexOf('/') + 1))
  const bare = parseHandle(words.replace(/\s+/gu, ''), { bare: true })
  return {
    ...queryText(words),
    platformIds: /^\S{1,100}$/u.test(text) ? [withoutNul(text)] : [],
    handles: bare === null ? [] : [bare],
    isExact: false,
  }
}

function exact(text: string, ids: { readonly platformIds?: string[]; readonly handles?: string[] }): Query {
  return { ...queryText(text), platformIds: [], handles: [], ...ids, isExact: true }
}

/** PostgreSQL's text cannot hold it. */
function withoutNul(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
