import { type ApiError, ERROR_STATUS, type ErrorCode } from '#shared/api/errors.ts'
import { en } from '#shared/i18n/en.ts'
import { isConflict, isDatabaseAway } from '#server/db/connect.ts'
import { jsonObject } from '#server/json.ts'
import { Refusal } from '#server/refusal.ts'

/** The JSON text of a successful answer. */
export function successText(answer: Readonly<Record<string, unknown>>): string {
  const { data = null, ...extras } = answer
  return jsonObject<object>({ success: true, data, error: null, ...extras }).text
}

/** The status and envelope of a refusal, with the endpoint's extra fields when it declares some. */
export function refusedAnswer(
  refusal: Refusal,
  refusedWith: Readonly<Record<string, unknown>> = {},
): { readonly status: number; readonly body: object } {
  return {
    status: ERROR_STATUS[refusal.code],
    body: { success: false, data: null, ...refusedWith, ...refusal.extras, error: apiError(refusal) },
  }
}

function apiError({ code, text, fields }: Refusal): ApiError {
  const firstProblem = fields === undefined ? undefined : Object.values(fields)[0]
  // The text of a known rule says more than the general one.
  const isSpecific = firstProblem !== undefined && firstProblem !== 'invalid'
  const message = isSpecific ? en.fieldProblems[firstProblem] : (text ?? en.errors[code])
  return fields === undefined ? { code, message } : { code, message, fields }
}

const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not_json',
  FST_ERR_CTP_INVALID_TYPE: 'not_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'not_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'not_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_input',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_ASYNC_CONSTRAINT: 'not_found',
}

/** The refusal that an error means, or null when it is a bug. */
export function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (isDatabaseAway(error)) return new Refusal('unavailable', { retryAfter: 5 })
  if (isConflict(error)) return new Refusal('unavailable', { retryAfter: 1 })
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    const code = FRAMEWORK_CODES[error.code]
    if (code !== undefined) return new Refusal(code)
  }
  return null
}
