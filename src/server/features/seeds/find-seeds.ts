import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import type { Source } from '#server/db/lanes.ts'
import {
  findChannelsOfVideos,
  type FoundVideos,
  videoName,
} from '#server/features/search/find-channels-of-videos.ts'
import { type Query } from '#server/features/search/read-search.ts'
import { searchByText } from '#server/features/search/search.sql.ts'
import type { DataOf } from '#shared/api/contract.ts'
import { queryText } from '#shared/rules/search-text.ts'
import { readSeedLine, type SeedLine } from './read-seed-line.ts'
import { type KnownChannel, readKnownChannels, type SeedChannel } from './seeds.sql.ts'

type Seed = DataOf<'POST /seeds'>[number]
type Finding = Omit<Seed, 'line'>

/** How many channels are offered for an ambiguous line. */
const OFFERED = 5

/** The number of matches of a name among which equal names are looked for. */
const MATCHES = 20

const UNKNOWN: Finding = { state: 'unknown', channels: [], problem: null }

interface List {
  readonly lines: readonly string[]
  /** Null for visitors, on whose behalf the platform is not asked. */
  readonly personId: number | null
  readonly network: string
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal
}

/**
 * Finds the channels that the lines of a list name, in the list's order. A line that is repeated is looked up once.
 * @throws Refusal too_many_requests after too many lines; unavailable when the database is crowded
 */
export async function findSeeds(
  app: Core & Pick<App, 'databases'>,
  { lines, personId, network, signal }: List,
): Promise<Seed[]> {
  const asked = new Map(lines.map((line) => [line, readSeedLine(line, app.platforms)]))
  if (personId === null) await app.limits.consume('seed_lines', network, asked.size)
  else await app.limits.consume('seed_lines_person', String(personId), asked.size)
  const named = [...asked.values()].flatMap((seed) => (seed?.kind === 'video' ? seed.video : []))
  const videos = await findChannelsOfVideos(app, { named, personId, network: null })
  const findings = await app.databases.readCatalogue((source) =>
    findAll(source, asked, { ...app, videos, signal }),
  )
  return lines.map((line) => ({ line, ...(findings.get(line) ?? UNKNOWN) }))
}

interface Search extends Core {
  readonly videos: FoundVideos
  readonly signal: AbortSignal
}

async function findAll(
  source: Source,
  asked: ReadonlyMap<string, SeedLine | null>,
  { demo, videos, signal }: Search,
): Promise<Map<string, Finding>> {
  const withDemo = demo !== null
  const queries = [...asked.values()].flatMap((seed) =>
    seed === null || seed.kind === 'video' ? [] : seed.query,
  )
  const known = await readKnownChannels(source, {
    platformIds: [
      ...queries.flatMap(({ platformIds }) => platformIds),
      ...[...videos.channels.values()].map(({ platformId }) => platformId),
    ],
    handles: queries.flatMap(({ handles }) => handles),
    withDemo,
  })
  /** One name after another: a list must not hold the connections that other people's searches wait for. */
  const byName = async (query: Query) => {
    const listed = { filter: null, withDemo, sort: 'relevance' }
    const paging = { limit: MATCHES, after: null, seen: 0, signal }
    const { items } = await searchByText(source, query, listed, paging)
    return items.read()
  }
  const findings = new Map<string, Finding>()
  for (const [line, seed] of asked) {
    if (seed === null) continue
    if (seed.kind === 'video') findings.set(line, ofVideo(videoName(seed.video), known, videos))
    else findings.set(line, await ofQuery(seed, known, byName))
  }
  return findings
}

function ofVideo(name: string, known: readonly KnownChannel[], videos: FoundVideos): Finding {
  const owner = videos.channels.get(name)
  if (owner === undefined) return { ...UNKNOWN, problem: videos.problems.get(name) ?? null }
  return certain(
    known.flatMap(({ platform, platformId, channel }) =>
      platform === owner.platform && platformId === owner.platformId ? channel : [],
    ),
  )
}

async function ofQuery(
  { kind, query }: Exclude<SeedLine, { kind: 'video' }>,
  known: readonly KnownChannel[],
  byName: (query: Query) => Promise<readonly SeedChannel[]>,
): Promise<Finding> {
  const exact = known.flatMap(({ platform, platformId, handle, channel }) =>
    (query.platforms?.includes(platform) ?? true) &&
    (query.platformIds.includes(platformId ?? '') || query.handles.includes(handle ?? ''))
      ? channel
      : [],
  )
  if (kind === 'id' || (kind === 'handle' && exact.length > 0)) return certain(exact)
  const matches = await byName(query)
  // A handle that is not in the catalogue may be that of a channel of this name, or somebody else's.
  if (kind === 'handle') return offered(matches)
  const equal = matches.filter(({ channel_name: name }) => queryText(name).key === query.key)
  const meant = new Map([...exact, ...equal].map((channel) => [channel.channelId, channel]))
  return meant.size > 0 ? certain([...meant.values()]) : offered(matches)
}

/** Channels that a line names exactly. */
function certain(channels: readonly SeedChannel[]): Finding {
  return channels.length === 1
    ? { state: 'found', channels: [...channels], problem: null }
    : offered(channels)
}

function offered(channels: readonly SeedChannel[]): Finding {
  if (channels.length === 0) return UNKNOWN
  return { state: 'ambiguous', channels: channels.slice(0, OFFERED), problem: null }
}
