import { z } from 'zod'
import { passwordProblem, usernameProblem } from '../rules/accounts.ts'
import { PAGE_LIMIT } from '../rules/bounds.ts'
import { emailProblem, normalizeEmail } from '../rules/email.ts'
import type { FieldProblem } from './errors.ts'

/** A check whose problem code becomes the issue's message, from which the pipeline fills `fields`. */
function withProblem<T>(problemOf: (value: T) => FieldProblem | null) {
  return (context: z.core.ParsePayload<T>) => {
    const problem = problemOf(context.value)
    if (problem !== null) context.issues.push({ code: 'custom', input: context.value, message: problem })
  }
}

/** An e-mail address: trimmed, lower-cased, at most 254 characters. */
export const email = z.string().overwrite(normalizeEmail).check(withProblem(emailProblem))

export const username = z.string().trim().check(withProblem(usernameProblem))

export const password = z.string().trim().check(withProblem(passwordProblem))

/** A password that is compared, not set. Accepts any text, so that every wrong password gets the same answer. */
export const givenPassword = z.string().trim().min(1, 'required').max(1_000, 'too_long')

/** A code that is only compared. Accepts any text, so that every wrong code gets the same answer. */
export const givenCode = z.string().trim().min(1, 'required').max(100, 'too_long')

/** The token of a mailed link; every wrong one gets the same answer. */
export const linkToken = z.string().trim().min(1, 'required').max(200, 'too_long')

/** The platform's id of a channel where known, otherwise ours; of platforms after the first behind its name: `name:id`. */
export const channelId = z.string().trim().min(1, 'required').max(200, 'too_long')

/** Ids of channels in a query string, separated by commas: as many as a page has, at most. */
export const channelIds = z
  .string()
  .max(PAGE_LIMIT.max * 50, 'too_long')
  .transform((text) => text.split(','))
  .pipe(z.array(channelId).max(PAGE_LIMIT.max, 'too_long'))

/** A positive integer in a path, such as the id of a person or channel. */
export const pathId = z.coerce.number().int().positive().max(2_147_483_647)

export const pageLimit = z.number().int().min(PAGE_LIMIT.min).max(PAGE_LIMIT.max).default(PAGE_LIMIT.default)

/** A page's size in a query string. */
export const queryLimit = z.coerce
  .number()
  .int()
  .min(PAGE_LIMIT.min)
  .max(PAGE_LIMIT.max)
  .default(PAGE_LIMIT.default)

/** Opaque to clients: always the `meta.nextCursor` of an answer. */
export const cursor = z.string().min(1).max(500)

/** An IANA time zone, whose days a file shows; Moscow's by default. */
export const timeZone = z.string().max(64, 'too_long').refine(isTimeZone, 'invalid').default('Europe/Moscow')

function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return true
  } catch {
    return false
  }
}

/** ISO 8601 UTC. */
export const instant = z.iso.datetime()
