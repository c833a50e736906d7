import { type FormEvent, useState } from 'react'
import { Button } from '#web/kit/components/Button.tsx'
import type { Elements } from '#web/kit/components/elements.ts'
import { Form } from '#web/kit/components/forms.tsx'
import { Actions } from '#web/kit/components/layout.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { PasswordField } from './PasswordField.tsx'

interface PasswordFormProps {
  /** What stands above the field. */
  readonly children?: Elements
  /** What the button that goes on says. */
  readonly button: string
  /** Without it there is no field, and `onConfirm` gets null. */
  readonly isPasswordNeeded?: boolean
  readonly isBusy: boolean
  readonly onConfirm: (password: string | null) => void
  readonly onLeave: () => void
}

/** Confirms something by the password, where it is needed. */
export function PasswordForm({
  children,
  button,
  isPasswordNeeded = true,
  isBusy,
  onConfirm,
  onLeave,
}: PasswordFormProps) {
  const { fieldProblems, secondFactor } = useTexts()
  const [password, setPassword] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const lacksPassword = isPasswordNeeded && password.trim() === ''
    setIsMissing(lacksPassword)
    if (!lacksPassword) onConfirm(isPasswordNeeded ? password : null)
  }
  return (
    <Form onSubmit={submit}>
      {children}
      {isPasswordNeeded && (
        <PasswordField
          name="password"
          value={password}
          error={isMissing ? fieldProblems.required : null}
          required
          autoComplete="current-password"
          onChange={(event) => {
            setIsMissing(false)
            setPassword(event.target.value)
          }}
        />
      )}
      <Actions isAtEnd>
        <Button onClick={onLeave}>{secondFactor.confirm.keep}</Button>
        <Button look="ink" type="submit" isBusy={isBusy}>
          {button}
        </Button>
      </Actions>
    </Form>
  )
}
