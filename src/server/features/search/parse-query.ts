import { queryText } from '#shared/rules/search-text.ts'
import { isPlatformId, parseChannelLink, parseHandle } from '#server/features/catalogue/channel-links.ts'

/** What a search text may mean. */
export interface Query {
  readonly key: string
  readonly words: readonly string[]
  /** The platform's ids that the text may contain; a channel with one of them is meant, whatever its name. */
  readonly platformIds: readonly string[]
  readonly handles: readonly string[]
  /** The text can only mean the channel with that id or handle; its words count only when that is unknown. */
  readonly isExact: boolean
}

/** Parses a search text: words of a name, or a channel's address, id or handle with or without the @. */
export function parseQuery(text: string): Query {
  const link = parseChannelLink(text)
  const handle = parseHandle(text, { bare: false })
  if (link.platformId !== null) return exact(link.platformId, { platformIds: [link.platformId] })
  if (handle !== null) return exact(handle, { handles: [handle] })
  if (isPlatformId(text)) return exact(text, { platformIds: [text] })
  // Old addresses contain a name without saying of what kind.
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

/** PostgreSQL's text type cannot store NUL. */
function withoutNul(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
