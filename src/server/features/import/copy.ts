import { parentPort, workerData } from 'node:worker_threads'
import { searchText } from '#shared/rules/search-text.ts'
import type { RowContacts } from './contacts.ts'
import type { ImportRow } from './row.ts'
import { DAY_MS } from '#shared/rules/time.ts'

/**
 * Columns of the staging table: those of `copyCells`, then those that `addSearchKeys` adds. `facts` shows which of two
 * rows is more complete; an id that is found for a row, or a handle that it loses, does not change it.
 */
export const STAGED_COLUMNS = [
  'line bigint not null', 'platform text not null', 'platform_id text', 'handle text', 'source text not null',
  'name text', 'url text', 'thumbnail_url text', 'content_types integer not null', 'audiences integer not null',
  'subscribers bigint', 'views bigint', 'uploads bigint', 'country text', 'language text',
  'last_upload_at timestamptz', 'status text', 'fetched_at timestamptz not null', 'facts integer not null',
  'addresses text[]', 'source_kind text', 'source_url text', 'first_seen_at timestamptz', 'last_seen_at timestamptz',
  'name_key text', 'search_words text',
] // biome-ignore format: a table

const NULL = '\\N'

/** A row in the text format of COPY, without its search keys and the newline. */
export function copyCells(row: ImportRow): string {
  const { contentTypes, audiences, subscribers, views, uploads, country, language, contacts } = row
  const texts = [row.name, row.platformId, row.handle, row.url, row.thumbnailUrl, country, language]
  const numbers = [subscribers, views, uploads, row.lastUploadAt, contentTypes || null, audiences || null]
  const facts = [...texts, ...numbers].filter((fact) => fact !== null).length
  return (
    `${row.line}\t${row.platform}\t${cell(row.platformId)}\t${cell(row.handle)}\t${cell(row.source)}\t` +
    `${cell(row.name)}\t${cell(row.url)}\t${cell(row.thumbnailUrl)}\t${contentTypes}\t${audiences}\t` +
    `${subscribers ?? NULL}\t${views ?? NULL}\t${uploads ?? NULL}\t${country ?? NULL}\t${language ?? NULL}\t` +
    `${instant(row.lastUploadAt)}\t${row.status ?? NULL}\t${instant(row.fetchedAt)}\t${facts}\t` +
    (contacts === null ? NO_CONTACTS : contactCells(contacts))
  )
}

const NO_CONTACTS = [NULL, NULL, NULL, NULL, NULL].join('\t')

function contactCells({ addresses, sourceKind, sourceUrl, firstSeenAt, lastSeenAt }: RowContacts): string {
  // The shape of an address allows neither quotes nor backslashes.
  const list = `{"${addresses.join('","')}"}`
  return `${list}\t${cell(sourceKind)}\t${cell(sourceUrl)}\t${instant(firstSeenAt)}\t${instant(lastSeenAt)}`
}

/** A value in the text format of COPY. */
function cell(value: string | null): string {
  if (value === null) return NULL
  return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] as string) : value
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const days = new Map<number, string>()

// `toISOString` costs as much as the rest of the line. The time zone of the staging transaction is UTC.
function instant(ms: number | null): string {
  if (ms === null) return NULL
  const day = Math.floor(ms / DAY_MS)
  // Dates lie between 2005 and tomorrow, so the map stays small.
  let text = days.get(day)
  if (text === undefined) days.set(day, (text = new Date(day * DAY_MS).toISOString().slice(0, 10)))
  const seconds = Math.floor((ms - day * DAY_MS) / 1_000)
  return seconds === 0
    ? text
    : `${text} ${Math.floor(seconds / 3_600)}:${Math.floor(seconds / 60) % 60}:${seconds % 60}`
}

/** Rows on their way to the staging table, as strings because those are cheap to send to a thread. */
export interface StagedPiece {
  /** A line of `copyCells` for each row. */
  readonly cells: string
  /** A line with the name of each row, empty when it has none. */
  readonly names: string
}

const encoder = new TextEncoder()

/** The rows with their search keys, as COPY takes them, in UTF-8. */
export function addSearchKeys({ cells, names }: StagedPiece): Uint8Array<ArrayBuffer> {
  let lines = ''
  let nameStart = 0
  for (let start = 0, end; (end = cells.indexOf('\n', start)) !== -1; start = end + 1) {
    const nameEnd = names.indexOf('\n', nameStart)
    lines += `${cells.slice(start, end)}\t${keyCells(names.slice(nameStart, nameEnd))}\n`
    nameStart = nameEnd + 1
  }
  return encoder.encode(lines)
}

function keyCells(name: string): string {
  if (name === '') return `${NULL}\t${NULL}`
  const { nameKey, words } = searchText(name)
  // A name of only punctuation has no key. The name itself then distinguishes channels of one source.
  return `${cell(nameKey || name.toLowerCase())}\t${cell(words)}`
}

/** `workerData` of a thread that runs this file. Folding names takes as long as all other work on a row. */
export const KEYS_THREAD = 'search keys'

if (workerData === KEYS_THREAD)
  parentPort?.on('message', (piece: StagedPiece) => {
    const lines = addSearchKeys(piece)
    parentPort?.postMessage(lines, [lines.buffer])
  })
