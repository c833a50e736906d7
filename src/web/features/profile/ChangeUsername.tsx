import { useState } from 'react'
import { USERNAME_LENGTH } from '#shared/rules/username.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import type { UserInformation } from '#web/kit/api/session.ts'
import { IconButton } from '#web/kit/components/IconButton.tsx'
import { InputPanel } from '#web/kit/components/InputPanel.tsx'
import { useChangeUsername } from './use-change-username.ts'

/** The icon beside the username, and the panel for a new one. */
export function ChangeUsername({ person }: { readonly person: UserInformation }) {
  const { accounts, common, fieldProblems, profile } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const { isBusy, problem, change } = useChangeUsername(person)
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
        isBusy={isBusy}
        onConfirm={(typed) => void change(typed).then((isChanged) => isChanged && setIsOpen(false))}
      />
    </>
  )
}
