import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { useTexts } from '#web/app/texts.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { useSecondsUntil } from '#web/ui/use-seconds-until.ts'
import styles from './VotePage.module.css'

const COUNTDOWN_SECONDS = 5

/** Leads to the start page after 5 seconds, unless the person stays; said once, not every second. */
export function WayBack() {
  const { feedback, status, common } = useTexts()
  const navigate = useNavigate()
  const [endsAt, setEndsAt] = useState<number | null>(() => Date.now() + COUNTDOWN_SECONDS * 1000)
  const secondsLeft = useSecondsUntil(endsAt)
  useEffect(() => {
    if (secondsLeft === 0) void navigate(PATHS.landing)
  }, [secondsLeft, navigate])
  return (
    <div className={styles.back}>
      <p aria-hidden="true">
        {secondsLeft === null ? status.countdown.stopped : feedback.vote.backIn(secondsLeft)}
      </p>
      <p role="status" className={styles.announced}>
        {secondsLeft === null ? status.countdown.stopped : feedback.vote.backIn(COUNTDOWN_SECONDS)}
      </p>
      <div className={styles.actions}>
        <ButtonLink look="ink" to={PATHS.landing}>
          {common.toHome}
        </ButtonLink>
        {secondsLeft !== null && <Button onClick={() => setEndsAt(null)}>{status.countdown.stay}</Button>}
      </div>
    </div>
  )
}
