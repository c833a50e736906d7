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
export const MAX_CHARACTERS = 262_144

export const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** How many lines are looked at to find the delimiter, or JSON. */
export const SAMPLE_LINES = 100

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

export type OnLine = (text: string, line: number) => void

/** Splits text into lines at \n, \r\n and \r, without newlines. `onLong` receives the beginning of an overlong line. */
export function lineReader(onLine: OnLine, onLong: OnLine): RecordReader {
  let rest = ''
  let line = 1
  /** Whether the rest of an overlong line is being skipped. */
  let isSkipping = false
  let isHeld = false

  function take(text: string): void {
    if (!isSkipping && text.length > MAX_CHARACTERS) onLong(text, line)
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
      if (rest.length > MAX_CHARACTERS) {
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
    if (cells.length === columns || (cells.length > 1 && cells.length < columns))
      sink.record(text.includes('="') ? cells.map(withoutTextFormula) : cells, line)
    else if (cells.some((cell) => SEEN.test(cell))) refuse('wrong number of columns', line, text)
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

/** Programs of old fill the end of a file with zeros, or mark it with Ctrl+Z. */
const SEEN = /[^\s\p{Cc}]/u

/** With `="1234"` programs keep spreadsheets from changing a text. */
function withoutTextFormula(cell: string): string {
  return /^="(.*)"$/s.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell
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
