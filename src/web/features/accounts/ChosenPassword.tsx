import { type FormEvent, useState } from 'react'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { IconButton } from '#web/kit/components/IconButton.tsx'
import { Form } from '#web/kit/components/Form.tsx'
import { Lead } from '#web/kit/components/layout.tsx'
import { PasswordField } from '#web/kit/components/PasswordField.tsx'
import { usePasswordRules } from './use-password-rules.ts'

interface ChosenPasswordProps {
  readonly isBusy: boolean
  /** Receives a password that follows the rules. */
  readonly onChosen: (password: string) => void
}

/** The new password; it can be shown, so it is typed once. */
export function ChosenPassword({ isBusy, onChosen }: ChosenPasswordProps) {
  const { accounts, fieldProblems, profile } = useTexts()
  const person = useSession().userData?.userInformation
  const rules = usePasswordRules({ email: person?.email ?? '', username: person?.username ?? '' })
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const problem = refused === typed ? rules.problemOf(typed) : null
  const choose = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setRefused(typed)
    if (rules.problemOf(typed) === null) onChosen(typed.trim())
  }
  return (
    <Form onSubmit={choose}>
      <Lead>{profile.password.newLead}</Lead>
      <PasswordField
        name="newPassword"
        label={accounts.newPassword.field}
        hint={rules.hintFor(typed)}
        value={typed}
        error={problem === null ? null : fieldProblems[problem]}
        required
        autoComplete="new-password"
        // The code before it was typed as well.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={(event) => setTyped(event.target.value)}
        trailing={<IconButton type="submit" icon="check" label={profile.password.save} isBusy={isBusy} />}
      />
    </Form>
  )
}
