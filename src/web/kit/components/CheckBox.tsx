import type { ComponentProps, ReactNode } from 'react'
import styles from './CheckBox.module.css'
import { Icon } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

interface CheckBoxProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'children'> {
  /** The label; links in it work as links. */
  readonly children: ReactNode
  /** Shows that the change is being saved. */
  readonly isBusy?: boolean
}

/** A checkbox. The real input lies invisible over the drawn one, so that every input method works. */
export function CheckBox({ children, isBusy = false, ...input }: CheckBoxProps) {
  return (
    <label className={styles.row}>
      <span className={styles.place}>
        <input {...input} type="checkbox" className={styles.input} aria-busy={isBusy || undefined} />
        <span className={styles.box} aria-hidden="true">
          {isBusy ? <Spinner /> : <Icon name="check" size="small" />}
        </span>
      </span>
      <span className={styles.label}>{children}</span>
    </label>
  )
}
