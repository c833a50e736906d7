import type { Elements } from './elements.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import styles from './states.module.css'
import type { Countdown } from './countdown.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface CountdownLineProps {
  readonly countdown: Countdown
  /** The remaining seconds in words. */
  readonly children: Elements
}

/**
 * What is left of a countdown, or that it has stopped. Both have their room all the time: the press that stops it must not move
 * what was pressed from under the finger.
 */
export function CountdownLine({ countdown: { secondsLeft, announced }, children }: CountdownLineProps) {
  const { countdown } = useTexts().status
  const isStopped = secondsLeft === null
  return (
    <>
      <p className={styles.countdown} aria-hidden="true">
        <span className={isStopped ? styles.gone : styles.left}>{children}</span>
        <span className={isStopped ? styles.left : styles.gone}>{countdown.stopped}</span>
      </p>
      <VisuallyHidden>
        <span role="status">{announced}</span>
      </VisuallyHidden>
    </>
  )
}
