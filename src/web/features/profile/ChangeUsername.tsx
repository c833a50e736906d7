import { useState } from 'react'
import type { FieldProblem } from '#shared/api/errors.ts'
import { USERNAME_LENGTH, usernameProblem } from '#shared/rules/accounts.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { enterSession, type UserInformation } from '#web/kit/api/session.ts'
import { IconButton } from '#web/kit/components/Button.tsx'
import { InputPanel } from '#web/kit/components/InputPanel.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'

/** The icon beside the username, and the panel for a new one. */
export function ChangeUsername({ person }: { readonly person: UserInformation }) {
  const { accounts, common, fieldProblems, profile } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const { isPending, problem, change } = useChangeUsername(person, () => setIsOpen(false))
  return (
    <>
      <IconButton icon="pencil" label={profile.name.change} onClick={() => setIsOpen(true)} />
      <InputPanel
        title={profile.name.title}
        closeLabel={common.close}
        confirmLabel={profile.name.save}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        name="username"
        label={accounts.username}
        hint={accounts.signUp.usernameHint}
        autoComplete="nickname"
        spellCheck={false}
        // Room for surrounding spaces, which are dropped.
        maxLength={USERNAME_LENGTH.max + 10}
        initialValue={person.username}
        problem={problem === null ? null : fieldProblems[problem]}
        isBusy={isPending}
        onConfirm={change}
      />
    </>
  )
}

/** Changes the person's username, which updates everywhere immediately. */
function useChangeUsername({ user_id: userId, username }: UserInformation, onChanged: () => void) {
  const { name } = useTexts().profile
  /** The rule that the last name broke. */
  const [problem, setProblem] = useState<FieldProblem | null>(null)
  const { isPending, mutate } = useAction({
    mutationFn: (newValue: string) =>
      call('PUT /update/{user_id}', {
        params: { user_id: userId },
        body: { changeMethod: 'username', newValue, user_id: userId },
        handles: ['too_many_requests'],
      }),
    meta: {
      subject: 'username',
      loading: name.changing,
      success: name.changed,
      // A broken rule shows at the field.
      failure: (error, describe) =>
        error.fields['newValue'] === undefined ? describe(error, name.failed) : null,
    },
    onSuccess({ data }) {
      enterSession(data)
      onChanged()
    },
    onError: ({ fields }) => setProblem(fields['newValue'] ?? null),
  })
  const change = (typed: string) => {
    const newValue = typed.trim()
    const broken = usernameProblem(newValue) ?? (newValue === username ? 'username_same' : null)
    setProblem(broken)
    if (broken === null) mutate(newValue)
  }
  return { isPending, problem, change }
}
