import type { ComponentProps } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import styles from './IconButton.module.css'
import { Spinner } from './Spinner.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> {
  readonly icon: IconName
  /** What the button does, for screen readers and as a tooltip. */
  readonly label: string
  /** Shows a spinner in the icon's place. */
  readonly isBusy?: boolean
}

/** A square button with only an icon. */
export function IconButton({ icon, label, isBusy = false, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      className={styles.button}
      aria-label={label}
      aria-busy={isBusy || undefined}
    >
      {isBusy ? <Spinner /> : <Icon name={icon} />}
    </button>
  )
}
