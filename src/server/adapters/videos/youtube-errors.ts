import { z } from 'zod'
import type { UnavailableReason } from './videos.ts'

/** Why a call failed; `missing` is an answer: the requested thing does not exist. */
export type Failure = UnavailableReason | 'missing'

const errorBody = z.object({
  error: z.object({
    message: z.string().catch(''),
    errors: z.array(z.object({ reason: z.string().catch('') })).catch([]),
    details: z.array(z.looseObject({ reason: z.string().catch('') })).catch([]),
  }),
})

const QUOTA = new Set(['quotaExceeded', 'dailyLimitExceeded'])
const BUSY = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'backendError'])
const KEY = new Set([
  'keyInvalid',
  'keyExpired',
  'API_KEY_INVALID',
  'API_KEY_SERVICE_BLOCKED',
  'accessNotConfigured',
])

/**
 * Classifies an error by its reasons, which older and newer answers keep in different places. The message, which contains
 * HTML, is only compared. https://developers.google.com/youtube/v3/docs/errors
 */
export function classifyError(status: number, body: unknown): Failure {
  if (status === 429 || status >= 500) return 'busy'
  const parsed = errorBody.safeParse(body)
  const { message = '', errors = [], details = [] } = parsed.data?.error ?? {}
  const reasons = [...errors, ...details].map(({ reason }) => reason)
  const has = (known: ReadonlySet<string>) => reasons.some((reason) => known.has(reason))
  if (has(QUOTA)) return 'quota'
  if (has(BUSY)) return 'busy'
  if (has(KEY) || /^API key not valid/i.test(message) || status === 401 || status === 403) return 'key'
  return status === 404 ? 'missing' : 'answer'
}
