import { type ComponentProps, useId } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import styles from './TextArea.module.css'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className' | 'id'> {
  readonly label: string
  /** What is wrong with the value; announced when it appears. */
  readonly error?: string | null
}

/** A field for several lines, with its label; it grows with its text. */
export function TextArea({ label, error = null, ...input }: TextAreaProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        rows={4}
        {...input}
        id={id}
        className={classNames(styles.input, error !== null && styles.wrong)}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : `${id}-error`}
      />
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
