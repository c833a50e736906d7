import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { EMAIL_MAX } from '#shared/rules/email.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { classNames } from './class-names.ts'
import styles from './Field.module.css'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'

interface FieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id'> {
  readonly label: string
  readonly hint?: string
  /** What is wrong with the value; announced when it appears. */
  readonly error?: string | null
  /** A control inside the field's right edge, e.g. one that shows a password. */
  readonly trailing?: ReactNode
}

/** A text field with its label, associated with its hint and error. */
export function Field({ label, hint, error = null, trailing, ...input }: FieldProps) {
  const id = useId()
  const describedBy = [hint !== undefined && `${id}-hint`, error !== null && `${id}-error`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <span className={classNames(styles.frame, error !== null && styles.wrong)}>
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={error !== null || undefined}
          aria-describedby={describedBy === '' ? undefined : describedBy}
        />
        {trailing}
      </span>
      {hint !== undefined && (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
      <span id={`${id}-error`} className={styles.error} role="alert">
        {error !== null && (
          <>
            <Icon name="info" size="small" />
            {error}
          </>
        )}
      </span>
    </div>
  )
}

/** A field for an e-mail address. */
export function EmailField(props: FieldProps) {
  return (
    <Field
      {...props}
      // The browser's e-mail field would refuse addresses that the rules accept, and show its own texts.
      type="text"
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={EMAIL_MAX}
    />
  )
}

interface PasswordFieldProps extends Omit<FieldProps, 'label' | 'type'> {
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
