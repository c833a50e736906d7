import { formatPrice } from '#shared/i18n/formats.ts'
import { paymentFacts } from '#shared/i18n/payment-facts.ts'
import { packageOf } from '#shared/rules/uses.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { call } from '#web/kit/api/call.ts'
import { readSeller } from '#web/kit/api/seller.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Section } from '#web/kit/components/layout.tsx'
import { useHolderId } from '#web/kit/api/session.ts'
import { formatDate, formatDateTime } from '#web/kit/formats/format.ts'
import { EntryList, Facts } from '#web/kit/components/lists.tsx'
import { usePages } from '#web/kit/api/queries.tsx'
import { InvoiceActions } from './InvoiceChoice.tsx'
import { useDocument } from './use-document.ts'
import { isOpen, isWaiting, type Payment, paymentsKey } from './use-payment.ts'
import type { Messages } from '#shared/i18n/en.ts'
import type { Language } from '#shared/i18n/messages.ts'

/** The payments of the purse, with the state of receipts and refunds. */
export function PaymentsSection() {
  const { payments, uses } = useTexts()
  const { list, outcome, invoice } = payments
  const { language } = useLanguage()
  const holderId = useHolderId() ?? 0
  const pages = usePages({
    queryKey: paymentsKey(holderId),
    fetchPage: (cursor, signal) => call('GET /payments', { query: { limit: 5, ...cursor }, signal }),
  })
  return (
    <Section title={list.title}>
      <EntryList
        pages={pages}
        label={list.title}
        empty={list.empty}
        failed={list.failed}
        more={uses.history.more}
        toEntry={(payment) => ({
          key: payment.id,
          what: packageOf(payment.packageId).name,
          notes: [
            formatDate(payment.createdAt, language),
            ...(isWaiting(payment)
              ? [invoice.waiting(formatDate(payment.validUntil, language))]
              : describePayment(payment, list, language)),
            payment.confirmationURL !== null && <a href={payment.confirmationURL}>{outcome.payNow}</a>,
          ].filter((note) => note !== false),
          amount: formatPrice(payment.amount, language),
          isGain: false,
          ...((!isOpen(payment) || isWaiting(payment)) && {
            inside: <PaymentDetails payment={payment} holderId={holderId} />,
          }),
        })}
      />
    </Section>
  )
}

interface PaymentDetailsProps {
  readonly payment: Payment
  readonly holderId: number
}

/** All about a payment that has ended, or of an invoice, and its file. */
function PaymentDetails({ payment, holderId }: PaymentDetailsProps) {
  const { payments } = useTexts()
  const { details } = payments
  const { language } = useLanguage()
  const { id, state } = payment
  const isPaid = state !== 'canceled'
  const { isPending, mutate: download } = useDocument(id)
  const facts = paymentFacts(payment, {
    texts: payments,
    language,
    formatTime: (instant) => formatDateTime(instant.toISOString(), language),
  })
  const seller = [details.seller, readSeller(language).seller] as const
  return (
    <>
      <Facts facts={isPaid ? [...facts, seller] : facts} />
      {isWaiting(payment) && <InvoiceActions payment={payment} holderId={holderId} />}
      {isPaid && !isWaiting(payment) && (
        <Button size="small" isBusy={isPending} onClick={() => download()}>
          {details.download}
        </Button>
      )}
    </>
  )
}

/** The state of a payment, its receipt and its refund, in words. Only paid orders have a receipt. */
export function describePayment(
  { state, receipt, refund }: Pick<Payment, 'state' | 'receipt' | 'refund'>,
  list: Messages['payments']['list'],
  language: Language,
): readonly string[] {
  const isPaid = state === 'succeeded' || state === 'refunded'
  return [
    list.states[state],
    ...(receipt === null || !isPaid ? [] : [list.receipts[receipt]]),
    ...(refund === null ? [] : [list.refund[refund.state](formatPrice(refund.amount, language))]),
  ]
}
