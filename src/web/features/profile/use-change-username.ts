import { useState } from 'react'
import type { FieldProblem } from '#shared/api/errors.ts'
import { usernameProblem } from '#shared/rules/username.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { CallError, call } from '#web/kit/api/call.ts'
import { enterSession, type UserInformation } from '#web/kit/api/session.ts'
import { followRequest } from '#web/kit/toasts/toast-promise.ts'
import { describeRefusal } from '#web/kit/actions/describe-refusal.ts'

interface ChangeUsername {
  readonly isBusy: boolean
  /** The rule that the last name broke. */
  readonly problem: FieldProblem | null
  /** @returns whether the person has the new name now */
  readonly change: (typed: string) => Promise<boolean>
}

/** Gives the person another name, which shows everywhere at once. */
export function useChangeUsername({ user_id: userId, username }: UserInformation): ChangeUsername {
  const { profile, ...texts } = useTexts()
  const { language } = useLanguage()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<FieldProblem | null>(null)

  const change = async (typed: string): Promise<boolean> => {
    const newValue = typed.trim()
    const broken = usernameProblem(newValue) ?? (newValue === username ? 'username_same' : null)
    setProblem(broken)
    if (broken !== null) return false
    setIsBusy(true)
    const tell = followRequest('username', profile.name.changing)
    try {
      const { data } = await call('PUT /update/{user_id}', {
        params: { user_id: userId },
        body: { changeMethod: 'username', newValue, user_id: userId },
        handles: ['too_many_requests'],
      })
      enterSession(data)
      tell({ kind: 'success', text: profile.name.changed, evenIfQuick: true })
      return true
    } catch (error) {
      if (!(error instanceof CallError)) {
        tell(null)
        throw error
      }
      const refused = error.fields['newValue'] ?? null
      setProblem(refused)
      const text = describeRefusal(error, { ...texts, language, otherwise: profile.name.failed })
      // A rule that it broke stands at the field.
      tell({ kind: 'error', text, reason: error, evenIfQuick: refused === null })
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, problem, change }
}
