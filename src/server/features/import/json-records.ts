import { isChannelId } from '#server/platforms/platform.ts'
import { PLATFORMS } from '#server/platforms/platforms.ts'
import {
  lineReader,
  MAX_CHARACTERS,
  type OnLine,
  type RecordReader,
  type RecordSink,
  SAMPLE_LINES,
} from '#shared/rules/csv-records.ts'

/** Reads one JSON object per line, and keeps the keys in `headers`, to which it adds those that come later. */
export function ndjsonReader(headers: string[], sink: RecordSink): RecordReader {
  const readObject = objectReader(headers, sink)
  return lineReader(
    (text, line) => text.trim() !== '' && readObject(text, line),
    (text, line) => sink.broken('row too long', line, text),
  )
}

function objectReader(headers: string[], sink: RecordSink): OnLine {
  return (text, line) => {
    const objects = flatObjects(text)
    if (objects === null) return sink.broken('not a JSON object', line, text)
    for (const fields of objects) {
      for (const key of fields.keys())
        if (!headers.includes(key)) {
          headers.push(key)
          sink.header?.([key])
        }
      sink.record(
        headers.map((header) => fields.get(header) ?? ''),
        line,
      )
    }
  }
}

/** Keys of lists of rows in answers of APIs. */
const LISTS = /^(?:\w+_)?(?:items|data|results?|rows|records|channels|subscriptions)$/i

/** Where the rows of a JSON text are: its objects, those of its one list, or those of a list within an object. */
export type JsonRows = 'objects' | 'list' | 'list in object'

/** Where rows are, from the beginning of a text; null when every line is an object of its own. */
export function findJsonRows(head: string): JsonRows | null {
  const text = head.trimStart()
  if (text.startsWith('[')) return 'list'
  let isWithin = false
  jsonReader('list in object', (_row, _line) => (isWithin = true)).push(text)
  if (isWithin) return 'list in object'
  return text.split(/[\r\n]/, SAMPLE_LINES).some((line) => flatObjects(line) !== null) ? null : 'objects'
}

/** Reads the objects of a JSON text that is not one object a line. */
export function jsonRowReader(rows: JsonRows, headers: string[], sink: RecordSink): RecordReader {
  const readObject = objectReader(headers, sink)
  return jsonReader(rows, (text, line) =>
    text.length > MAX_CHARACTERS ? sink.broken('row too long', line, text) : readObject(text, line),
  )
}

/** Finds the objects by their brackets alone. */
function jsonReader(rows: JsonRows, onRow: OnLine): RecordReader {
  const rowDepth = { objects: 0, list: 1, 'list in object': 2 }[rows]
  let [rest, at, line, rowLine, rowStart] = ['', 0, 1, 1, -1]
  let depth = 0
  let listDepth = rows === 'list in object' ? -1 : 0
  let stringStart = -1
  let key = ''

  function open(sign: string): void {
    if (sign === '[' && depth === 1 && rows === 'list in object' && LISTS.test(key)) listDepth = depth
    if (sign === '{' && depth === rowDepth && listDepth !== -1 && rowStart === -1)
      [rowStart, rowLine] = [at, line]
    depth++
  }

  function close(): void {
    depth = Math.max(0, depth - 1)
    if (rowStart !== -1 && depth === rowDepth) {
      onRow(rest.slice(rowStart, at + 1), rowLine)
      rowStart = -1
    }
    if (rows === 'list in object' && depth <= 1) listDepth = -1
  }

  return {
    push(piece) {
      rest += piece
      for (; at < rest.length; at++) {
        const sign = rest[at]
        if (sign === '\n') line++
        else if (stringStart !== -1) {
          // A backslash at the end waits for the sign after it.
          if (sign === '\\' && at + 1 === rest.length) break
          if (sign === '\\') at++
          else if (sign === '"') {
            if (depth === 1) key = rest.slice(stringStart + 1, at)
            stringStart = -1
          }
        } else if (sign === '"') stringStart = at
        else if (sign === '{' || sign === '[') open(sign)
        else if (sign === '}' || sign === ']') close()
      }
      // What is behind is not needed again, nor more of an endless row than shows that it is too long.
      const needed = Math.min(at, ...[rowStart, stringStart].filter((start) => start !== -1))
      const cut = Math.max(needed, at - 4 * MAX_CHARACTERS)
      rest = rest.slice(cut)
      at -= cut
      if (rowStart !== -1) rowStart = Math.max(0, rowStart - cut)
      if (stringStart !== -1) stringStart = Math.max(0, stringStart - cut)
    },
    end() {
      if (rowStart !== -1) onRow(rest.slice(rowStart), rowLine)
    },
  }
}

