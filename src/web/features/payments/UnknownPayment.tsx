import { PATHS } from '#shared/paths.ts'
import { StatusScreen } from '#web/app/StatusScreen.tsx'
import { useTexts } from '#web/app/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'

/** No payment of this person: nothing is said of success or failure. */
export function UnknownPayment() {
  const { outcome } = useTexts().payments
  return (
    <StatusScreen tab={outcome.title} title={outcome.unknown} text={outcome.unknownText}>
      <ButtonLink look="ink" to={PATHS.profile}>
        {outcome.toProfile}
      </ButtonLink>
    </StatusScreen>
  )
}
