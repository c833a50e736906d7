import { useState } from 'react'
import type { FieldProblem } from '#shared/api/errors.ts'
import { usernameProblem } from '#shared/rules/username.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { enterSession, type UserInformation } from '#web/kit/api/session.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'

interface ChangeUsername {
  readonly isBusy: boolean
  /** The rule that the last name broke. */
  readonly problem: FieldProblem | null
  /** @returns whether the name was changed */
  readonly change: (typed: string) => Promise<boolean>
}

/** Changes the person's username, which updates everywhere immediately. */
export function useChangeUsername({ user_id: userId, username }: UserInformation): ChangeUsername {
  const { name } = useTexts().profile
  const [problem, setProblem] = useState<FieldProblem | null>(null)
  const { isBusy, run } = useAction({
    subject: 'username',
    loading: name.changing,
    // A broken rule shows at the field.
    failure: (error, describe) =>
      error.fields['newValue'] === undefined ? describe(error, name.failed) : null,
  })

  const change = async (typed: string): Promise<boolean> => {
    const newValue = typed.trim()
    const broken = usernameProblem(newValue) ?? (newValue === username ? 'username_same' : null)
    setProblem(broken)
    if (broken !== null) return false
    const send = () =>
      call('PUT /update/{user_id}', {
        params: { user_id: userId },
        body: { changeMethod: 'username', newValue, user_id: userId },
        handles: ['too_many_requests'],
      })
    const { isDone } = await run(send, {
      success: name.changed,
      onDone: ({ data }) => enterSession(data),
      onFailed: ({ fields }) => setProblem(fields['newValue'] ?? null),
    })
    return isDone
  }
  return { isBusy, problem, change }
}
