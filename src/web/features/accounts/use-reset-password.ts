import { useState } from 'react'
import type { FieldProblem } from '#shared/api/errors.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { CallError, call } from '#web/kit/api/call.ts'
import { leaveSession } from '#web/kit/api/session.ts'
import { hideToast, showToast } from '#web/kit/toasts/toasts.ts'
import { describeRefusal } from '#web/kit/actions/describe-refusal.ts'

interface ResetPassword {
  readonly isBusy: boolean
  /** The rule that the password breaks, until `forgive`. */
  readonly problem: FieldProblem | null
  readonly forgive: () => void
  readonly submit: (newPassword: string) => Promise<void>
}

interface Outcomes {
  /** The rule that a typed password breaks. */
  readonly problemOf: (typed: string) => FieldProblem | null
  readonly onChanged: () => void
  /** The link was used, or is too old. */
  readonly onRefused: () => void
}

/** Sets the new password by a link's token. Nobody is logged in afterwards. */
export function useResetPassword(
  token: string,
  { problemOf, onChanged, onRefused }: Outcomes,
): ResetPassword {
  const { accounts, ...texts } = useTexts()
  const { language } = useLanguage()
  const [problem, setProblem] = useState<FieldProblem | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  const submit = async (typed: string): Promise<void> => {
    const newPassword = typed.trim()
    const broken = problemOf(typed)
    setProblem(broken)
    if (broken !== null) return
    setIsBusy(true)
    try {
      await call('PUT /reset', { body: { newPassword, token }, handles: ['too_many_requests'] })
      void hideToast('new-password')
      leaveSession()
      onChanged()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code === 'wrong_token') return onRefused()
      const refused = error.fields['newPassword']
      if (refused !== undefined) return setProblem(refused)
      const text = describeRefusal(error, { ...texts, language, otherwise: accounts.results.wrong })
      void showToast({ kind: 'error', text, id: 'new-password', reason: error })
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, problem, forgive: () => setProblem(null), submit }
}
