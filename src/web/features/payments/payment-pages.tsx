import { useSearchParams } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { Queries } from '#web/kit/api/queries.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { StatusScreen } from '#web/kit/components/states.tsx'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { useLeavingState } from '#web/kit/links/location-state.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { PaymentAsked, PaymentOutcome, UnknownPayment } from './PaymentOutcome.tsx'

/** The URL of payments that succeeded. */
export function PaymentSuccessPage() {
  return <PaymentScreen page="paymentsuccess" />
}

/** The URL of payments that failed. */
export function PaymentErrorPage() {
  return <PaymentScreen page="paymenterror" />
}

interface PaymentScreenProps {
  readonly page: 'paymentsuccess' | 'paymenterror'
}

/** Where the provider sends people back to. It shows the payment's state on the server, whatever the URL says. */
export function PaymentScreen({ page }: PaymentScreenProps) {
  const { outcome } = useTexts().payments
  const [query] = useSearchParams()
  const id = query.get('payment')
  const { status } = useSession()
  return (
    <Queries>
      <PageHead title={outcome.title} page={page} />
      {id === null ? (
        <UnknownPayment />
      ) : status === 'out' ? (
        <LogInPrompt />
      ) : status === 'restoring' ? (
        <PaymentAsked />
      ) : (
        <PaymentOutcome id={id} page={page} />
      )}
    </Queries>
  )
}

function LogInPrompt() {
  const { payments, reveals, common } = useTexts()
  const leaving = useLeavingState()
  return (
    <StatusScreen tab={payments.outcome.title} title={reveals.logInFirst} text={payments.outcome.logInText}>
      <ButtonLink look="ink" to={PATHS.authorization} state={leaving}>
        {common.logIn}
      </ButtonLink>
    </StatusScreen>
  )
}
