/** Receives every record, and every line that is not one. Line numbers are physical, from 1. */
export interface RecordSink {
  /** Column names of a CSV file. */
  header?(cells: string[]): void
  record(cells: string[], line: number): void
  broken(problem: RecordProblem, line: number, text: string): void
}

export type RecordProblem =
  | 'wrong number of columns'
  | 'text after a closing quote'
  | 'unclosed quote'
  | 'row too long'
  | 'not a JSON object'

/** Reads text in chunks. */
export interface RecordReader {
  push(text: string): void
  end(): void
}

/** Longer lines and records are refused. */
const MOST_CHARACTERS = 262_144

export const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** How many lines are looked at to find the delimiter. */
const SAMPLE_LINES = 100

/**
 * The delimiter of a CSV file: named in its first line (`sep=;`, a hint to spreadsheets), or the one that cuts most of its
 * lines into equally many columns, outside quotes.
 */
export function detectDelimiter(head: string): Delimiter {
  const hint = HINT.exec(head)?.[1]
  if (hint !== undefined) return DELIMITERS.find((delimiter) => delimiter === hint) ?? ','
  const lines = head
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLE_LINES)
  const scores = DELIMITERS.map((delimiter) => {
    const counts = new Map<number, number>()
    for (const line of lines) {
      const columns = line.split(delimiter).length
      if (columns > 1) counts.set(columns, (counts.get(columns) ?? 0) + 1)
    }
    // Of equally many lines, those with more columns.
    return Math.max(0, ...[...counts].map(([columns, count]) => count + columns / 1_000))
  })
  return DELIMITERS[scores.indexOf(Math.max(...scores))] ?? ','
}

/** The first line of a file from a spreadsheet. */
export const HINT = /^\ufeff?"?sep=(.)"?[\t ]*(?:[\r\n]|$)/i

type OnLine = (text: string, line: number) => void

/** Splits text into lines at \n, \r\n and \r, without newlines. `onLong` receives the beginning of an overlong line. */
function lineReader(onLine: OnLine, onLong: OnLine): RecordReader {
  let rest = ''
  let line = 1
  /** Whether the rest of an overlong line is being skipped. */
  let isSkipping = false
  let isHeld = false

  function take(text: string): void {
    if (!isSkipping && text.length > MOST_CHARACTERS) onLong(text, line)
    else if (!isSkipping) onLine(text, line)
    isSkipping = false
    line++
  }

  return {
    push(piece) {
      let text = rest + piece
      let start = 0
      if (text.includes('\r')) {
        // What follows the last sign is not known yet.
        isHeld = text.endsWith('\r')
        text = (isHeld ? text.slice(0, -1) : text).replace(/\r\n?/g, '\n')
      }
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
        take(text.slice(start, end))
        start = end + 1
      }
      rest = text.slice(start)
      if (rest.length > MOST_CHARACTERS) {
        if (!isSkipping) onLong(rest, line)
        isSkipping = true
        rest = ''
      }
      if (isHeld) rest += '\r'
      isHeld = false
    },
    end: () => take(rest.replace(/\r$/, '')),
  }
}

/**
 * Reads CSV (RFC 4180, any delimiter). A broken record loses only its first line; otherwise an unclosed quote would
 * swallow the rest of the file. The last cells of a record may be missing.
 *
 * @param headerLine  where the names of columns stand; lines before it are left out. Null: every record is passed on as it is
 */
