import { type FormEvent, useRef, useState } from 'react'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Form } from '#web/kit/components/Form.tsx'
import { Lead } from '#web/kit/components/layout.tsx'
import { PasswordField } from '#web/kit/components/PasswordField.tsx'
import styles from './ResetPage.module.css'
import { usePasswordRules } from './use-password-rules.ts'
import { useResetPassword } from './use-reset-password.ts'

interface NewPasswordFormProps {
  /** From the mailed link. */
  readonly token: string
  readonly onChanged: () => void
  readonly onRefused: () => void
}

/** Asks for the new password; it can be shown, so it is typed once. */
export function NewPasswordForm({ token, ...outcomes }: NewPasswordFormProps) {
  const { accounts, fieldProblems } = useTexts()
  const { newPassword } = accounts
  // The page does not know whose link it is.
  const rules = usePasswordRules({ email: '', username: '' })
  const { isBusy, problem, forgive, submit } = useResetPassword(token, {
    ...outcomes,
    problemOf: rules.problemOf,
  })
  const [password, setPassword] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    form.current?.querySelector('input')?.focus()
    void submit(password)
  }
  return (
    <Form ref={form} onSubmit={send}>
      <Lead>{newPassword.lead}</Lead>
      <PasswordField
        name="newPassword"
        label={newPassword.field}
        hint={rules.hintFor(password)}
        value={password}
        error={problem === null ? null : fieldProblems[problem]}
        required
        autoComplete="new-password"
        onChange={(event) => {
          forgive()
          setPassword(event.target.value)
        }}
      />
      <div className={styles.actions}>
        <Button look="accent" type="submit" isBusy={isBusy}>
          {newPassword.save}
        </Button>
      </div>
    </Form>
  )
}
