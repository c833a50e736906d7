import { StatusScreen } from '#web/app/StatusScreen.tsx'
import { useTexts } from '#web/app/texts.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

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
