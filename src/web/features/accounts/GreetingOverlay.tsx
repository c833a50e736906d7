import { useEffect, useId, useRef } from 'react'
import { useTexts } from '#web/kit/texts/texts.tsx'
import styles from './GreetingOverlay.module.css'

/** What the overlay says, and to whom. */
export interface Greeting {
  readonly kind: 'welcome' | 'goodbye'
  readonly username: string
}

/** Covers the page during login and logout. */
export function GreetingOverlay({ kind, username }: Greeting) {
  const { overlay } = useTexts().accounts
  const dialog = useRef<HTMLDialogElement>(null)
  const textId = useId()
  // A modal dialog, so that nothing under it can be reached meanwhile.
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className={styles.overlay}
      aria-labelledby={textId}
      onCancel={(event) => event.preventDefault()}
    >
      <p id={textId} className={styles.text}>
        <strong className={styles.greeting}>{overlay[kind](username)}</strong>
        <span className={styles.redirecting}>{overlay.redirecting}</span>
      </p>
      <span className={styles.line} aria-hidden="true" />
    </dialog>
  )
}
