import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './Form.module.css'

interface FormProps extends Omit<ComponentProps<'form'>, 'className' | 'noValidate'> {
  /** Spacing step between the parts; the fourth by default. */
  readonly gap?: 4 | 5
}

/** A form with its parts in a column. Problems are shown in the page's own words, not the browser's. */
export function Form({ gap = 4, ...rest }: FormProps) {
  return <form {...rest} noValidate className={classNames(styles.form, gap === 5 && styles.wide)} />
}

interface FormActionsProps {
  /** Side of the submit button; the end of the line by default. */
  readonly submitAt?: 'start' | 'end'
  readonly children: ReactNode
}

/** A form's submit button, and a quiet button at the other end. */
export function FormActions({ submitAt = 'end', children }: FormActionsProps) {
  return <div className={classNames(styles.actions, styles[submitAt])}>{children}</div>
}

interface FormProblemProps {
  readonly id?: string
  /** Reserves its space, so that nothing moves when it appears. */
  readonly keepsPlace?: boolean
  readonly children: ReactNode
}

/** What is wrong with a form as a whole. Rendered from the start, so that screen readers announce it. */
export function FormProblem({ id, keepsPlace = false, children }: FormProblemProps) {
  return (
    <p id={id} className={classNames(styles.problem, keepsPlace && styles.kept)} role="alert">
      {children}
    </p>
  )
}
