import type { ComponentProps } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import styles from './IconButton.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> {
  readonly icon: IconName
  /** What it does, for screen readers and as a hint on hover. */
  readonly label: string
}

/** A square button with an icon alone. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" title={label} {...rest} className={styles.button} aria-label={label}>
      <Icon name={icon} />
    </button>
  )
}
