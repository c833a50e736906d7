import { PATHS } from '#shared/paths.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { useCountdown } from '#web/kit/components/use-countdown.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
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
