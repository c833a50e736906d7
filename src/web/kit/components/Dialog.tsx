import { useEffect, useId, useRef } from 'react'
import type { Elements } from './elements.ts'
import { classNames } from './class-names.ts'
import styles from './Dialog.module.css'
import { IconButton } from './Button.tsx'
import { usePresence } from './motion.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

const LEAVING_MS = 200

interface DialogProps {
  readonly title: string
  readonly closeLabel: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** In the middle of the window (the default), or sliding in from its side or its bottom edge. */
  readonly place?: 'middle' | 'side' | 'bottom'
  /** The content shows its title itself. */
  readonly isTitleHidden?: boolean
  readonly children: Elements
}

/** A modal dialog; the browser traps the focus and returns it on closing. Escape and a press outside close it. */
export function Dialog({
  title,
  closeLabel,
  isOpen,
  onClose,
  place = 'middle',
  isTitleHidden = false,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  /** Whether its owner was told already; they may close it later, as a step back in the history does. */
  const hasLeft = useRef(false)
  const titleId = useId()
  // The content stays mounted while the dialog leaves, and is created again the next time.
  const presence = usePresence(isOpen, LEAVING_MS)
  useEffect(() => {
    const element = dialog.current
    if (element === null || element.open === isOpen) return
    if (!isOpen) return element.close()
    hasLeft.current = false
    element.showModal()
    if (focusField(element)) return
    // Content that is still being fetched brings its first field later; a focus that was moved until then stays.
    const held = document.activeElement
    const observer = new MutationObserver(() => {
      if (document.activeElement !== held || focusField(element)) observer.disconnect()
    })
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [isOpen])
  // The browser tells that it has closed a dialog in a later task: a press that opens it again must not come between.
  const leave = () => {
    hasLeft.current = true
    dialog.current?.close()
    onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, place !== 'middle' && styles[place])}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        leave()
      }}
      // Of a second Escape, browsers let no page decide.
      onClose={(event) => {
        const isOwn = event.target === event.currentTarget && !event.currentTarget.open
        if (isOwn && isOpen && !hasLeft.current) onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) leave()
      }}
    >
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {isTitleHidden ? <VisuallyHidden>{title}</VisuallyHidden> : title}
          </h2>
          <IconButton icon="cross" label={closeLabel} onClick={leave} />
        </div>
        {presence !== 'absent' && children}
      </div>
    </dialog>
  )
}

/** The browser would focus the close button first. Of a group of choices the chosen one is its stop. */
function focusField(dialog: HTMLDialogElement): boolean {
  const field = dialog.querySelector<HTMLInputElement>('input:not([type="radio"]), input:checked')
  field?.focus()
  return field !== null
}
