import type { Messages } from '#shared/i18n/en.ts'
import type { Language } from '#shared/i18n/messages.ts'
import type { CallError } from '#web/kit/api/call.ts'
import { formatWait } from '#web/kit/formats/format.ts'

interface Words extends Pick<Messages, 'common' | 'errors' | 'fieldProblems' | 'status'> {
  readonly language: Language
  /** What to say of refusals that explain nothing to a person. */
  readonly otherwise: string
}

/** What a refused call of an account form tells the person: no connection, how long to wait, or the refusal's own text. */
export function describeRefusal(
  { code, fields, retryAfter }: CallError,
  { common, errors, fieldProblems, status, language, otherwise }: Words,
): string {
  switch (code) {
    case 'offline':
      return common.offline
    case 'too_many_requests': {
      const wait =
        retryAfter === null ? '' : ` ${status.tooManyRequests.wait(formatWait(retryAfter, language))}`
      return `${errors.too_many_requests}${wait}`
    }
    case 'csrf':
    case 'wrong_captcha':
    case 'disposable_email':
    case 'provider_failed':
    case 'unavailable':
      return errors[code]
    case 'invalid_input': {
      const problem = Object.values(fields).find((found) => found.startsWith('password_'))
      return problem === undefined ? otherwise : fieldProblems[problem]
    }
    default:
      return otherwise
  }
}
