import type { z } from 'zod'
import { FIELD_PROBLEMS, type FieldProblem } from '#shared/api/errors.ts'
import { Refusal } from '#server/refusal.ts'

/** Our bodies nest three deep; the payment provider's notifications, which are passed through, nest five deep today. */
export const DEPTH_MAX = 16

// Making one took 1 % of a search's time; between whole texts it keeps nothing.
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = Buffer.from('"\\{}[]')

/**
 * Parses one part of a request by its schema; drops fields that the schema does not know.
 * @throws Refusal invalid_input with the wrong fields
 */
export function readInput(schema: z.ZodType | undefined, given: unknown): unknown {
  if (schema === undefined) return undefined
  const result = schema.safeParse(given, { reportInput: true })
  if (result.success) {
    const path = findUnstorable(result.data)
    if (path === null) return result.data
    const name = fieldName(path)
    throw new Refusal('invalid_input', name === '' ? {} : { fields: { [name]: 'invalid' } })
  }
  const fields: Record<string, FieldProblem> = {}
  for (const issue of result.error.issues) {
    const name = fieldName(issue.path)
    if (name !== '') fields[name] ??= problemOf(issue)
  }
  throw new Refusal('invalid_input', Object.keys(fields).length > 0 ? { fields } : {})
}

/**
 * Parses a request's body as JSON; undefined when there is none.
 * @throws Refusal invalid_input when it is not JSON in UTF-8, or nests deeper than `DEPTH_MAX`
 */
export function readJson(body: unknown): unknown {
  if (!(body instanceof Uint8Array)) return undefined
  try {
    if (isTooDeep(body)) throw new Refusal('invalid_input')
    const text = UTF8.decode(body)
    return text.trim() === '' ? undefined : JSON.parse(text)
  } catch {
    throw new Refusal('invalid_input')
  }
}

/**
 * Whether brackets nest deeper than in any legitimate body. Counted before parsing, because deep structures are expensive
 * to walk: 64 KiB took 70 ms.
 */
function isTooDeep(json: Uint8Array): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (isText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1
      if (depth > DEPTH_MAX) return true
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1
  }
  return false
}

// `POST /user` wraps its fields in `data`; forms know them without it.
function fieldName(path: readonly PropertyKey[]): string {
  const names = path[0] === 'data' && path.length > 1 ? path.slice(1) : path
  return names.map(String).join('.')
}

function problemOf(issue: z.core.$ZodIssue): FieldProblem {
  const known = FIELD_PROBLEMS.find((problem) => problem === issue.message)
  if (known !== undefined) return known
  return issue.code === 'invalid_type' && issue.input === undefined ? 'required' : 'invalid'
}

/**
 * The path of a text that PostgreSQL cannot store, i.e. with a NUL character or half a surrogate pair; null when there is
 * none.
 */
function findUnstorable(value: unknown): readonly string[] | null {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0') ? null : []
  if (value === null || typeof value !== 'object') return null
  for (const [name, inner] of Object.entries(value)) {
    const path = findUnstorable(inner)
    if (path !== null) return [name, ...path]
  }
  return null
}
