import { type ComponentProps, useId } from 'react'
import styles from './Switch.module.css'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'role' | 'id'> {
  readonly label: string
  readonly hint?: string
}

/** Turns something on or off immediately. */
export function Switch({ label, hint, ...input }: SwitchProps) {
  const id = useId()
  return (
    <span className={styles.row}>
      <input
        {...input}
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={input.checked}
        className={styles.track}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      <span>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {hint !== undefined && (
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
    </span>
  )
}
