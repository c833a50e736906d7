import { Links } from '#web/kit/components/layout.tsx'
import { Navigate, useSearchParams } from 'react-router'
import { formatPrice } from '#shared/i18n/formats.ts'
import { PATHS } from '#shared/paths.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { Queries } from '#web/kit/api/queries.tsx'
import { StatusScreen } from '#web/kit/components/StatusScreen.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { Button, ButtonLink } from '#web/kit/components/Button.tsx'
import { packageOf } from '#shared/rules/uses.ts'
import { lastPlace, useLeavingState } from '#web/kit/links/location-state.ts'
import { ResultScreen } from '#web/kit/components/ResultScreen.tsx'
import { ReviewSection } from '#web/features/feedback/ReviewSection.tsx'
import { formatDate, formatNumber } from '#web/kit/formats/format.ts'
import { usePay } from './use-pay.tsx'
import { isOpen, isWaiting, type Payment, usePayment } from './use-payment.ts'
import { Spinner } from '#web/kit/components/Icon.tsx'
import { useState } from 'react'
import { useSecondsUntil } from '#web/kit/components/countdown.ts'

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
function PaymentScreen({ page }: PaymentScreenProps) {
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

interface PaymentOutcomeProps extends PaymentScreenProps {
  readonly id: string
}

/** A payment's state on the server; once it has ended, at the URL of its result. */
function PaymentOutcome({ id, page }: PaymentOutcomeProps) {
  const { payment, error, retry } = usePayment(id)
  if (payment === null) {
    if (error === null) return <PaymentAsked />
    if (error.code === 'not_found' || error.code === 'invalid_input') return <UnknownPayment />
    return <Failed isOffline={error.code === 'offline'} onRetry={retry} />
  }
  // Nothing comes of it within seconds.
  if (isWaiting(payment)) return <Navigate replace to={PATHS.profile} />
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
      return <Canceled payment={payment} />
  }
}

/** Why it failed, and the same order again with one press. */
function Canceled({ payment: { packageId, cancelReason } }: { readonly payment: Payment }) {
  const { outcome } = useTexts().payments
  const { payingId, pay } = usePay()
  const [place] = useState(lastPlace)
  const ordered = packageOf(packageId)
  return (
    <ResultScreen
      emoji="🚫"
      tab={outcome.title}
      title={outcome.canceled}
      text={`${outcome.reasons[cancelReason ?? 'declined']} ${outcome.nothingCharged}`}
      to={place}
      first={
        <Button look="accent" isBusy={payingId !== null} onClick={() => pay(ordered.packageId)}>
          {outcome.tryAgain(ordered.name)}
        </Button>
      }
    >
      <ButtonLink to={PATHS.purchase}>{outcome.otherPackage}</ButtonLink>
    </ResultScreen>
  )
}

/** After this time, in ms, the answer is unusually late. */
const SLOW_AFTER = 60_000

/** The provider has not confirmed it, or the person left its page: says both, and offers the way back to paying. */
function PaymentPending({ payment: { confirmationURL } }: { readonly payment: Payment }) {
  const { payments, common } = useTexts()
  const [slowAt] = useState(() => Date.now() + SLOW_AFTER)
  const isSlow = useSecondsUntil(slowAt) === 0
  const { title, pending, pendingText, stillPending, payNow } = payments.outcome
  return (
    <StatusScreen
      tab={title}
      title={pending}
      text={<span role="status">{isSlow ? stillPending : pendingText}</span>}
    >
      <Spinner />
      {confirmationURL !== null && (
        <Links>
          <li>
            <a href={confirmationURL}>{payNow}</a>
          </li>
        </Links>
      )}
      <ButtonLink to={PATHS.search}>{common.toSearch}</ButtonLink>
    </StatusScreen>
  )
}

/** How long, in ms, a credit is news, and the way leads on to the search. The email's link is opened later, too. */
const NEWS_FOR = 10 * 60_000

/** Contacts after which a person can say something about the service. */
const REVIEW_FROM = 3

function Succeeded({ payment: { packageId, amount, settledAt } }: { readonly payment: Payment }) {
  const { outcome } = useTexts().payments
  const { language } = useLanguage()
  const { userData } = useSession()
  const [openedAt] = useState(Date.now)
  const [place] = useState(lastPlace)
  const { name } = packageOf(packageId)
  const uses = userData?.userInformation.uses ?? 0
  const opened = userData?.channels.length ?? 0
  if (settledAt !== null && openedAt - Date.parse(settledAt) > NEWS_FOR) {
    return (
      <StatusScreen
        tab={outcome.title}
        title={outcome.success}
        text={`${name}, ${formatPrice(amount, language)}, ${formatDate(settledAt, language)}`}
      >
        <ButtonLink look="ink" to={PATHS.profile}>
          {outcome.toReceipt}
        </ButtonLink>
      </StatusScreen>
    )
  }
  return (
    <ResultScreen
      key={settledAt}
      emoji="🎉"
      tab={outcome.title}
      title={outcome.success}
      text={outcome.successText(name, uses, formatNumber(uses, language))}
      to={place}
      below={opened >= REVIEW_FROM ? <ReviewSection /> : undefined}
    >
      <ButtonLink to={PATHS.profile}>{outcome.toReceipt}</ButtonLink>
    </ResultScreen>
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
function PaymentAsked() {
  const { payments, common } = useTexts()
  const { title, asking } = payments.outcome
  return (
    <StatusScreen tab={title} title={asking} text={<Spinner />}>
      <span role="status">{common.loading}</span>
    </StatusScreen>
  )
}

/** Not a payment of this person: says nothing of success or failure. */
function UnknownPayment() {
  const { outcome } = useTexts().payments
  return (
    <StatusScreen tab={outcome.title} title={outcome.unknown} text={outcome.unknownText}>
      <ButtonLink look="ink" to={PATHS.profile}>
        {outcome.toProfile}
      </ButtonLink>
    </StatusScreen>
  )
}
