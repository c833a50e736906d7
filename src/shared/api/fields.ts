import { z } from 'zod'
import { PAGE_LIMIT } from '../rules/limits.ts'
import { emailProblem, normalizeEmail } from '../rules/email.ts'
import { passwordProblem } from '../rules/password.ts'
import { usernameProblem } from '../rules/username.ts'
import type { FieldProblem } from './errors.ts'

/** A check whose problem code becomes the issue's message, which the pipeline turns into `fields`. */
function withProblem<T>(problemOf: (value: T) => FieldProblem | null) {
  return (context: z.core.ParsePayload<T>) => {
    const problem = problemOf(context.value)
    if (problem !== null) context.issues.push({ code: 'custom', input: context.value, message: problem })
  }
}

/** An address: trimmed, lower-cased, up to 254 characters. */
export const email = z.string().overwrite(normalizeEmail).check(withProblem(emailProblem))

export const username = z.string().trim().check(withProblem(usernameProblem))

export const password = z.string().trim().check(withProblem(passwordProblem))

/** A password that is compared, not set: any text, so that a wrong one answers like any other. */
export const givenPassword = z.string().trim().min(1, 'required').max(1_000, 'too_long')

/** A code that is only compared: any text, so that a wrong one answers like any other. */
export const givenCode = z.string().trim().min(1, 'required').max(100, 'too_long')

/** What a mailed link carries; a wrong one answers like any other. */
export const linkToken = z.string().trim().min(1, 'required').max(200, 'too_long')

/** The platform's id of a channel where known, else ours. */
export const channelId = z.string().trim().min(1, 'required').max(200, 'too_long')

/** A positive integer of a path, as people and channels are numbered. */
export const pathId = z.coerce.number().int().positive().max(2_147_483_647)

export const pageLimit = z.number().int().min(PAGE_LIMIT.min).max(PAGE_LIMIT.max).default(PAGE_LIMIT.default)

/** The same from a query string. */
export const queryLimit = z.coerce
  .number()
  .int()
  .min(PAGE_LIMIT.min)
  .max(PAGE_LIMIT.max)
  .default(PAGE_LIMIT.default)

/** Opaque to clients: only ever what `meta.nextCursor` held. */
export const cursor = z.string().min(1).max(500)

/** ISO 8601 UTC. */
export const instant = z.iso.datetime()
