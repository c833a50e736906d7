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
const MAX_CHARACTERS = 262_144

export const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** The most frequent delimiter in the first line of a CSV file, outside quotes. */
export function detectDelimiter(firstLine: string): Delimiter {
  const unquoted = firstLine.replace(/"(?:[^"]|"")*"/g, '')
  const count = (delimiter: Delimiter) => unquoted.split(delimiter).length
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best))
}

type OnLine = (text: string, line: number) => void

/** Splits text into lines, without newlines. `onLong` receives the beginning of an overlong line. */
function lineReader(onLine: OnLine, onLong: OnLine): RecordReader {
  let rest = ''
  let line = 1
  /** Whether the rest of an overlong line is being skipped. */
  let isSkipping = false

  function take(text: string): void {
    if (!isSkipping && text.length > MAX_CHARACTERS) onLong(text, line)
    else if (!isSkipping) onLine(text.endsWith('\r') ? text.slice(0, -1) : text, line)
    isSkipping = false
    line++
  }

  return {
    push(piece) {
      const text = rest + piece
      let start = 0
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
        take(text.slice(start, end))
        start = end + 1
      }
      rest = text.slice(start)
      if (rest.length <= MAX_CHARACTERS) return
      if (!isSkipping) onLong(rest, line)
      isSkipping = true
      rest = ''
    },
    end: () => take(rest),
  }
}

/**
 * Reads CSV (RFC 4180, any delimiter). A broken record loses only its first line; otherwise an unclosed quote would
 * swallow the rest of the file.
 */
export function csvReader(delimiter: string, sink: RecordSink): RecordReader {
  let columns: number | undefined
  /** Lines from the one with an open quote on, and how many of them are known not to end the record. */
  const lines: { text: string; line: number }[] = []
  let tried = 0
  let characters = 0

  function emit(cells: string[], line: number, text: string): void {
    if (columns === undefined) {
      columns = cells.length
      return sink.header?.(cells)
    }
    while (cells.length > columns && cells.at(-1)?.trim() === '') cells.pop()
    if (cells.length === columns) sink.record(cells, line)
    else if (cells.some((cell) => cell.trim() !== '')) sink.broken('wrong number of columns', line, text)
  }

  function readOpen(isEnd: boolean): void {
    for (let next = lines[tried]; next !== undefined; next = lines[tried]) {
      tried++
      characters += next.text.length
      const canContinue = characters < MAX_CHARACTERS && !(isEnd && tried === lines.length)
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
      const isWrong = tried > 1 && columns !== undefined && cells.length !== columns
      if (typeof cells === 'string') sink.broken(cells, line, text)
      else if (isWrong) sink.broken('wrong number of columns', line, text)
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
      sink.broken('row too long', line, text)
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

/** Reads one JSON object per line, and keeps the keys in `headers`. */
export function ndjsonReader(headers: readonly string[], sink: RecordSink): RecordReader {
  const readLine: OnLine = (text, line) => {
    if (text.trim() === '') return
    const fields = flatObject(text)
    if (fields === null) sink.broken('not a JSON object', line, text)
    else
      sink.record(
        headers.map((header) => fields.get(header) ?? ''),
        line,
      )
  }
  return lineReader(readLine, (text, line) => sink.broken('row too long', line, text))
}

/** Deeper objects are ignored. */
const DEEPEST = 4

/**
 * Keys and values of a JSON object as text, in order; null when the text is not an object. Nested keys are joined:
 * `{"snippet":{"title":"A"}}` has the key `snippet title`. Lists of simple values are separated by commas.
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
  flatten(parsed, '', DEEPEST, fields)
  return fields
}

type Json = string | number | boolean | null | { readonly [key: string]: Json } | readonly Json[]

function flatten(object: object, path: string, depth: number, fields: Map<string, string>): void {
  for (const [key, value] of Object.entries(object) as [string, Json][]) {
    const name = path + key
    if (Array.isArray(value)) fields.set(name, value.filter((item) => typeof item !== 'object').join(','))
    else if (typeof value !== 'object') fields.set(name, String(value))
    else if (value !== null && depth > 1) flatten(value, `${name} `, depth - 1, fields)
  }
}
