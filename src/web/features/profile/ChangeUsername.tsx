import { useState } from 'react'
import { USERNAME_LENGTH, usernameProblem } from '#shared/rules/accounts.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call, refreshSession } from '#web/kit/api/call.ts'
import type { UserInformation } from '#web/kit/api/session.ts'
import { IconButton } from '#web/kit/components/Button.tsx'
import { DialogForm } from '#web/kit/components/DialogForm.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'

/** The icon beside the username, and the panel for a new one, which updates everywhere immediately. */
export function ChangeUsername({
  person: { user_id: userId, username },
}: {
  readonly person: UserInformation
}) {
  const { accounts, fieldProblems, profile } = useTexts()
  const { name } = profile
  const [isOpen, setIsOpen] = useState(false)
  const { isPending, error, mutate } = useAction({
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
      failure: (refusal, describe) =>
        refusal.fields['newValue'] === undefined ? describe(refusal, name.failed) : null,
    },
    async onSuccess() {
      await refreshSession()
      setIsOpen(false)
    },
  })
  const refused = error?.fields['newValue']
  return (
    <>
      <IconButton icon="pencil" label={name.change} onClick={() => setIsOpen(true)} />
      <DialogForm
        title={name.title}
        confirmLabel={name.save}
        name="username"
        input={{
          label: accounts.username,
          hint: accounts.signUp.usernameHint,
          autoComplete: 'nickname',
          spellCheck: false,
          // Room for surrounding spaces, which are dropped.
          maxLength: USERNAME_LENGTH.max + 10,
        }}
        initial={username}
        rule={(typed) =>
          usernameProblem(typed.trim()) ?? (typed.trim() === username ? 'username_same' : null)
        }
        refused={refused === undefined ? null : fieldProblems[refused]}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        isBusy={isPending}
        onConfirm={(typed) => mutate(typed.trim())}
      />
    </>
  )
}