export function csvReader(delimiter: string, sink: RecordSink, headerLine: number | null = 1): RecordReader {
  let columns: number | undefined
  /** Lines from the one with an open quote on, and how many of them are known not to end the record. */
  const lines: { text: string; line: number }[] = []
  let tried = 0
  let characters = 0

  function refuse(problem: RecordProblem, line: number, text: string): void {
    if (headerLine === null || line >= headerLine) sink.broken(problem, line, text)
  }

  function emit(cells: string[], line: number, text: string): void {
    if (headerLine === null) return sink.record(cells, line)
    if (line < headerLine) return
    if (columns === undefined) {
      columns = cells.length
      return sink.header?.(cells)
    }
    while (cells.length > columns && cells.at(-1)?.trim() === '') cells.pop()
    if (cells.length === columns || (cells.length > 1 && cells.length < columns)) sink.record(cells, line)
    else if (cells.some((cell) => cell.trim() !== '')) refuse('wrong number of columns', line, text)
  }

  function readOpen(isEnd: boolean): void {
    for (let next = lines[tried]; next !== undefined; next = lines[tried]) {
      tried++
      characters += next.text.length
      const canContinue = characters < MOST_CHARACTERS && !(isEnd && tried === lines.length)
      // Only another quote can end the record.
      if (tried > 1 && canContinue && !next.text.includes('"')) continue
      const cells = cellsOf(
        lines
          .slice(0, tried)
          .map(({ text }) => text)
          .join('\n'),
        delimiter,
      )
      if (cells === 'unclosed quote' && canContinue) continue
      const { text, line } = lines[0] ?? next
      const isWrong =
        tried > 1 && columns !== undefined && (cells.length > columns || (cells.length === 1 && columns > 1))
      if (typeof cells === 'string') refuse(cells, line, text)
      else if (isWrong) refuse('wrong number of columns', line, text)
      else emit(cells, line, text)
      lines.splice(0, typeof cells === 'string' || isWrong ? 1 : tried)
      tried = characters = 0
    }
  }

  function finish(): void {
    tried = characters = 0
    readOpen(true)
  }

  const reader = lineReader(
    (text, line) => {
      if (lines.length > 0 || text.includes('"')) {
        lines.push({ text, line })
        readOpen(false)
      } else if (text !== '') emit(text.split(delimiter), line, text)
    },
    (text, line) => {
      finish()
      refuse('row too long', line, text)
    },
  )
  return {
    push: (text) => reader.push(text),
    end() {
      reader.end()
      finish()
    },
  }
}

/** The cells of a record, or what is wrong with its quotes. */
function cellsOf(record: string, delimiter: string): string[] | RecordProblem {
  const cells: string[] = []
  for (let at = 0; at <= record.length; at++) {
    if (record[at] === '"') {
      let close = record.indexOf('"', at + 1)
      while (close !== -1 && record[close + 1] === '"') close = record.indexOf('"', close + 2)
      if (close === -1) return 'unclosed quote'
      cells.push(record.slice(at + 1, close).replaceAll('""', '"'))
      at = close + 1
      while (record[at] === ' ') at++
      if (at < record.length && record[at] !== delimiter) return 'text after a closing quote'
    } else {
      const end = record.indexOf(delimiter, at)
      cells.push(record.slice(at, end === -1 ? undefined : end))
      at = end === -1 ? record.length : end
    }
  }
  return cells
}

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
    const fields = flatObject(text)
    if (fields === null) return sink.broken('not a JSON object', line, text)
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

/** Keys of lists of rows in answers of APIs. */
const LISTS = /^(?:items|data|results?|rows|records|channels|subscriptions)$/i

/** Where the rows of a JSON text are: its objects, those of its one list, or those of a list within an object. */
export type JsonRows = 'objects' | 'list' | 'list in object'

/** Where rows are, from the beginning of a text; null when every line is an object of its own. */
export function findJsonRows(head: string): JsonRows | null {
  const text = head.trimStart()
  if (text.startsWith('[')) return 'list'
  let isWithin = false
  jsonReader('list in object', (_row, _line) => (isWithin = true)).push(text)
  if (isWithin) return 'list in object'
  return text.split(/[\r\n]/, SAMPLE_LINES).some((line) => flatObject(line) !== null) ? null : 'objects'
}

/** Reads the objects of a JSON text that is not one object a line. */
export function jsonRowReader(rows: JsonRows, headers: string[], sink: RecordSink): RecordReader {
  const readObject = objectReader(headers, sink)
  return jsonReader(rows, (text, line) =>
    text.length > MOST_CHARACTERS ? sink.broken('row too long', line, text) : readObject(text, line),
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
      const cut = Math.max(needed, at - 4 * MOST_CHARACTERS)
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
 * Keys and values of a JSON object as text, in order; null when the text is not an object. Nested keys are joined:
 * `{"snippet":{"title":"A"}}` has the key `snippet title`. Lists are separated by commas.
 */
export function flatObject(text: string): Map<string, string> | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null
  const fields = new Map<string, string>()
  flatten(channelResource(parsed as Resource), '', DEEPEST, fields)
  return fields
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
