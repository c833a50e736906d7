import { StatusScreen } from '#web/kit/components/StatusScreen.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Spinner } from '#web/kit/components/Spinner.tsx'

/** Until the server has said how the payment stands. */
export function PaymentAsked() {
  const { payments, common } = useTexts()
  const { title, asking } = payments.outcome
  return (
    <StatusScreen tab={title} title={asking} text={<Spinner />}>
      <span role="status">{common.loading}</span>
    </StatusScreen>
  )
}
