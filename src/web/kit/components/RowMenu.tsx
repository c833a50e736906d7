import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { Elements } from './elements.ts'
import { Icon } from './Icon.tsx'
import styles from './RowMenu.module.css'

interface RowMenuProps {
  /** Whose menu it is, for screen readers and as a tooltip. */
  readonly label: string
  /** What the opener shows in place of three dots. */
  readonly face?: Elements
  readonly onToggle?: (isOpen: boolean) => void
  /** Links and buttons, each with its words. */
  readonly children: ReactNode
}

/** What can be done with a row, in a menu that the browser closes: at a press elsewhere, at Escape. */
export function RowMenu({ label, face, onToggle, children }: RowMenuProps) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const place = () => {
    const [at, own] = [opener.current?.getBoundingClientRect(), menu.current]
    if (at === undefined || own === null) return
    // In the document, so that it scrolls with its row; towards the side where there is room.
    const { clientWidth } = document.documentElement
    const isLow = at.bottom > window.innerHeight * 0.7
    const isAtStart = at.right < clientWidth / 2
    own.style.insetBlockStart = `${(isLow ? at.top : at.bottom) + window.scrollY}px`
    own.style.translate = isLow ? '0 -100%' : ''
    own.style.insetInlineStart = isAtStart ? `${at.left + window.scrollX}px` : ''
    own.style.insetInlineEnd = isAtStart ? '' : `${clientWidth - at.right - window.scrollX}px`
  }
  useEffect(() => {
    const own = menu.current
    // What is chosen may stay on this page.
    const hide = () => own?.hidePopover()
    own?.addEventListener('click', hide)
    return () => own?.removeEventListener('click', hide)
  }, [])
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={face === undefined ? styles.opener : styles.pill}
        popoverTarget={id}
        aria-label={label}
        title={label}
        onClick={place}
      >
        {face ?? <Icon name="more" />}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className={styles.menu}
        role="group"
        aria-label={label}
        onToggle={({ newState }) => onToggle?.(newState === 'open')}
      >
        {children}
      </div>
    </>
  )
}
