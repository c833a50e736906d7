import { useState } from 'react'
import { emailProblem, normalizeEmail } from '#shared/rules/email.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'

interface ResetLink {
  /** What is wrong with the address for the link; null until it was submitted, and after a change. */
  readonly problem: string | null
  readonly isPending: boolean
  /** @returns false when the address must be corrected first */
  readonly request: () => Promise<boolean>
}

/** Sends the password-reset link to the form's address. The answer never reveals whether it has an account. */
export function useResetLink(typedEmail: string): ResetLink {
  const { accounts, fieldProblems } = useTexts()
  const [refused, setRefused] = useState<{ readonly email: string; readonly problem: string } | null>(null)
  const { isPending, mutateAsync } = useAction({
    mutationFn: (email: string) =>
      call('POST /verification/{action}', {
        params: { action: 'reset' },
        body: { email },
        handles: ['too_many_requests'],
      }),
    meta: {
      subject: 'reset-link',
      success: () => ({ kind: 'info', text: accounts.login.linkSent }),
      failure: accounts.results.wrong,
    },
  })

  const request = async (): Promise<boolean> => {
    const email = normalizeEmail(typedEmail)
    const problem = emailProblem(email)
    if (problem !== null) {
      const text = problem === 'email_empty' ? accounts.login.enterEmail : fieldProblems[problem]
      setRefused({ email: typedEmail, problem: text })
      return false
    }
    // A failure is shown.
    await mutateAsync(email).catch(() => {})
    return true
  }
  return { problem: refused?.email === typedEmail ? refused.problem : null, isPending, request }
}
