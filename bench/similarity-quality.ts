import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { App } from '#server/app.ts'
import { csvReader } from '#shared/rules/csv-records.ts'
import type { ImportRow } from '#server/features/import/row.ts'
import { similarChannels } from '#server/features/recommendations/similar.sql.ts'
import { countWords } from '#server/features/topics/count-words.ts'
import { readRecent } from '#server/features/topics/keep-recent.ts'
import { writeRecent } from '#server/features/topics/recent.sql.ts'
import { loadGenerated } from '#local/demo/load-generated.ts'
import { openApp, openEmptyDatabase } from './product.ts'

/** A channel of a file of videos. */
export interface FiledChannel {
  readonly name: string
  readonly titles: readonly string[]
  /** What most of its videos are filed under; '' when the file says nothing. */
  readonly category: string
  /** Where its videos were popular. */
  readonly countries: ReadonlySet<string>
}

/** How often the answers are right, from 0 to 1: with titles, by the names alone, and by chance. */
type Shares = readonly [titles: number, names: number | null, chance: number]

interface Quality {
  readonly channels: number
  readonly halves: number
  readonly shares: Readonly<Record<string, Shares>>
  /** The share of channels whose answer had ten. */
  readonly full: number
}

const TEN = 10

/**
 * Reads a file of videos (CSV, also gzipped): `channelId`, `channelTitle`, `video_id`, `title`, and where known `categoryId`
 * and `region`. Titles are all that is taken from it; categories and countries are what answers are judged by.
 */
export async function readVideos(file: string): Promise<FiledChannel[]> {
  const bytes = await readFile(file)
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  let names: string[] = []
  const videos = new Map<string, Record<string, string>>()
  const countries = new Map<string, Set<string>>()
  const reader = csvReader(',', {
    header: (cells) => void (names = cells.map((cell) => COLUMNS[cell] ?? cell)),
    record(cells) {
      const video = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
      const { channelId = '', video_id: id = '', title = '', region = '' } = video
      if (channelId === '' || id === '' || title === '') return
      if (!videos.has(id)) videos.set(id, video)
      if (region !== '') countries.set(channelId, (countries.get(channelId) ?? new Set()).add(region))
    },
    broken: () => undefined,
  })
  reader.push(text)
  reader.end()
  const byChannel = Map.groupBy(videos.values(), (video) => video['channelId'] ?? '')
  return Array.from(byChannel, ([channelId, own]) => ({
    name: own[0]?.['channelTitle'] ?? '',
    titles: own.map((video) => video['title'] ?? ''),
    category: commonest(own.map((video) => video['categoryId'] ?? '')),
    countries: countries.get(channelId) ?? new Set(),
  }))
}

const COLUMNS: Readonly<Record<string, string>> = {
  channel_id: 'channelId',
  channel_title: 'channelTitle',
  category_id: 'categoryId',
  videoId: 'video_id',
  country: 'region',
}

/** Asks the product's own function on databases that the product's own functions have filled. */
export async function measureQuality(channels: readonly FiledChannel[]): Promise<Quality> {
  const titles = await neighbours(channels, true)
  const names = await neighbours(channels, false)
  const judge = (isSame: Sameness): Shares => [
    agreement(channels, titles, isSame),
    agreement(channels, names, isSame),
    chance(channels, isSame),
  ]
  const halves = channels.filter((channel) => channel.titles.length > 1)
  return {
    channels: channels.length,
    halves: halves.length,
    shares: {
      'the other half among ten': [await otherHalves(halves), null, TEN / halves.length],
      'same category among ten': judge((a, b) => a.category === b.category),
      'same country among ten': judge((a, b) => [...a.countries].some((country) => b.countries.has(country))),
    },
    full: titles.filter(({ length }) => length === TEN).length / channels.length,
  }
}

/** The ten channels like each one, by their positions. */
async function neighbours(channels: readonly FiledChannel[], withTitles: boolean): Promise<number[][]> {
  await using database = await openEmptyDatabase()
  await using app = openApp(database.url)
  const ids = await addChannels(
    app,
    channels.map(({ name, titles }) => ({
      name,
      ownName: name,
      isNameTelling: true,
      titles: withTitles ? titles : [],
    })),
  )
  const found: number[][] = []
  for (const id of ids) found.push((await ask(app, id, [])).map((other) => ids.indexOf(other)))
  return found
}

