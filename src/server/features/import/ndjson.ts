import { MOST_CHARACTERS, type RecordReader, type RecordSink } from './csv.ts'

/** Deeper objects and lists are not looked into. */
const DEEPEST = 4

/**
 * Reads one JSON object a line. Nested objects become columns by the words of their path: `{"snippet":{"title":"A"}}` has
 * the column `snippet title`. Lists of simple values become one cell, divided by commas.
 *
 * @param headers  columns of the file; keys that are none of them are left out
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

/** Keys and values of a JSON object as text, in its order; null when the text is none. */
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
