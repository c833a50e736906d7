import { type ChangeEvent, type ComponentProps, type ReactNode, type Ref, useId, useRef } from 'react'
import { EMAIL_MAX } from '#shared/rules/email.ts'
import { useTypedEarly } from '#web/kit/texts/hydration.tsx'
import type { Elements } from './elements.ts'
import { Icon, Spinner } from './Icon.tsx'
import { classNames } from './class-names.ts'
import styles from './forms.module.css'

interface FormProps extends Omit<ComponentProps<'form'>, 'className' | 'method' | 'noValidate'> {
  /** Spacing step between the parts; the fourth by default. */
  readonly gap?: 4 | 5
}

/** A form with its parts in a column. Problems are shown in the page's own words, not the browser's. */
export function Form({ gap = 4, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      // Outside of dialogs browsers then submit nothing by themselves: without script no input gets into an address.
      method="dialog"
      noValidate
      className={classNames(styles.form, gap === 5 && styles.wide)}
    />
  )
}

interface FormActionsProps {
  /** Side of the submit button, both at the start, or the submit button alone; the end of the line by default. */
  readonly submitAt?: 'start' | 'end' | 'together' | 'alone'
  readonly children: ReactNode
}

/** A form's submit button, and a quiet button at the other end. */
export function FormActions({ submitAt = 'end', children }: FormActionsProps) {
  return <div className={classNames(styles.actions, styles[submitAt])}>{children}</div>
}

/** A field with its button beside it, on a phone below it. */
export function FieldLine({ children }: { readonly children: Elements }) {
  return <div className={styles.fieldLine}>{children}</div>
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

interface FieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id' | 'ref'> {
  readonly label: string
  readonly hint?: string
  /** What is wrong with the value; announced when it appears. */
  readonly error?: string | null
  /** A control inside the field's right edge, e.g. one that shows a password. */
  readonly trailing?: Elements
}

/** A text field with its label, associated with its hint and error. */
export function Field({ label, hint, error = null, trailing, ...input }: FieldProps) {
  const id = useId()
  const ref = useRef<HTMLInputElement>(null)
  useTypedEarly(ref, (target) => input.onChange?.({ target } as ChangeEvent<HTMLInputElement>))
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
          ref={ref}
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
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

/** A field for an e-mail address. */
export function EmailField(props: FieldProps) {
  return (
    <Field
      {...props}
      // The browser's e-mail field would refuse addresses that the rules accept, and show its own texts.
      type="text"
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={EMAIL_MAX}
    />
  )
}

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className' | 'id' | 'ref'> {
  readonly label: string
  /** It grows less. */
  readonly isShort?: boolean
  /** What is wrong with the value; announced when it appears. */
  readonly error?: string | null
}

/** A field for several lines, with its label; it grows with its text. */
export function TextArea({ label, isShort = false, error = null, ...input }: TextAreaProps) {
  const id = useId()
  const ref = useRef<HTMLTextAreaElement>(null)
  useTypedEarly(ref, (target) => input.onChange?.({ target } as ChangeEvent<HTMLTextAreaElement>))
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        rows={4}
        {...input}
        ref={ref}
        id={id}
        className={classNames(styles.area, isShort && styles.short, error !== null && styles.wrong)}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : `${id}-error`}
      />
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

interface FieldErrorProps {
  readonly id: string
  readonly error: string | null
}

function FieldError({ id, error }: FieldErrorProps) {
  return (
    <span id={id} className={styles.error} role="alert">
      {error !== null && (
        <>
          <Icon name="problem" size="small" />
          <span>{error}</span>
        </>
      )}
    </span>
  )
}

interface SelectProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly text: string }[]
  readonly onChange: (value: T) => void
}

/** A choice of one out of a few options, with its label before it. */
export function Select<T extends string>({ label, value, options, onChange }: SelectProps<T>) {
  const id = useId()
  return (
    <span className={styles.select}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.choice}>
        <select
          id={id}
          style={{ '--letters': Math.max(...options.map(({ text }) => text.length)) }}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value)
            if (chosen !== undefined) onChange(chosen.value)
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
        <Icon name="down" size="small" />
      </span>
    </span>
  )
}

interface SegmentsProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly text: string; readonly count?: string }[]
  readonly onChange: (value: T) => void
  /** Beside small buttons. */
  readonly isSmall?: boolean
}

/** A choice of one out of a few that stand side by side, each with its count if it has one. */
export function Segments<T extends string>(props: SegmentsProps<T>) {
  const { label, value, options, onChange, isSmall = false } = props
  return (
    <div
      className={classNames(styles.segments, isSmall && styles.smallSegments)}
      role="group"
      aria-label={label}
    >
      {options.map(({ value: own, text, count }) => (
        <button key={own} type="button" aria-pressed={own === value} onClick={() => onChange(own)}>
          {count === undefined ? (
            text
          ) : (
            <>
              <span>{`${text} `}</span>
              <span>{count}</span>
            </>
          )}
        </button>
      ))}
    </div>
  )
}

interface InlineLabelProps {
  readonly text: string
  /** The field. */
  readonly children: Elements
}

/** A small field's label, before it. */
export function InlineLabel({ text, children }: InlineLabelProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control
    <label className={styles.inlineLabel}>
      <span>{text}</span>
      {children}
    </label>
  )
}

interface SmallInputProps extends Omit<ComponentProps<'input'>, 'className'> {
  readonly ref?: Ref<HTMLInputElement>
}

/** A field among filters; what it is for stands beside it. */
export function SmallInput(props: SmallInputProps) {
  return <input {...props} className={styles.smallInput} />
}

interface CheckBoxProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'children'> {
  /** The label; links in it work as links. */
  readonly children: ReactNode
  /** Shows that the change is being saved. */
  readonly isBusy?: boolean
  /** Stands for several, of which only some are chosen. */
  readonly isMixed?: boolean
}

/** A checkbox. The real input lies invisible over the drawn one, so that every input method works. */
export function CheckBox({ children, isBusy = false, isMixed = false, ...input }: CheckBoxProps) {
  return (
    <label className={styles.check}>
      <span className={styles.checkPlace}>
        <input
          {...input}
          ref={(element) => {
            // There is no attribute for it.
            if (element !== null) element.indeterminate = isMixed
          }}
          type="checkbox"
          className={styles.checkInput}
          aria-busy={isBusy || undefined}
        />
        <span className={styles.checkBox} aria-hidden="true">
          {isBusy ? <Spinner /> : <Icon name={isMixed ? 'minus' : 'check'} size="small" />}
        </span>
      </span>
      <span className={styles.checkLabel}>{children}</span>
    </label>
  )
}

interface SwitchProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'role' | 'id'> {
  readonly label: string
  readonly hint?: string
}

/** Turns something on or off immediately. */
export function Switch({ label, hint, ...input }: SwitchProps) {
  const id = useId()
  return (
    <span className={styles.switch}>
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
