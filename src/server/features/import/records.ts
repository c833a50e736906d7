/** Receives every record, and every line that is not one. Lines are physical ones, from 1. */
export interface RecordSink {
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

/** Longer lines and records are refused; less than twice this is kept in memory. */
const MOST_CHARACTERS = 1_048_576

export const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** The delimiter of a CSV file by its first line: the most frequent one outside quotes. */
export function detectDelimiter(firstLine: string): Delimiter {
  const unquoted = firstLine.replace(/"(?:[^"]|"")*"/g, '')
  let best: Delimiter = ','
  let most = 0
  for (const delimiter of DELIMITERS) {
    const count = unquoted.split(delimiter).length - 1
    if (count > most) [best, most] = [delimiter, count]
  }
  return best
}

interface CsvOptions {
  readonly delimiter: string
  /** How many columns a record must have; undefined for the header. */
  readonly columns: number | undefined
  /** The number of the first line. */
  readonly line: number
  readonly newline?: '\n' | '\r'
}

/**
 * A streaming CSV reader (RFC 4180, any delimiter, any newline) that recovers: of a broken record only the first line
 * is lost. Otherwise a quote that is never closed would swallow the rest of the file.
 */
export function csvReader(
  { delimiter, columns, line, newline = '\n' }: CsvOptions,
  sink: RecordSink,
): RecordReader {
  let rest = ''
  let at = line
  /** Whether the rest of an overlong line is being skipped. */
  let isSkipping = false

  function read(text: string, isLast: boolean): void {
    let start = 0
    let quote = text.indexOf('"')
    while (start < text.length) {
      const end = text.indexOf(newline, start)
      if (end === -1 && !isLast) break
      const stop = end === -1 ? text.length : end
      if (isSkipping) {
        isSkipping = false
        at++
        start = stop + 1
        continue
      }
      if (quote !== -1 && quote < start) quote = text.indexOf('"', start)
      if (quote === -1 || quote >= stop) {
        emitPlain(text, start, stop)
        start = stop + 1
        continue
      }
      const next = readQuoted(text, start, stop, isLast)
      if (next === undefined) break
      start = next
    }
    rest = text.slice(start)
    if (rest.length > MOST_CHARACTERS && !rest.includes(newline)) {
      sink.broken('row too long', at, excerpt(rest, 0, rest.length))
      rest = ''
      isSkipping = true
    }
  }

  function emitPlain(text: string, start: number, stop: number): void {
    const trimmed = text.charCodeAt(stop - 1) === 13 && newline === '\n' ? stop - 1 : stop
    const isBlank = trimmed <= start
    if (!isBlank) emit(text.slice(start, trimmed).split(delimiter), text, start, stop)
    at++
  }

  function emit(cells: string[], text: string, start: number, stop: number): void {
    if (columns !== undefined && cells.length !== columns) {
      while (cells.length > columns && cells.at(-1)?.trim() === '') cells.pop()
      if (cells.length !== columns) {
        const isBlank = cells.every((cell) => cell.trim() === '')
        if (!isBlank) sink.broken('wrong number of columns', at, excerpt(text, start, stop))
        return
      }
    }
    sink.record(cells, at)
  }

  /** Where the next record starts; undefined when this one continues in the next chunk. `stop` is the end of its first line. */
  function readQuoted(text: string, start: number, stop: number, isLast: boolean): number | undefined {
    const parsed = parseQuoted(text, start, delimiter, newline)
    if (parsed === 'open' && !isLast && text.length - start <= MOST_CHARACTERS) return undefined
    // A closing quote at the end of a chunk may be the first of two.
    if (typeof parsed === 'object' && parsed.end >= text.length && !isLast) return undefined
    const isWrong =
      typeof parsed === 'object' &&
      parsed.end > stop &&
      columns !== undefined &&
      parsed.cells.length !== columns
    if (typeof parsed === 'string' || isWrong) {
      sink.broken(problemOf(parsed), at, excerpt(text, start, stop))
      at++
      return stop + 1
    }
    emit(parsed.cells, text, start, stop)
    at += 1 + countNewlines(text, start, parsed.end, newline)
    return parsed.end + 1
  }

  return {
    push(text) {
      if (isSkipping && !text.includes(newline)) return
      read(rest === '' ? text : rest + text, false)
    },
    end() {
      read(rest, true)
    },
  }
}

