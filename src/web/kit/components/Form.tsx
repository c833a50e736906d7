import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './Form.module.css'

interface FormProps extends Omit<ComponentProps<'form'>, 'className' | 'noValidate'> {
  /** Which of the spaces stands between its parts; the fourth unless told. */
  readonly gap?: 4 | 5
}

/** A form, its parts one under the other. What is wrong is said in the page's words, not in the browser's. */
export function Form({ gap = 4, ...rest }: FormProps) {
  return <form {...rest} noValidate className={classNames(styles.form, gap === 5 && styles.wide)} />
}

interface FormActionsProps {
  /** Which end the button that sends it stands at; the end of the line unless told. */
  readonly submitAt?: 'start' | 'end'
  readonly children: ReactNode
}

/** The button that sends a form, and a quiet one at the other end. */
export function FormActions({ submitAt = 'end', children }: FormActionsProps) {
  return <div className={classNames(styles.actions, styles[submitAt])}>{children}</div>
}

interface FormProblemProps {
  readonly id?: string
  /** Nothing moves when it comes. */
  readonly keepsPlace?: boolean
  readonly children: ReactNode
}

/** What a form lacks as a whole. Stands there from the first moment, so that it is read aloud. */
export function FormProblem({ id, keepsPlace = false, children }: FormProblemProps) {
  return (
    <p id={id} className={classNames(styles.problem, keepsPlace && styles.kept)} role="alert">
      {children}
    </p>
  )
}
