import { cellKey } from '#server/features/catalogue/clean-text.ts'
import { ImportRefused } from './open.ts'
import { type Field, FIELDS, HEADERS, PRESETS, VIDEO_FIGURES, VIDEO_IDS } from './presets.ts'

/** The columns of each field, by position, preferred ones first. */
export type ColumnMap = Readonly<Partial<Record<Field, readonly number[]>>>

const BY_KEY = new Map<string, { field: Field; rank: number }>()
for (const field of FIELDS) {
  HEADERS[field].split('|').forEach((key, rank) => {
    if (!BY_KEY.has(key)) BY_KEY.set(key, { field, rank })
    if (!BY_KEY.has(key.replaceAll(' ', ''))) BY_KEY.set(key.replaceAll(' ', ''), { field, rank })
  })
}

/** A header as it is compared: `channelTitle`, `Channel_Title` and `CHANNEL TITLE` are the same. */
export function headerKey(header: string): string {
  return cellKey(header.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu}\p{Ll})/gu, ' '))
}

/** The field that a header stands for in the dictionary, or null. */
export function fieldOfHeader(header: string): Field | null {
  return meaningOf(header)?.field ?? null
}

function meaningOf(header: string) {
  const key = headerKey(header)
  return BY_KEY.get(key) ?? BY_KEY.get(key.replaceAll(' ', ''))
}

/** Maps the columns of a file that fits no preset. */
export function mapByDictionary(headers: readonly string[]): ColumnMap {
  const meanings = headers.map(meaningOf)
  const rankOf = (column: number) => meanings[column]?.rank ?? 0
  const map: Partial<Record<Field, number[]>> = {}
  meanings.forEach((meaning, column) => {
    if (meaning !== undefined)
      map[meaning.field] = [...(map[meaning.field] ?? []), column].toSorted((a, b) => rankOf(a) - rankOf(b))
  })
  return map
}

/** How a file is read. */
export interface FileShape {
  /** The preset's name, or null when the columns were found in the dictionary. */
  readonly name: string | null
  readonly year: number | null
  readonly columns: ColumnMap
}

/** Recognises a file by its headers. */
export function recogniseShape(headers: readonly string[]): FileShape {
  const keys = headers.map(headerKey)
  const columnsOf = (names: string) =>
    names
      .split('|')
      .flatMap((name) => keys.indexOf(headerKey(name)))
      .filter((column) => column !== -1)
  const preset = PRESETS.find(
    ({ marks, without }) =>
      columnsOf(marks).length === marks.split('|').length &&
      (without === undefined || columnsOf(without).length === 0),
  )
  if (preset === undefined) return { name: null, year: null, columns: mapByDictionary(headers) }
  const found = Object.entries(preset.columns).map(([field, names]) => [field, columnsOf(names)] as const)
  return {
    name: preset.name,
    year: preset.year ?? null,
    columns: Object.fromEntries(found.filter(([, columns]) => columns.length > 0)),
  }
}

/** Parses `name=Channel,subscribers=Subs (total)` of `--map`; a field may be named several times. */
export function parseColumnOption(text: string): [field: Field, header: string][] {
  return text.split(/,(?=\s*[\p{L}_ -]+=)/u).map((pair) => {
    const at = pair.indexOf('=')
    const name = (at === -1 ? pair : pair.slice(0, at)).trim()
    const field = FIELDS.find((candidate) => candidate === name.toLowerCase()) ?? fieldOfHeader(name)
    if (at === -1 || field === null)
      throw new Error(`--map does not know '${name}'. Write field=Column; fields: ${FIELDS.join(', ')}.`)
    return [field, pair.slice(at + 1).trim()]
  })
}

/**
 * Columns that the operator named replace those that were found.
 * @throws ImportRefused when the file has no such column
 */
export function applyColumnOption(
  map: ColumnMap,
  headers: readonly string[],
  named: readonly (readonly [Field, string])[],
): ColumnMap {
  const given: Partial<Record<Field, number[]>> = {}
  for (const [field, header] of named) {
    const exact = headers.indexOf(header)
    const column =
      exact !== -1 ? exact : headers.findIndex((candidate) => headerKey(candidate) === headerKey(header))
    if (column === -1)
      throw new ImportRefused(
        `There is no column '${header}'. Columns: ${headers.join(', ').slice(0, 1_000)}.`,
      )
    given[field] = [...(given[field] ?? []), column]
  }
  return { ...map, ...given }
}

/**
 * Why a file of this shape cannot be imported, in words for the operator, or null.
 * @param isMapped  the operator said what the columns mean, so the file is not taken for a list of videos
 */
export function fileProblem(
  headers: readonly string[],
  { name, columns }: FileShape,
  isMapped = false,
): string | null {
  const keys = headers.map(headerKey)
  const isVideos =
    name === null &&
    !isMapped &&
    keys.some((key) => VIDEO_IDS.includes(key)) &&
    (columns.subscribers === undefined || keys.filter((key) => VIDEO_FIGURES.includes(key)).length > 1)
  if (isVideos) return 'This is a list of videos, not of channels.'
  if (columns.name === undefined && columns.platform_id === undefined && columns.handle === undefined) {
    const list = headers.join(', ').slice(0, 300)
    return `No name: no column is known to hold names of channels. Columns: ${list}. Name it with --map name=COLUMN.`
  }
  const facts = ['subscribers', 'views', 'uploads', 'country', 'language', 'content_type', 'email'] as const
  if (columns.name === undefined && facts.every((field) => columns[field] === undefined))
    return 'No name: it holds ids only, without names or figures, so there is nothing to import.'
  return null
}
