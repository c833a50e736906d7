import type { ReactNode } from 'react'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from './Button.tsx'
import { Drawing } from './Drawing.tsx'
import { type DrawingName, DRAWINGS } from './drawings.ts'
import styles from './states.module.css'

interface SkeletonProps {
  /** CSS length or percentage. */
  readonly width?: string
  readonly height?: string
}

/** Shimmering placeholder of content that is loading; as high as a line inside text. */
export function Skeleton({ width = '100%', height = '1em' }: SkeletonProps) {
  return (
    <span className={styles.skeleton} style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />
  )
}

/** Stands where a number will: a placeholder without a style of its own element, which a page that is built must not have. */
export function Waiting() {
  return <span className={styles.waiting} aria-hidden="true" />
}

interface EmptyStateProps {
  readonly drawing: DrawingName
  /** Inside a section of a page, not in place of its content. */
  readonly isSmall?: boolean
  readonly title: string
  readonly text?: ReactNode
  /** What the person can do: buttons or links. */
  readonly children?: ReactNode
  readonly role?: 'alert' | 'status'
}

/** Takes the place of a list that is empty, has no matches or could not be loaded. */
export function EmptyState({ drawing, isSmall = false, title, text, children, role }: EmptyStateProps) {
  return (
    <div className={styles.empty} role={role}>
      <Drawing shape={DRAWINGS[drawing]} isSmall={isSmall} />
      <div className={styles.situation}>
        <p className={styles.title}>{title}</p>
        {text !== undefined && <p className={styles.text}>{text}</p>}
        {children !== undefined && <div className={styles.actions}>{children}</div>}
      </div>
    </div>
  )
}

interface LoadFailureProps {
  /** The reason; a lost connection replaces the title. */
  readonly code?: string | null
  readonly title: string
  readonly text?: string
  readonly onRetry: () => void
}

/** Takes the place of a list that could not be loaded. */
export function LoadFailure({ code, title, text, onRetry }: LoadFailureProps) {
  const { common } = useTexts()
  const isOffline = code === 'offline'
  return (
    <EmptyState
      drawing={isOffline ? 'unplugged' : 'torn'}
      isSmall
      title={isOffline ? common.offline : title}
      text={text}
      role="alert"
    >
      <Button onClick={onRetry}>{common.retry}</Button>
    </EmptyState>
  )
}
