import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './layout.module.css'

interface StackProps extends Omit<ComponentProps<'div'>, 'className'> {
  /** Spacing step between them. */
  readonly gap: 1 | 2 | 3 | 4 | 5 | 6
}

/** Content in a column. */
export function Stack({ gap, ...rest }: StackProps) {
  return <div {...rest} className={classNames(styles.stack, styles[`gap${gap}`])} />
}

interface ActionsProps extends Omit<ComponentProps<'div'>, 'className'> {
  /** At the end of the line, as at the bottom of a dialog. */
  readonly isAtEnd?: boolean
}

/** Buttons and links side by side. */
export function Actions({ isAtEnd = false, ...rest }: ActionsProps) {
  return <div {...rest} className={classNames(styles.actions, isAtEnd && styles.end)} />
}

type TextProps = Omit<ComponentProps<'p'>, 'className'>

/** An introductory text, less prominent than what follows. */
export function Lead(props: TextProps) {
  return <p {...props} className={styles.lead} />
}

/** An accompanying text, less prominent and smaller. */
export function Note(props: TextProps) {
  return <p {...props} className={classNames(styles.lead, styles.note)} />
}

/** The smaller heading of a form or a part of a page. */
export function Heading(props: Omit<ComponentProps<'h2'>, 'className'>) {
  // oxlint-disable-next-line jsx-a11y/heading-has-content
  return <h2 {...props} className={styles.heading} />
}

interface TabHeadingProps {
  readonly level: 1 | 2
  readonly id?: string
  readonly children: ReactNode
}

/** A heading on a card's tab, in the tab's style. */
export function TabHeading({ level, ...rest }: TabHeadingProps) {
  const Level = `h${level}` as const
  return <Level {...rest} className={styles.tab} />
}
