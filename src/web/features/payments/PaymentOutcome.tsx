import { Navigate } from 'react-router'
import { PATHS } from '#shared/paths.ts'
import { PACKAGES } from '#shared/rules/uses.ts'
import { ResultScreen } from '#web/kit/components/ResultScreen.tsx'
import { StatusScreen } from '#web/kit/components/states.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { ReviewSection } from '#web/features/feedback/ReviewSection.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { formatNumber, formatPrice } from '#web/kit/formats/format.ts'
import { PaymentPending } from './PaymentPending.tsx'
import { isOpen, type Payment, usePayment } from './use-payment.ts'
import { Spinner } from '#web/kit/components/Icon.tsx'

interface PaymentOutcomeProps {
  readonly id: string
  readonly page: 'paymentsuccess' | 'paymenterror'
}

/** A payment's state on the server; once it has ended, at the URL of its result. */
export function PaymentOutcome({ id, page }: PaymentOutcomeProps) {
  const { payment, error, retry } = usePayment(id)
  const { outcome } = useTexts().payments
  if (payment === null) {
    if (error === null) return <PaymentAsked />
    if (error.code === 'not_found' || error.code === 'invalid_input') return <UnknownPayment />
    return <Failed isOffline={error.code === 'offline'} onRetry={retry} />
  }
  const rightPage = payment.state === 'canceled' ? 'paymenterror' : 'paymentsuccess'
  if (!isOpen(payment) && page !== rightPage) {
    return (
      <Navigate replace to={{ pathname: PATHS[rightPage], search: `?payment=${encodeURIComponent(id)}` }} />
    )
  }
  switch (payment.state) {
    case 'created':
    case 'pending':
      return <PaymentPending payment={payment} />
    case 'succeeded':
      return <Succeeded payment={payment} />
    case 'refunded':
      return <Refunded payment={payment} />
    case 'canceled':
      return (
        <ResultScreen
          emoji="🚫"
          tab={outcome.title}
          title={outcome.canceled}
          text={`${outcome.reasons[payment.cancelReason ?? 'declined']} ${outcome.nothingCharged}`}
        >
          <ButtonLink to={PATHS.purchase}>{outcome.tryAgain}</ButtonLink>
        </ResultScreen>
      )
  }
}

function Succeeded({ payment: { packageId, settledAt } }: { readonly payment: Payment }) {
  const { outcome } = useTexts().payments
  const { language } = useLanguage()
  const { userData } = useSession()
  const { name } = PACKAGES.find((offered) => offered.packageId === packageId) ?? PACKAGES[0]
  return (
    <ResultScreen
      key={settledAt}
      emoji="🎉"
      tab={outcome.title}
      title={outcome.success}
      text={outcome.successText(name, formatNumber(userData?.userInformation.uses ?? 0, language))}
      below={<ReviewSection />}
    />
  )
}

function Refunded({ payment: { refund, amount } }: { readonly payment: Payment }) {
  const { outcome } = useTexts().payments
  const { language } = useLanguage()
  return (
    <StatusScreen
      tab={outcome.title}
      title={outcome.refunded}
      text={outcome.refundedText(formatPrice(refund?.amount ?? amount, language))}
    >
      <ButtonLink look="ink" to={PATHS.profile}>
        {outcome.toProfile}
      </ButtonLink>
    </StatusScreen>
  )
}

function Failed({ isOffline, onRetry }: { readonly isOffline: boolean; readonly onRetry: () => void }) {
  const { payments, common } = useTexts()
  const { title, failed, failedText } = payments.outcome
  return (
    <StatusScreen role="alert" tab={title} title={failed} text={isOffline ? common.offline : failedText}>
      <Button look="ink" onClick={onRetry}>
        {common.retry}
      </Button>
    </StatusScreen>
  )
}

/** Shown until the server has answered with the payment's state. */
export function PaymentAsked() {
  const { payments, common } = useTexts()
  const { title, asking } = payments.outcome
  return (
    <StatusScreen tab={title} title={asking} text={<Spinner />}>
      <span role="status">{common.loading}</span>
    </StatusScreen>
  )
}

/** Not a payment of this person: says nothing of success or failure. */
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
