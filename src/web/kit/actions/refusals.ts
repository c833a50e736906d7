import type { ReactNode } from 'react'
import type { Messages } from '#shared/i18n/en.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { CallError } from '#web/kit/api/call.ts'
import { formatWait } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'

/** The text that a refusal shows. @param otherwise the text for refusals that explain nothing to a person */
export type Describe = (error: CallError, otherwise: string) => string

export function useDescribe(): Describe {
  const texts = useTexts()
  const { language } = useLanguage()
  return (error, otherwise) => describeRefusal(error, otherwise, texts, language)
}

/** A failure that is not one of our refusals and has its own text. */
export class ExplainedFailure extends CallError {
  readonly text: ReactNode

  constructor(text: ReactNode) {
    super('internal')
    this.text = text
  }
}

/** For `.catch`: this refusal counts as done, e.g. when what should be deleted is gone. */
export function accept(code: CallError['code']): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof CallError && error.code === code)) throw error
  }
}

/** Any other exception is a bug: shown as a failure, and reported like an uncaught error. */
export function refusalOf(reason: unknown): CallError {
  if (reason instanceof CallError) return reason
  reportError(reason)
  return new CallError('internal')
}

/** No connection, the time to wait, or the refusal's own text. */
function describeRefusal(
  { code, fields, retryAfter }: CallError,
  otherwise: string,
  { common, errors, fieldProblems, status }: Messages,
  language: Language,
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
    case 'account_blocked':
    case 'demo_account':
    case 'wrong_captcha':
    case 'disposable_email':
    case 'provider_failed':
    case 'password_required':
    case 'wrong_second_factor':
    case 'last_login':
    case 'over_budget':
    case 'other_address':
    case 'already_member':
    case 'team_needs_owner':
    case 'owns_team':
    case 'too_many_members':
    case 'too_many_teams':
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
