import { type FormEvent, useState } from 'react'
import { passwordProblem } from '#shared/rules/password.ts'
import { useTexts } from '#web/app/texts.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import styles from './CodeStep.module.css'
import { PasswordField } from './PasswordField.tsx'

interface ChosenPasswordProps {
  readonly isBusy: boolean
  /** Gets a password that keeps the rules. */
  readonly onChosen: (password: string) => void
}

/** The new password; it can be shown, so it is typed once. */
export function ChosenPassword({ isBusy, onChosen }: ChosenPasswordProps) {
  const { accounts, fieldProblems, profile } = useTexts()
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const problem = refused === typed ? passwordProblem(typed.trim()) : null
  const choose = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setRefused(typed)
    if (passwordProblem(typed.trim()) === null) onChosen(typed.trim())
  }
  return (
    <form className={styles.step} noValidate onSubmit={choose}>
      <p className={styles.lead}>{profile.password.newLead}</p>
      <PasswordField
        name="newPassword"
        label={accounts.newPassword.field}
        hint={accounts.signUp.passwordHint}
        value={typed}
        error={problem === null ? null : fieldProblems[problem]}
        required
        autoComplete="new-password"
        // The code before it was typed, too.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={(event) => setTyped(event.target.value)}
        trailing={<IconButton type="submit" icon="check" label={profile.password.save} isBusy={isBusy} />}
      />
    </form>
  )
}
