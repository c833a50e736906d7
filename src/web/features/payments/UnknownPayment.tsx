import { PATHS } from '#shared/paths.ts'
import { StatusScreen } from '#web/kit/components/StatusScreen.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { ButtonLink } from '#web/kit/components/Button.tsx'

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
