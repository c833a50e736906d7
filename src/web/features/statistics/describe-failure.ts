import type { Messages } from '#shared/i18n/en.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { CallError } from '#web/kit/api/call.ts'
import { formatMoment } from './formats.ts'

/** Why a video lookup failed, in words. */
export function describeFailure(
  error: unknown,
  { failures }: Messages['statistics'],
  language: Language,
): string {
  if (!(error instanceof CallError)) return failures.other
  if (error.code === 'not_found') return failures.notFound
  if (error.code === 'offline') return failures.offline
  if (error.code === 'provider_failed') return failures.provider
  const resetsAt = error.extras['quotaResetsAt']
  return typeof resetsAt === 'string' ? failures.quota(formatMoment(resetsAt, language)) : failures.other
}
