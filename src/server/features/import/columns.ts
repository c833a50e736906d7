import { parseChannelLink, readNamedChannels } from '#server/platforms/named-channels.ts'
import type { Platform } from '#server/platforms/platform.ts'
import { videoIn } from '#server/platforms/video-addresses.ts'
import { readWebAddress } from '#server/platforms/written-addresses.ts'
import { cellKey, isUnknown } from '#server/features/catalogue/clean-text.ts'
import { maskAddresses, withoutAddresses } from '#server/features/catalogue/mask-addresses.ts'
import { ImportRefused, type SampleRow } from './open.ts'
import { FIELDS } from '#shared/rules/imports.ts'
import { type Field, HEADERS, PRESETS, VIDEO_METRICS, VIDEO_IDS } from './presets.ts'
import { type DayOrder, parseCount, parseInstant } from './values.ts'
import { FACTORS, parseCountry } from './words.ts'

/** The columns of each field, by position, preferred ones first. */
export type ColumnMap = Readonly<Partial<Record<Field, readonly number[]>>>

/** Columns that an operator named before. */
export interface SavedPreset {
  readonly name: string
  readonly columns: readonly (readonly [Field, string])[]
}

/** How to read a file. */
export interface FileShape {
  /** The preset's name, or null when the columns were found in the dictionary. */
  readonly name: string | null
  readonly year: number | null
  readonly columns: ColumnMap
}

/** A header as it is compared: `channelTitle`, `Channel_Title` and `CHANNEL TITLE` are the same. */
function headerKey(header: string): string {
  return cellKey(header).replaceAll(' ', '')
}

const MEANINGS = new Map(
  FIELDS.flatMap((field) =>
    HEADERS[field].split('|').map((header, rank) => [headerKey(header), { field, rank }] as const),
  ),
)

const COUNTS: readonly Field[] = ['subscribers', 'views', 'uploads']

/** What a column holds, by its header; `Email 2` and `emails/0` are further columns of email addresses. */
function meaningOf(header: string) {
  const key = headerKey(header)
  const found = MEANINGS.get(key) ?? MEANINGS.get(key.replace(/\d{1,2}$/, ''))
  const counted = found === undefined ? MEANINGS.get(headerKey(splitUnit(header).name)) : undefined
  return found ?? (counted !== undefined && COUNTS.includes(counted.field) ? counted : undefined)
}

