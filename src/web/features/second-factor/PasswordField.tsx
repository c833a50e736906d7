import { type ComponentProps, useState } from 'react'
import { IconButton } from '#web/kit/components/Button.tsx'
import { Field } from '#web/kit/components/forms.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'

interface PasswordFieldProps extends Omit<ComponentProps<typeof Field>, 'label' | 'type'> {
  /** 'Password' by default. */
  readonly label?: string
}

/** A password field whose content can be shown. */
export function PasswordField({ label, trailing, ...props }: PasswordFieldProps) {
  const { accounts } = useTexts()
  const [isShown, setIsShown] = useState(false)
  return (
    <Field
      {...props}
      label={label ?? accounts.password}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <>
          <IconButton
            icon={isShown ? 'eyeOff' : 'eye'}
            label={isShown ? accounts.hidePassword : accounts.showPassword}
            onClick={() => setIsShown(!isShown)}
          />
          {trailing}
        </>
      }
    />
  )
}
