import { z } from 'zod'
import { emailProblem, normalizeEmail } from '../rules/email.ts'
import type { CommandErrorCode, InputProblem } from './errors.ts'

/** Roles of operators, each with the rights of those before it. */
export const OPERATOR_ROLES = ['viewer', 'support', 'operator', 'owner'] as const
export type Role = (typeof OPERATOR_ROLES)[number]

export function hasRole(role: Role, atLeast: Role): boolean {
  return OPERATOR_ROLES.indexOf(role) >= OPERATOR_ROLES.indexOf(atLeast)
}

/**
 * Everything about an operator's command but its texts, which are in `i18n/{en,ru}/commands.ts`. Keyed by its words:
 * `'channels hide'`.
 */
export interface Command {
  readonly atLeast: Role
  readonly input: z.ZodObject
  /** The fields of the input that the command line takes as arguments; all others are options. */
  readonly args?: readonly string[]
  /** Whether it asks for a reason, which the audit keeps. */
  readonly reason?: true | 'optional'
  /** Writes nothing, so there is no entry in the audit. */
  readonly changesNothing?: true
  /** Can be tried first: the same answer, while nothing changes. */
  readonly dryRun?: true
  /** Cannot be undone: the field whose value is typed once more, or the command's own words; the console asks for a fresh proof. */
  readonly confirm?: string | true
  /** The command that undoes it. */
  readonly opposite?: string
  readonly output: z.ZodType
  /** Besides those of every command: a wrong input, a running import. */
  readonly refusals: readonly CommandErrorCode[]
}

/** Keeps each entry's exact type while checking its shape. */
export function commands<const T extends Readonly<Record<string, Command>>>(
  entries: T & {
    readonly [Key in keyof T]: {
      readonly args?: readonly (keyof FieldsOf<T[Key]>)[]
      readonly confirm?: keyof FieldsOf<T[Key]> | true
    }
  },
): T {
  return entries
}

type FieldsOf<E> = E extends { readonly input: z.ZodObject<infer Fields> } ? Fields : never

/** What forms and the command line need to know of a field, beyond its JSON Schema. */
export interface FieldHints {
  readonly problem?: InputProblem
  /** In one word, what is expected: `--url <address>`. */
  readonly hint?: string
  /** What may be chosen. */
  readonly values?: readonly string[]
  /** The command line reads the text from a file. */
  readonly isFile?: true
}

/** A text as a rule reads it; refused where that gives null. */
export function readBy<T>(read: (text: string) => T | null, hints: FieldHints = {}) {
  return z
    .string()
    .transform((text, context) => {
      const value = read(text)
      if (value !== null) return value
      context.issues.push({ code: 'custom', input: text })
      return z.NEVER
    })
    .meta({ ...hints })
}

/** A mail address, normalised. */
export const address = readBy(
  (text) => {
    const normalized = normalizeEmail(text)
    return emailProblem(normalized) === null ? normalized : null
  },
  { problem: 'address' },
)

/** How an operator names a person: by email address or number. */
export const who = z.string().trim().min(1).max(200)

/** A Moscow date, `YYYY-MM-DD`. */
export const day = z.iso.date().meta({ problem: 'date', hint: 'date' } satisfies FieldHints)

/** A text of a line. */
export const line = z.string().trim().min(1).max(200)

const why = line.meta({ problem: 'reason' } satisfies FieldHints)

/** All that a command is given: its input, and the reason where it asks for one. */
export function givenTo({ input, reason }: Command): z.ZodObject {
  return reason === undefined ? input : input.extend({ reason: reason === true ? why : why.optional() })
}

/** A whole number from 1 to `max`. */
export const upTo = (max: number) => z.int().min(1).max(max)

/** Which days a list or a report covers, the last one included. */
export const period = { since: day.optional(), until: day.optional() }

/** The Moscow dates of `period`. */
export interface Period {
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** A page of a list: how many rows, and after which place. */
export const page = {
  limit: upTo(1_000).default(50),
  after: z
    .string()
    .trim()
    .max(100)
    .meta({ hint: 'place' } satisfies FieldHints)
    .optional(),
}

/** What a list answers: the page, where the next one begins, and with the first page what all rows are together. */
export function listOf<Row extends z.ZodType, Total extends z.ZodRawShape>(row: Row, total: Total) {
  return z.object({
    rows: z.array(row),
    next: z.string().nullable(),
    total: z.object({ count: z.int(), ...total }).nullable(),
  })
}