function problemOf(parsed: Parsed): RecordProblem {
  if (parsed === 'open') return 'unclosed quote'
  return parsed === 'garbage' ? 'text after a closing quote' : 'wrong number of columns'
}

type Parsed = { cells: string[]; end: number } | 'open' | 'garbage'

/** The cells of a record with quotes, and where it ends; 'open' when a quote is not closed. */
function parseQuoted(text: string, start: number, delimiter: string, newline: string): Parsed {
  const cells: string[] = []
  let at = start
  for (;;) {
    if (text[at] === '"') {
      let close = at + 1
      let hasPairs = false
      for (;;) {
        close = text.indexOf('"', close)
        if (close === -1) return 'open'
        if (text[close + 1] !== '"') break
        hasPairs = true
        close += 2
      }
      const content = text.slice(at + 1, close)
      cells.push(hasPairs ? content.replaceAll('""', '"') : content)
      at = close + 1
      while (text[at] === ' ' || (text[at] === '\r' && newline === '\n')) at++
    } else {
      const nextDelimiter = indexOrEnd(text, delimiter, at)
      const nextNewline = indexOrEnd(text, newline, at)
      const end = Math.min(nextDelimiter, nextNewline)
      const content = text.slice(at, end)
      cells.push(end === nextNewline && content.endsWith('\r') ? content.slice(0, -1) : content)
      at = end
    }
    if (at >= text.length || text[at] === newline) return { cells, end: at }
    if (text[at] !== delimiter) return 'garbage'
    at++
  }
}

function indexOrEnd(text: string, part: string, from: number): number {
  const found = text.indexOf(part, from)
  return found === -1 ? text.length : found
}

function countNewlines(text: string, start: number, end: number, newline: string): number {
  let count = 0
  for (let at = text.indexOf(newline, start); at !== -1 && at < end; at = text.indexOf(newline, at + 1))
    count++
  return count
}

/** What a quarantine file shows of a broken line. */
function excerpt(text: string, start: number, stop: number): string {
  return text.slice(start, Math.min(stop, start + 2_000))
}

/** Deeper objects and lists are ignored. */
const DEEPEST = 4

/**
 * Reads one JSON object a line. Nested objects become columns named by their path: `{"snippet":{"title":"A"}}` has
 * the column `snippet title`. Lists of simple values become one cell, separated by commas.
 *
 * @param headers  columns of the file; other keys are ignored
 */
export function ndjsonReader(headers: readonly string[], line: number, sink: RecordSink): RecordReader {
  const columnOf = new Map(headers.map((header, column) => [header, column]))
  let rest = ''
  let at = line
  let isSkipping = false

  function readLine(text: string): void {
    const trimmed = text.trim()
    if (trimmed !== '') {
      const fields = trimmed.length > MOST_CHARACTERS ? null : flatObject(trimmed)
      if (fields === null) sink.broken('not a JSON object', at, trimmed.slice(0, 2_000))
      else {
        const cells = new Array<string>(headers.length).fill('')
        for (const [key, value] of fields) {
          const column = columnOf.get(key)
          if (column !== undefined) cells[column] = value
        }
        sink.record(cells, at)
      }
    }
    at++
  }

  return {
    push(piece) {
      let text = rest + piece
      let start = 0
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
        if (isSkipping) {
          isSkipping = false
          at++
        } else readLine(text.slice(start, end))
        start = end + 1
      }
      text = text.slice(start)
      if (text.length > MOST_CHARACTERS && !isSkipping) {
        sink.broken('row too long', at, text.slice(0, 2_000))
        isSkipping = true
      }
      rest = isSkipping ? '' : text
    },
    end() {
      if (!isSkipping) readLine(rest)
      rest = ''
    },
  }
}

/** Keys and values of a JSON object as text, in order; null when the text is not an object. */
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

function flatten(value: object, path: string, depth: number, fields: Map<string, string>): void {
  for (const [key, inner] of Object.entries(value)) {
    const name = path === '' ? key : `${path} ${key}`
    if (inner === null || inner === undefined) continue
    if (Array.isArray(inner)) fields.set(name, inner.filter((item) => typeof item !== 'object').join(','))
    else if (typeof inner === 'object') {
      if (depth > 1) flatten(inner, name, depth - 1, fields)
    } else fields.set(name, String(inner))
  }
}
