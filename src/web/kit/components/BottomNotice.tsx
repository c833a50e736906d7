import type { ReactNode } from 'react'
import type { Elements } from './elements.ts'
import styles from './BottomNotice.module.css'
import { classNames } from './class-names.ts'

/** So long it takes to leave. */
export const NOTICE_LEAVING_MS = 300

interface BottomNoticeProps {
  readonly label: string
  readonly isLeaving?: boolean
  /** On a phone it covers nothing: it is at the end of the page. */
  readonly isCalm?: boolean
  readonly text: ReactNode
  /** The button that ends it. */
  readonly children: Elements
}

/** A notice in the corner of every page, which moves nothing on it. There is one at most. */
export function BottomNotice({
  label,
  isLeaving = false,
  isCalm = false,
  text,
  children,
}: BottomNoticeProps) {
  return (
    <section
      // At once when it leaves: what moves only with its end would move under a finger.
      ref={isLeaving ? null : reserveBottom}
      className={classNames(styles.notice, isCalm && styles.calm, isLeaving && styles.leaving)}
      aria-label={label}
    >
      <p className={styles.text}>{text}</p>
      {children}
    </section>
  )
}

/** Gives the styles the notice's height, so that other elements at the bottom edge move up. */
function reserveBottom(notice: HTMLElement | null): (() => void) | undefined {
  if (notice === null) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    const { position, bottom } = getComputedStyle(notice)
    if (notice.offsetHeight === 0 || position === 'static') return void style.removeProperty('--bottom-taken')
    const edge = Number.parseFloat(bottom)
    style.setProperty('--bottom-taken', `${notice.offsetHeight + edge}px`)
  })
  observer.observe(notice)
  return () => {
    observer.disconnect()
    style.removeProperty('--bottom-taken')
  }
}
