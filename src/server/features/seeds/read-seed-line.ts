import { readNamedChannels } from '#server/platforms/named-channels.ts'
import type { Platform } from '#server/platforms/platform.ts'
import { type NamedVideo, videoIn } from '#server/platforms/video-addresses.ts'
import { parseQuery, type Query } from '#server/features/search/read-search.ts'
import { SEARCH_TEXT_MAX } from '#shared/rules/bounds.ts'

/** What a line of a list names; null is nothing that could be found. */
export type SeedLine = { readonly kind: 'video'; readonly video: NamedVideo } | NamedChannel

interface NamedChannel {
  /** `id`: only the channel with it; `handle`: that channel, otherwise names like it are offered. */
  readonly kind: 'id' | 'handle' | 'name'
  readonly query: Query
}

/** The address of anything: with a scheme, or with a dot before a slash. */
const ADDRESS = /^(https?:\/\/\S*|[^\s/]+\.[^\s/]+\/\S*)$/iu

/** Reads a line: what names a channel or a video for certain, or otherwise a name. */
export function readSeedLine(line: string, platforms: readonly Platform[]): SeedLine | null {
  const text = line.trim()
  const query = parseQuery(text, platforms)
  if (query.isExact) return { kind: query.platformIds.length > 0 ? 'id' : 'handle', query }
  const video = videoIn(text, platforms)
  if (video !== null) return { kind: 'video', video }
  // Old addresses have a name, which is looked up; any other address names no channel.
  const isElse = ADDRESS.test(text) || text.length > SEARCH_TEXT_MAX
  if (isElse && readNamedChannels(text, platforms).links.length === 0) return null
  return query.key === '' ? null : { kind: 'name', query }
}