/** A header without the unit of its counts, and that unit or '': `Subscribers (millions)`, `Подписчики, тыс.` */
export function splitUnit(header: string): { readonly name: string; readonly unit: string } {
  const [, name, unit] =
    /^([^,([]+?)(?:\s*[([]\s*|\s*,\s*|\s+(?=(?:in|в)\s))(?:(?:in|в)\s+)?(\p{L}+)\.?\s*[)\]]?\s*$/u.exec(
      header,
    ) ?? []
  return name !== undefined && unit !== undefined && FACTORS.has(cellKey(unit))
    ? { name, unit }
    : { name: header, unit: '' }
}

/** Maps the columns of a file that fits no preset. */
export function mapByDictionary(headers: readonly string[]): ColumnMap {
  const found = headers.map(meaningOf)
  const map: Partial<Record<Field, number[]>> = {}
  found.forEach((meaning, column) => meaning !== undefined && (map[meaning.field] ??= []).push(column))
  for (const columns of Object.values(map))
    columns.sort((a, b) => (found[a]?.rank ?? 0) - (found[b]?.rank ?? 0))
  return map
}

/** How many rows may stand before the names of columns. */
const TITLE_ROWS = 30

/**
 * The row of a sample that names the columns: the one with most known names, those of the operator first. Titles and notes may
 * stand before it.
 */
export function findHeader(
  sample: readonly SampleRow[],
  named: readonly (readonly [Field, string])[] = [],
): SampleRow {
  const wanted = new Set(named.map(([, header]) => headerKey(header)))
  const score = ({ cells }: SampleRow) => {
    const keys = cells.map(headerKey)
    const known = cells.filter((cell) => cell.length < 60 && meaningOf(cell) !== undefined).length
    return keys.filter((key) => wanted.has(key)).length * 1_000 + known
  }
  const rows = sample.slice(0, TITLE_ROWS)
  const best = Math.max(...rows.map(score))
  const widest = Math.max(...rows.map(({ cells }) => cells.length))
  const header = rows.find((row) => (best > 0 ? score(row) === best : row.cells.length === widest))
  if (header === undefined || header.cells.some((cell) => cell.includes('\0') || cell.length > 1_000))
    throw new ImportRefused('not_text')
  return header
}

/** Parses `name=Channel,subscribers=Subs (total)` of `--map`; a field may be named several times. */
export function parseColumnOption(text: string): [field: Field, header: string][] {
  return text.split(/,(?=\s*\w+=)/).map((pair) => {
    const [name = '', ...header] = pair.split('=')
    const field = FIELDS.find((candidate) => candidate === name.trim().toLowerCase())
    if (field === undefined || header.length === 0)
      throw new Error(`--map does not know '${name}'. Write field=Column; fields: ${FIELDS.join(', ')}.`)
    return [field, header.join('=').trim()]
  })
}

const METRICS = ['subscribers', 'views', 'uploads', 'country', 'language', 'content_type', 'email'] as const

/**
 * Recognises a file by its headers, and by its first rows whether it has videos in place of channels.
 * @param named  columns that the operator named; they replace those that are found
 * @param saved  of which the first with all its columns in the file is used, unless the operator names some
 * @throws ImportRefused when the file has no such column, or cannot be imported
 */
export function fileShape(
  headers: readonly string[],
  platforms: readonly Platform[],
  named: readonly (readonly [Field, string])[] = [],
  rows: readonly SampleRow[] = [],
  saved: readonly SavedPreset[] = [],
): FileShape {
  const list = headers.slice(0, 200).map(shownHeader).join(', ').slice(0, 1_000)
  const keys = headers.map(headerKey)
  const columnOf = (name: string) =>
    headers.includes(name) ? headers.indexOf(name) : keys.indexOf(headerKey(name))
  const columnsOf = (names: readonly string[]) => names.map(columnOf).filter((column) => column !== -1)

  const own =
    named.length > 0
      ? undefined
      : saved.find((each) => each.columns.every(([, name]) => columnOf(name) !== -1))
  if (own !== undefined) return { ...fileShape(headers, platforms, own.columns, rows), name: own.name }

  const preset = PRESETS.find(
    ({ marks, without }) =>
      marks.split('|').every((name) => columnOf(name) !== -1) &&
      (without === undefined || columnsOf(without.split('|')).length === 0),
  )
  const columns: Partial<Record<Field, readonly number[]>> =
    preset === undefined ? mapByDictionary(headers) : {}
  for (const [field, names] of Object.entries(preset?.columns ?? {}) as [Field, string][]) {
    const found = columnsOf(names.split('|'))
    if (found.length > 0) columns[field] = found
  }
  for (const [field, header] of named) {
    if (columnsOf([header]).length === 0)
      throw new ImportRefused('no_column', { column: header, columns: list })
    columns[field] = columnsOf(named.filter(([other]) => other === field).map(([, name]) => name))
  }

  if (
    preset === undefined &&
    named.length === 0 &&
    isVideoList(headers, columns, rows.slice(0, 100), platforms)
  )
    throw new ImportRefused('videos')
  if ((['name', 'platform_id', 'handle', 'url'] as const).every((field) => columns[field] === undefined))
    throw new ImportRefused('no_names', { columns: list })
  if (columns.name === undefined && METRICS.every((field) => columns[field] === undefined))
    throw new ImportRefused('only_ids')
  return { name: preset?.name ?? null, year: preset?.year ?? null, columns }
}

const VIDEO_KEYS = new Set(VIDEO_IDS.map(headerKey))
const VIDEO_FACTS = new Set(VIDEO_METRICS.map(headerKey))
/** Headers of videos where the cells are some; elsewhere they count a channel's. */
const VIDEOS = /^(?:video|видео|ролик|клип|clip|動画|视频|影片)(?:link|url|id)?$/
/** What an id is beside words and telephone numbers: letters in both cases or among other signs. */
const NO_WORD = /^(?=.*[A-Z_-]|.*\d.*[a-z]|.*[a-z].*\d)(?!\d+$)(?![A-Z]?[a-z]+$)/

/** How many of a column's values, of those that there are, a test accepts; 0 without values. */
function share(values: readonly string[], accepts: (value: string) => boolean): number {
  const given = values.filter((value) => !isUnknown(value.trim()))
  return given.length === 0 ? 0 : given.filter((value) => accepts(value.trim())).length / given.length
}

/**
 * Whether the rows of a file are videos, by its values: ids or addresses of videos where those of channels are expected, or
 * without any that name a channel. The channels of a list may have a video each.
 */
function isVideoList(
  headers: readonly string[],
  columns: ColumnMap,
  rows: readonly SampleRow[],
  platforms: readonly Platform[],
): boolean {
  const keys = headers.map(headerKey)
  // Of a line without an end, a part shows as much.
  const values = headers.map((_, column) => rows.map(({ cells }) => (cells[column] ?? '').slice(0, 500)))
  const kinds = values[keys.indexOf('kind')] ?? []
  if (share(kinds, (kind) => /^youtube#(?!channel$)/.test(kind)) === 1) return true

  const own = new Set([...(columns.url ?? []), ...(columns.platform_id ?? []), ...(columns.handle ?? [])])
  const isOfVideos = (column: number) =>
    own.has(column) || VIDEO_KEYS.has(keys[column] ?? '') || VIDEOS.test(keys[column] ?? '')
  // A few names may happen to look like ids, but not most of a column.
  const mayBeIds = (column: number) =>
    rows.length > 4 || isOfVideos(column) || /id|content|контент/.test(keys[column] ?? '')
  const isVideo = (column: number) => (value: string) =>
    videoIn(value, platforms) !== null ||
    (own.has(column) && isPlaylist(value, platforms)) ||
    (mayBeIds(column) && NO_WORD.test(value) && platforms.some(({ videoId }) => videoId.test(value)))
  const videos = headers.flatMap((_, column) =>
    share(values[column] ?? [], isVideo(column)) > 0.6 ? column : [],
  )
  const isNamed = headers.some((_, column) => {
    if (videos.includes(column) || VIDEO_KEYS.has(keys[column] ?? '')) return false
    if (columns.handle?.includes(column)) return true
    if (own.has(column))
      return (
        rows.length === 0 ||
        values[column]?.some((value) => readNamedChannels(value, platforms).links.length > 0)
      )
    return columns.name?.[0] === column && CERTAIN_NAMES.has(keys[column] ?? '')
  })
  const statistics = keys.filter((key) => VIDEO_FACTS.has(key)).length
  const rowsAreVideos = videos.some(isOfVideos) || keys.some((key) => VIDEO_KEYS.has(key))
  const tellsOfChannels = columns.subscribers !== undefined && statistics < 2
  if (isNamed) return rowsAreVideos && !tellsOfChannels
  if (columns.name !== undefined && tellsOfChannels && !rowsAreVideos) return false
  return videos.length > 0 || rowsAreVideos || statistics > 2
}

/** Whether an address on the platform is of a list, and names no channel. */
function isPlaylist(value: string, platforms: readonly Platform[]): boolean {
  const url = readWebAddress(value)
  return url?.searchParams.has('list') === true && parseChannelLink(value, platforms).url === null
}

/** Headers that promise names of channels; a title may be a video's. */
const CERTAIN_NAMES = new Set(
  HEADERS.name
    .split('|')
    .filter((name) =>
      /kanal|canal|channel|chaine|youtube|канал|頻道|频道|チャンネル|채널|ютубер|блогер/.test(name),
    )
    .map(headerKey),
)

/** In which order dates with slashes are written, if a number over 12 in the sample shows it. */
export function findDayOrder({ columns }: FileShape, rows: readonly SampleRow[]): DayOrder | undefined {
  const dates = (
    ['fetched_at', 'last_upload_at', 'contact_seen_at', 'contact_first_seen_at'] as const
  ).flatMap((field) => columns[field] ?? [])
  const pairs = rows.flatMap(({ cells }) =>
    dates.flatMap((column) => {
      const [, first, second] = /^\s*(\d{1,2})[/-](\d{1,2})[/-]\d{2,4}/.exec(cells[column] ?? '') ?? []
      return first === undefined ? [] : [[Number(first), Number(second)] as const]
    }),
  )
  const isDayFirst = pairs.some(([first]) => first > 12)
  const isMonthFirst = pairs.some(([, second]) => second > 12)
  if (isDayFirst === isMonthFirst) return undefined
  return isDayFirst ? 'day first' : 'month first'
}

interface DescribedColumn {
  readonly column: string
  /** In how many of a hundred of the first rows it has a value. */
  readonly filled: number
  /** Its first value, shortened, addresses masked; '' when it has none in the first rows. */
  readonly example: string
}

/** A file without names of columns has its first row in their place. */
function shownHeader(header: string): string {
  return withoutAddresses(header.slice(0, 300))
}

function describeColumn(column: string, values: readonly string[]): DescribedColumn {
  const filled = values.filter((value) => !isUnknown(value.trim()))
  const example = filled[0] ?? values.find((value) => value.trim() !== '') ?? ''
  return {
    column: shownHeader(column),
    filled: values.length === 0 ? 0 : Math.round((100 * filled.length) / values.length),
    example: maskAddresses(example.trim().slice(0, 60)).toWellFormed(),
  }
}

/** A column that an import uses. */
export interface RecognisedColumn extends DescribedColumn {
  readonly field: string
}

export function recognisedColumns(
  headers: readonly string[],
  columns: ColumnMap,
  rows: readonly SampleRow[],
): RecognisedColumn[] {
  return Object.entries(columns).flatMap(([field, places]) =>
    places.map((place) => ({
      field,
      ...describeColumn(
        headers[place] ?? '',
        rows.map(({ cells }) => cells[place]?.slice(0, 200) ?? ''),
      ),
    })),
  )
}

/** A column that an import did not use. */
export interface UnusedColumn extends DescribedColumn {
  /** What it could be named as with `--map`, by its values. */
  readonly couldBe: readonly Field[]
}

interface Reading {
  readonly now: number
  readonly platforms: readonly Platform[]
}

export function unusedColumns(
  headers: readonly string[],
  columns: ColumnMap,
  rows: readonly SampleRow[],
  { now, platforms }: Reading,
): UnusedColumn[] {
  const used = new Set(Object.values(columns).flat())
  return headers.flatMap((column, at) => {
    if (used.has(at)) return []
    const values = rows.map(({ cells }) => cells[at]?.slice(0, 200) ?? '')
    const described = describeColumn(column, values)
    if (column.trim() === '' && described.example === '') return []
    const couldBe = fieldsFor(values.slice(0, 100), { now, platforms }).filter(
      (field) => columns[field] === undefined || field === 'email',
    )
    return [{ ...described, couldBe }]
  })
}

/** Fields that a column's values fit. */
function fieldsFor(values: readonly string[], { now, platforms }: Reading): readonly Field[] {
  const fits = (accepts: (value: string) => boolean) => share(values, accepts) > 0.6
  if (fits((value) => /[^\s/]@\S+\.\S/.test(value))) return ['email']
  const mayName = (value: string) =>
    /[@/]/.test(value) || platforms.some(({ channelId }) => value.search(channelId) === 0)
  if (fits((value) => mayName(value) && readNamedChannels(value, platforms).links.length > 0))
    return ['url', 'platform_id', 'handle']
  if (fits((value) => parseCountry(value) != null)) return ['country']
  if (fits((value) => /\D/.test(value) && parseInstant(value, now) != null))
    return ['fetched_at', 'last_upload_at', 'contact_seen_at']
  if (fits((value) => !/^\+?\d{10,13}$/.test(value) && parseCount(value) != null))
    return ['subscribers', 'views', 'uploads']
  return fits((value) => /\p{L}/u.test(value) && value.length < 80) ? ['name'] : []
}
