import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import styles from './Button.module.css'
import { Icon, type IconName, Spinner } from './Icon.tsx'
import { classNames } from './class-names.ts'
import type { Elements } from './elements.ts'

interface Look {
  /** `accent` is a screen's main action, `ink` a plain confirmation, `outline` and `quiet` everything else; `text` belongs to words. */
  readonly look?: 'accent' | 'ink' | 'outline' | 'quiet' | 'text'
  readonly size?: 'normal' | 'small'
  readonly icon?: IconName
  readonly isWide?: boolean
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children'>, Look {
  readonly children: string | Elements
  /** Shows a spinner and ignores presses; label and width stay. */
  readonly isBusy?: boolean
}

/** A button with a text. `type` is `button` by default. */
export function Button({
  look,
  size,
  icon,
  isWide,
  isBusy = false,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={lookClass({ look, size, isWide })}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {isBusy ? <Spinner /> : icon !== undefined && <Icon name={icon} />}
      {typeof children === 'string' ? <span>{children}</span> : children}
    </button>
  )
}

interface ButtonLinkProps extends Omit<LinkProps, 'className'>, Look {
  readonly children: ReactNode
}

/** A link that looks like a button, to a page of the product or to a full URL outside it. */
export function ButtonLink({ look, size, icon, isWide, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={lookClass({ look, size, isWide })}>
      {icon !== undefined && <Icon name={icon} />}
      <span>{children}</span>
    </Link>
  )
}

function lookClass({
  look = 'outline',
  size = 'normal',
  isWide = false,
}: { [Key in keyof Look]?: Look[Key] | undefined }) {
  return classNames(styles.button, styles[look], size === 'small' && styles.small, isWide && styles.wide)
}

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
      className={styles.square}
      aria-label={label}
      aria-busy={isBusy || undefined}
    >
      {isBusy ? <Spinner /> : <Icon name={icon} />}
    </button>
  )
}
