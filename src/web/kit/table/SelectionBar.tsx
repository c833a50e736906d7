import type { ReactNode } from 'react'
import { Line } from '#web/kit/components/layout.tsx'
import styles from './Table.module.css'

interface SelectionBarProps {
  /** What is chosen, or what has been done with it; announced. */
  readonly status: ReactNode
  /** Nothing is chosen: only the announcement is left, unseen. */
  readonly isEmpty: boolean
  /** What can be done with it. */
  readonly children: ReactNode
}

/** What can be done with the chosen rows of a table; sticks to the bottom edge, so that it moves no row. */
export function SelectionBar({ status, isEmpty, children }: SelectionBarProps) {
  return (
    <div ref={isEmpty ? null : reserve} className={isEmpty ? undefined : styles.bar}>
      <span role="status" className={isEmpty ? styles.noCount : styles.count}>
        {status}
      </span>
      {!isEmpty && <Line gap={2}>{children}</Line>}
    </div>
  )
}

/** Gives the styles the bar's height, so that notifications stand above it. */
function reserve(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--bar-taken', `${bar.offsetHeight}px`))
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty('--bar-taken')
  }
}
