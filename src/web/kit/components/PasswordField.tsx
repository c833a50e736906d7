import { type ComponentProps, useState } from 'react'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Field } from './Field.tsx'
import { IconButton } from './IconButton.tsx'

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