/** Deeper objects are ignored. */
const DEEPEST = 4

/**
 * Keys and values of a JSON object as text, in order; of a page of an answer those of its items; null when the text is no object.
 * Nested keys are joined: `{"snippet":{"title":"A"}}` has the key `snippet title`. Lists are separated by commas.
 */
export function flatObjects(text: string): Map<string, string>[] | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(text.replace(/,\s*$/, ''))
  } catch {
    return null
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null
  return rowsOf(parsed as Resource).map((object) => {
    const fields = new Map<string, string>()
    flatten(channelResource(object), '', DEEPEST, fields)
    return fields
  })
}

const isAnyId = (key: string) => PLATFORMS.some((platform) => isChannelId(platform, key))

/** The rows that an object is: itself, the items of a page of an answer, objects by channels' ids, or columns of numbered rows. */
function rowsOf(object: Resource): readonly Resource[] {
  const { kind, items } = object
  if (typeof kind === 'string' && kind.endsWith('ListResponse') && Array.isArray(items))
    return items.map(objectOf)
  const entries = Object.entries(object)
  if (entries.length > 0 && entries.every(([key]) => isAnyId(key)))
    return entries.map(([id, value]) => ({ id, ...objectOf(value) }))
  if (!entries.every(([, value]) => '0' in objectOf(value))) return [object]
  const places = Object.keys(objectOf(entries[0]?.[1]))
  return places.map((place) =>
    Object.fromEntries(entries.map(([column, value]) => [column, objectOf(value)[place]])),
  )
}

type Json = string | number | boolean | null | undefined | { readonly [key: string]: Json } | readonly Json[]

function flatten(object: object, path: string, depth: number, fields: Map<string, string>): void {
  for (const [key, value] of Object.entries(object) as [string, Json][]) {
    const name = path + key
    if (Array.isArray(value)) addList(name, value, fields)
    else if (isSimple(value)) fields.set(name, String(value))
    else if (typeof value === 'object' && value !== null && depth > 1)
      flatten(value, `${name} `, depth - 1, fields)
  }
}

function isSimple(value: Json): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

/** Simple values, and those of objects by their keys: `[{"value":"a"},{"value":"b"}]` has the key `value`. */
function addList(name: string, list: readonly Json[], fields: Map<string, string>): void {
  const add = (key: string, value: Json) => {
    const before = fields.get(key)
    if (isSimple(value)) fields.set(key, before === undefined ? String(value) : `${before},${String(value)}`)
  }
  for (const item of list)
    if (typeof item !== 'object') add(name, item)
    else if (item !== null && !Array.isArray(item))
      for (const [key, value] of Object.entries<Json>(item as { [key: string]: Json }))
        add(`${name} ${key}`, value)
}

type Resource = Readonly<Record<string, unknown>>

/**
 * What a resource of the video platform's API says about a channel, by its kind: search results and subscriptions have the
 * channel's id elsewhere. Of other kinds only the kind is left, so that no video's title becomes a channel's name.
 */
function channelResource(resource: Resource): Resource {
  const kind = resource['kind']
  if (typeof kind !== 'string' || !kind.startsWith('youtube#') || kind === 'youtube#channel') return resource
  const snippet = objectOf(resource['snippet'])
  if (kind === 'youtube#subscription') {
    const { channelId } = objectOf(snippet['resourceId'])
    return { id: channelId, name: snippet['title'], thumbnails: snippet['thumbnails'] }
  }
  if (kind !== 'youtube#searchResult') return { kind }
  // Titles in search results are escaped HTML, which reading names undoes.
  const isChannel = objectOf(resource['id'])['kind'] === 'youtube#channel'
  return {
    id: objectOf(resource['id'])['channelId'] ?? snippet['channelId'],
    name: isChannel ? snippet['title'] : snippet['channelTitle'],
    thumbnails: isChannel ? snippet['thumbnails'] : undefined,
  }
}

function objectOf(value: unknown): Resource {
  return typeof value === 'object' && value !== null ? (value as Resource) : {}
}
