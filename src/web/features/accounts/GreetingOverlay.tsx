import { useEffect, useId, useRef } from 'react'
import { useTexts } from '#web/app/texts.tsx'
import { type Greeting, useGreeting } from './greeting.ts'
import styles from './GreetingOverlay.module.css'

/** Covers the page while a person comes in or leaves. Stands once in the page. */
export function GreetingOverlay() {
  const greeting = useGreeting()
  return greeting === null ? null : <Overlay {...greeting} />
}

function Overlay({ kind, username }: Greeting) {
  const { overlay } = useTexts().accounts
  const dialog = useRef<HTMLDialogElement>(null)
  const textId = useId()
  // A modal dialog, so that nothing under it is reached meanwhile.
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
