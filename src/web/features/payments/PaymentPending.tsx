import { useState } from 'react'
import { PATHS } from '#shared/paths.ts'
import { StatusScreen } from '#web/kit/components/states.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { ButtonLink } from '#web/kit/components/Button.tsx'
import { Spinner } from '#web/kit/components/Icon.tsx'
import { useSecondsUntil } from '#web/kit/components/countdown.ts'
import styles from './PaymentPending.module.css'
import type { Payment } from './use-payment.ts'

/** After this time, in ms, the answer is unusually late. */
const SLOW_AFTER = 60_000

/** The provider has not confirmed it, or the person left its page: says both, and offers the way back to paying. */
export function PaymentPending({ payment: { confirmationURL } }: { readonly payment: Payment }) {
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
      <span className={styles.spinner}>
        <Spinner />
      </span>
      {confirmationURL !== null && (
        <a className={styles.link} href={confirmationURL}>
          {payNow}
        </a>
      )}
      <ButtonLink to={PATHS.search}>{common.toSearch}</ButtonLink>
    </StatusScreen>
  )
}
