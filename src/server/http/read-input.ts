import type { z } from 'zod'
import { FIELD_PROBLEMS, type FieldProblem } from '#shared/api/errors.ts'
import { Refusal } from '../refusal.ts'

/**
 * Parses one part of a request by its schema; fields that the schema does not know are dropped.
 * @throws Refusal invalid_input with the fields that are wrong
 */
export function readInput(schema: z.ZodType | undefined, given: unknown): unknown {
  if (schema === undefined) return undefined
  const result = schema.safeParse(given, { reportInput: true })
  if (result.success) {
    if (!isStorable(result.data)) throw new Refusal('invalid_input')
    return result.data
  }
  const fields: Record<string, FieldProblem> = {}
  for (const issue of result.error.issues) {
    const name = fieldName(issue.path)
    if (name !== '') fields[name] ??= problemOf(issue)
  }
  throw new Refusal('invalid_input', Object.keys(fields).length > 0 ? { fields } : {})
}

/**
 * The JSON value of a request's body; undefined when there is none.
 * @throws Refusal invalid_input when it is not JSON
 */
export function readJson(text: unknown): unknown {
  if (typeof text !== 'string' || text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid_input')
  }
}

// `POST /user` wraps its fields in `data`; forms know them without.
function fieldName(path: readonly PropertyKey[]): string {
  const names = path[0] === 'data' && path.length > 1 ? path.slice(1) : path
  return names.map(String).join('.')
}

function problemOf(issue: z.core.$ZodIssue): FieldProblem {
  const known = FIELD_PROBLEMS.find((problem) => problem === issue.message)
  if (known !== undefined) return known
  return issue.code === 'invalid_type' && issue.input === undefined ? 'required' : 'invalid'
}

/** PostgreSQL cannot hold NUL characters or halves of surrogate pairs. */
function isStorable(value: unknown): boolean {
  // A list of what is left instead of recursion: 64 KiB can nest deeper than the stack.
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string') {
      if (!next.isWellFormed() || next.includes('\0')) return false
    } else if (next !== null && typeof next === 'object') left.push(...Object.values(next))
  }
  return true
}
