import { Button } from '#web/kit/components/Button.tsx'
import type { Elements } from '#web/kit/components/elements.ts'
import { Form } from '#web/kit/components/forms.tsx'
import { Actions } from '#web/kit/components/layout.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { PasswordField } from './PasswordField.tsx'
import { isMissing, useForm } from '#web/kit/components/use-form.ts'

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
  const { secondFactor } = useTexts()
  const { form, field } = useForm({
    initial: { password: '' },
    rules: { password: (typed) => (isPasswordNeeded ? isMissing(typed) : null) },
    isBusy,
    onSubmit: ({ password }) => onConfirm(isPasswordNeeded ? password : null),
  })
  return (
    <Form {...form}>
      {children}
      {isPasswordNeeded && <PasswordField {...field('password')} autoComplete="current-password" />}
      <Actions isAtEnd>
        <Button onClick={onLeave}>{secondFactor.confirm.keep}</Button>
        <Button look="ink" type="submit" isBusy={isBusy}>
          {button}
        </Button>
      </Actions>
    </Form>
  )
}
