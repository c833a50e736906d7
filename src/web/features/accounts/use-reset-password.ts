import { useState } from 'react'
import type { FieldProblem } from '#shared/api/errors.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { leaveSession } from '#web/kit/api/session.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'

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
  /** The link was used, or has expired. */
  readonly onRefused: () => void
}

/** Sets the new password with a link's token. Nobody is logged in afterwards. */
export function useResetPassword(
  token: string,
  { problemOf, onChanged, onRefused }: Outcomes,
): ResetPassword {
  const { results } = useTexts().accounts
  const [problem, setProblem] = useState<FieldProblem | null>(null)
  const { isBusy, run } = useAction({
    subject: 'new-password',
    failure: (error, describe) => {
      const isShownElsewhere = error.fields['newPassword'] !== undefined || error.code === 'wrong_token'
      return isShownElsewhere ? null : describe(error, results.wrong)
    },
  })

  const submit = async (typed: string): Promise<void> => {
    const newPassword = typed.trim()
    const broken = problemOf(typed)
    setProblem(broken)
    if (broken !== null) return
    const set = () => call('PUT /reset', { body: { newPassword, token }, handles: ['too_many_requests'] })
    await run(set, {
      onDone: () => {
        leaveSession()
        onChanged()
      },
      onFailed: ({ code, fields }) => {
        setProblem(fields['newPassword'] ?? null)
        if (code === 'wrong_token') onRefused()
      },
    })
  }
  return { isBusy, problem, forgive: () => setProblem(null), submit }
}
