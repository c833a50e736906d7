import { PATHS } from '#shared/paths.ts'
import { useTexts } from '#web/app/texts.tsx'
import { useCountdown } from '#web/app/use-countdown.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import styles from './VotePage.module.css'

/** Leads to the start page, unless the person stays. */
export function WayBack() {
  const { feedback, status, common } = useTexts()
  const { backIn } = feedback.vote
  const { secondsLeft, announced, stay } = useCountdown(PATHS.landing, backIn)
  return (
    <div className={styles.back}>
      <p aria-hidden="true">{secondsLeft === null ? status.countdown.stopped : backIn(secondsLeft)}</p>
      <VisuallyHidden>
        <span role="status">{announced}</span>
      </VisuallyHidden>
      <div className={styles.actions}>
        <ButtonLink look="ink" to={PATHS.landing}>
          {common.toHome}
        </ButtonLink>
        {secondsLeft !== null && <Button onClick={stay}>{status.countdown.stay}</Button>}
      </div>
    </div>
  )
}
