import { cellKey } from '#server/features/catalogue/clean-text.ts'
import { ImportRefused } from './open.ts'
import { type Field, FIELDS, HEADERS, PRESETS, VIDEO_METRICS, VIDEO_IDS } from './presets.ts'

/** The columns of each field, by position, preferred ones first. */
export type ColumnMap = Readonly<Partial<Record<Field, readonly number[]>>>

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

/** Maps the columns of a file that fits no preset. */
export function mapByDictionary(headers: readonly string[]): ColumnMap {
  const found = headers.map((header) => MEANINGS.get(headerKey(header)))
  const map: Partial<Record<Field, number[]>> = {}
  found.forEach((meaning, column) => meaning !== undefined && (map[meaning.field] ??= []).push(column))
  for (const columns of Object.values(map))
    columns.sort((a, b) => (found[a]?.rank ?? 0) - (found[b]?.rank ?? 0))
  return map
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
 * Recognises a file by its headers.
 * @param named  columns that the operator named; they replace those that are found
 * @throws ImportRefused when the file has no such column, or cannot be imported
 */
export function fileShape(
  headers: readonly string[],
  named: readonly (readonly [Field, string])[] = [],
): FileShape {
  const list = headers.join(', ').slice(0, 1_000)
  const keys = headers.map(headerKey)
  const columnOf = (name: string) =>
    headers.includes(name) ? headers.indexOf(name) : keys.indexOf(headerKey(name))
  const columnsOf = (names: readonly string[]) => names.map(columnOf).filter((column) => column !== -1)

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
      throw new ImportRefused(`There is no column '${header}'. Columns: ${list}.`)
    columns[field] = columnsOf(named.filter(([other]) => other === field).map(([, name]) => name))
  }

  const isVideos =
    preset === undefined &&
    named.length === 0 &&
    columnsOf(VIDEO_IDS).length > 0 &&
    (columns.subscribers === undefined || columnsOf(VIDEO_METRICS).length > 1)
  if (isVideos) throw new ImportRefused('This is a list of videos, not of channels.')
  if (columns.name === undefined && columns.platform_id === undefined && columns.handle === undefined)
    throw new ImportRefused(
      `No name: no column is known to hold names of channels. Columns: ${list}. Name it with --map name=COLUMN.`,
    )
  if (columns.name === undefined && METRICS.every((field) => columns[field] === undefined))
    throw new ImportRefused(
      'No name: it holds ids only, without names or statistics, so there is nothing to import.',
    )
  return { name: preset?.name ?? null, year: preset?.year ?? null, columns }
}
