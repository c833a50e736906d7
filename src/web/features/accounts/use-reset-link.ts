import { useState } from 'react'
import { emailProblem, normalizeEmail } from '#shared/rules/email.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { CallError, call } from '#web/kit/api/call.ts'
import { showToast } from '#web/kit/toasts/toasts.ts'
import { describeRefusal } from '#web/kit/actions/describe-refusal.ts'

interface ResetLink {
  /** What is wrong with the address that the link would go to; null until it was asked for, and after a change. */
  readonly problem: string | null
  readonly isBusy: boolean
  /** @returns false when the address must be mended first */
  readonly request: () => Promise<boolean>
}

/** Sends the link for a new password to the address of the form. The answer never tells whether it has an account. */
export function useResetLink(typedEmail: string): ResetLink {
  const { accounts, fieldProblems, ...texts } = useTexts()
  const { language } = useLanguage()
  const [refused, setRefused] = useState<{ readonly email: string; readonly problem: string } | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  const request = async (): Promise<boolean> => {
    const email = normalizeEmail(typedEmail)
    const problem = emailProblem(email)
    if (problem !== null) {
      const text = problem === 'email_empty' ? accounts.login.enterEmail : fieldProblems[problem]
      setRefused({ email: typedEmail, problem: text })
      return false
    }
    setIsBusy(true)
    try {
      await call('POST /verification/{action}', {
        params: { action: 'reset' },
        body: { email },
        handles: ['too_many_requests'],
      })
      void showToast({ kind: 'info', text: accounts.login.linkSent, id: 'reset-link' })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const text = describeRefusal(error, {
        ...texts,
        fieldProblems,
        language,
        otherwise: accounts.results.wrong,
      })
      void showToast({ kind: 'error', text, id: 'reset-link', reason: error })
    } finally {
      setIsBusy(false)
    }
    return true
  }
  return { problem: refused?.email === typedEmail ? refused.problem : null, isBusy, request }
}
