import { parseChannelLink } from '#server/features/catalogue/channel-links.ts'
import { readVideoAddress } from '#server/features/catalogue/video-links.ts'
import { parseQuery, type Query } from '#server/features/search/read-search.ts'
import { SEARCH_TEXT_MAX } from '#shared/rules/bounds.ts'

/** What a line of a list names; null is nothing that could be found. */
export type SeedLine = { readonly kind: 'video'; readonly videoId: string } | NamedChannel

interface NamedChannel {
  /** `id`: only the channel with it; `handle`: that channel, otherwise names like it are offered. */
  readonly kind: 'id' | 'handle' | 'name'
  readonly query: Query
}

/** The address of anything: with a scheme, or with a dot before a slash. */
const ADDRESS = /^(https?:\/\/\S*|[^\s/]+\.[^\s/]+\/\S*)$/iu

/** Reads a line: the address of a channel or video, an id, a handle with its @, or otherwise a name. */
export function readSeedLine(line: string): SeedLine | null {
  const text = line.trim()
  const query = parseQuery(text)
  if (query.isExact) return { kind: query.platformIds.length > 0 ? 'id' : 'handle', query }
  // Old addresses have a name, which is looked up; any other address names no channel.
  if (parseChannelLink(text).url === null) {
    // Eleven characters alone are rather a name than a video's id.
    const video = readVideoAddress(text)
    if (video?.asTitle === 'nowhere') return { kind: 'video', videoId: video.videoId }
    if (ADDRESS.test(text) || text.length > SEARCH_TEXT_MAX) return null
  }
  return query.key === '' ? null : { kind: 'name', query }
}