/** How many channels are found among ten by the other half of their titles; names say nothing here. */
async function otherHalves(channels: readonly FiledChannel[]): Promise<number> {
  const split = channels.map(({ name, titles }) => {
    const mixed = shuffled(titles)
    return { name, halves: [mixed.slice(0, mixed.length >> 1), mixed.slice(mixed.length >> 1)] as const }
  })
  await using database = await openEmptyDatabase()
  await using app = openApp(database.url)
  const ids = await addChannels(
    app,
    [0, 1].flatMap((half) =>
      split.map(({ name, halves }, at) => ({
        name: `h${2 * at + half}`,
        ownName: name,
        isNameTelling: false,
        titles: halves[half] ?? [],
      })),
    ),
  )
  const [first, second] = [ids.slice(0, channels.length), ids.slice(channels.length)]
  let hits = 0
  for (const [at, id] of first.entries()) if ((await ask(app, id, first)).includes(second[at] ?? 0)) hits += 1
  return hits / channels.length
}

interface GivenChannel {
  readonly name: string
  /** The name whose words are no topic. */
  readonly ownName: string
  /** Whether the own name announces kinds, as in the product; without it only titles do. */
  readonly isNameTelling: boolean
  readonly titles: readonly string[]
}

/** Adds channels as an import and the refresh do. @returns their numbers, in this order */
async function addChannels(app: App, channels: readonly GivenChannel[]): Promise<number[]> {
  const now = app.clock.now()
  const platformIdOf = (at: number) => `UC${String(at).padStart(22, '0')}`
  await loadGenerated(
    app,
    channels.map(({ name }, at) => ({ ...UNTOLD, line: at + 1, name, platformId: platformIdOf(at) })),
    { onlyIntoEmpty: true, isDemo: false },
  )
  const { rows } = await app.databases.pool.query<{ id: number; platform_id: string }>(
    'select id::float8 as id, platform_id from channel',
  )
  const byPlatformId = new Map(rows.map(({ id, platform_id }) => [platform_id, id]))
  const ids = channels.map((_, at) => byPlatformId.get(platformIdOf(at)) ?? 0)
  const recents = channels.flatMap(({ ownName, isNameTelling, titles }, at) => {
    const videos = titles.map((title, n) => ({ videoId: `${at}-${n}`, title, publishedAt: now }))
    const recent = readRecent({ videos, isWhole: true }, ownName, now, isNameTelling)
    return titles.length === 0 ? [] : [{ id: ids[at] ?? 0, platformId: platformIdOf(at), ...recent }]
  })
  for (let at = 0; at < recents.length; at += 500) await writeRecent(app.db, recents.slice(at, at + 500), now)
  await app.databases.pool.query('vacuum analyze')
  await countWords(app)
  return ids
}

/** Nothing but the name: whatever else a catalogue knows would help. */
const UNTOLD: Omit<ImportRow, 'line' | 'name' | 'platformId'> = {
  platform: 'youtube',
  handle: null,
  source: 'bench',
  url: null,
  thumbnailUrl: null,
  contentTypes: 0,
  audiences: 0,
  subscribers: null,
  views: null,
  uploads: null,
  country: null,
  language: null,
  lastUploadAt: null,
  status: null,
  fetchedAt: 0,
  contacts: null,
}

/** The ten channels like one, by our numbers. */
async function ask(app: App, id: number, excluded: readonly number[]): Promise<number[]> {
  const page = await app.databases.readCatalogue((source) =>
    similarChannels(source, { ids: [id], excluded, limit: TEN, withDemo: true }),
  )
  const channels = page?.items.read() ?? []
  const { rows } = await app.databases.pool.query<{ id: number }>(
    'select id::float8 as id from channel where platform_id = any ($1)',
    [channels.map(({ channelId }) => channelId)],
  )
  return rows.map((row) => row.id)
}

type Sameness = (a: FiledChannel, b: FiledChannel) => boolean

/** Of all places among ten, missing ones included, the share that is the same. */
function agreement(
  channels: readonly FiledChannel[],
  found: readonly (readonly number[])[],
  isSame: Sameness,
): number {
  let same = 0
  for (const [at, channel] of channels.entries())
    for (const other of found[at] ?? []) if (isSame(channel, channels[other] ?? channel)) same += 1
  return same / (TEN * channels.length)
}

function chance(channels: readonly FiledChannel[], isSame: Sameness): number {
  let same = 0
  for (const a of channels) for (const b of channels) if (a !== b && isSame(a, b)) same += 1
  return same / (channels.length * (channels.length - 1))
}

function commonest(values: readonly string[]): string {
  const groups = [...Map.groupBy(values, (value) => value).values()]
  return groups.toSorted((a, b) => b.length - a.length)[0]?.[0] ?? ''
}

/** The same order in every run. */
function shuffled(titles: readonly string[]): readonly string[] {
  const key = (title: string) =>
    [...title].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) >>> 0, 7)
  return titles.toSorted((a, b) => key(a) - key(b) || (a < b ? -1 : 1))
}
