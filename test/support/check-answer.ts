import { z } from 'zod'
import { contract, type EndpointKey } from '#shared/api/contract.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { ERROR_STATUS, type ErrorCode, FIELD_PROBLEMS } from '#shared/api/errors.ts'
import { refusalsOf } from '#shared/api/policy.ts'
import { en } from '#shared/i18n/en.ts'
import { DERIVED_NAME } from '#shared/rules/derived-fields.ts'
import type { WireAnswer } from '#test/support/test-client.ts'

const apiError = z.strictObject({
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  fields: z.record(z.string(), z.enum(FIELD_PROBLEMS)).optional(),
})

/**
 * Checks that the endpoint's contract declares an answer: status, envelope, data, extra fields.
 * @throws with what does not fit
 */
export function checkAnswer(key: EndpointKey, answer: WireAnswer): void {
  const endpoint: Endpoint = contract[key]
  const { success, data, error, ...extras } = (answer.body ?? {}) as Partial<WireAnswer['body']> &
    Record<string, unknown>
  const complain = (what: string) => {
    throw new Error(`${key} answered ${answer.status}, and ${what}:\n${answer.text.slice(0, 1_000)}`)
  }
  if (answer.status === 200) {
    if (endpoint.bare === true) return
    if (success !== true || error !== null) complain('it is not the envelope of a success')
    checkFits(endpoint.data, data, 'data', complain)
    checkFits(endpoint.extras ?? z.strictObject({}), extras, 'the fields beside it', complain)
    return
  }
  const refused = apiError.safeParse(error)
  if (success !== false || !refused.success) return complain('it is not the envelope of a refusal')
  const { code, message } = refused.data
  if (ERROR_STATUS[code] !== answer.status) complain(`the status of ${code} is ${ERROR_STATUS[code]}`)
  if (!refusalsOf(key).includes(code)) complain(`${code} is not declared`)
  const texts: readonly string[] = [
    en.errors[code],
    ...(code === 'no_contact' ? Object.values(en.noContactReasons) : []),
  ]
  if (!texts.includes(message) && refused.data.fields === undefined) complain('its text is another one')
  const carries = endpoint.refusedWith !== undefined || endpoint.errors.includes(code)
  const mayCarry = carries ? endpoint.refusalExtras : undefined
  const beside = data === null ? extras : { ...extras, data }
  if (Object.keys(beside).length > 0 || data !== null || endpoint.refusedWith !== undefined) {
    checkFits(mayCarry ?? z.strictObject({}), beside, 'the fields beside the error', complain)
  }
}

function checkFits(schema: z.ZodType, value: unknown, name: string, complain: (what: string) => void): void {
  const result = schema.safeParse(value)
  if (!result.success) complain(`${name} does not fit: ${z.prettifyError(result.error)}`)
  // The schema would drop fields that it does not know.
  else if (JSON.stringify(sorted(result.data)) !== JSON.stringify(sorted(value)))
    complain(`${name} has more than declared`)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}

/**
 * Checks that an answer has no metric that we compute from the platform's.
 * @throws with the field's name
 */
export function checkDerived(key: EndpointKey, body: unknown): void {
  const pending = [body]
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (value === null || typeof value !== 'object') continue
    for (const [name, inner] of Object.entries(value)) {
      if (!Array.isArray(value) && DERIVED_NAME.test(name))
        throw new Error(`${key} answered with a metric that is computed by us: ${name}`)
      pending.push(inner)
    }
  }
}
