import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './Field.module.css'
import { Icon } from './Icon.tsx'

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
