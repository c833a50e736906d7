import { formatPrice } from '#shared/i18n/format-price.ts'
import { PACKAGES } from '#shared/rules/uses.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { call } from '#web/kit/api/call.ts'
import { Section } from '#web/kit/components/layout.tsx'
import type { UserInformation } from '#web/kit/api/session.ts'
import { formatDate } from '#web/kit/formats/format.ts'
import { EntryList } from '#web/kit/components/lists.tsx'
import { usePages } from '#web/kit/api/queries.tsx'
import { type Payment, paymentsKey } from './use-payment.ts'
import type { Messages } from '#shared/i18n/en.ts'
import type { Language } from '#shared/i18n/messages.ts'

/** The person's payments, with the state of receipts and refunds. */
export function PaymentsSection({ person }: { readonly person: UserInformation }) {
  const { payments, uses } = useTexts()
  const { list, outcome } = payments
  const { language } = useLanguage()
  const pages = usePages({
    queryKey: paymentsKey(person.user_id),
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
          what: PACKAGES.find(({ packageId }) => packageId === payment.packageId)?.name ?? '',
          notes: [
            formatDate(payment.createdAt, language),
            ...describePayment(payment, list, language),
            payment.confirmationURL !== null && <a href={payment.confirmationURL}>{outcome.payNow}</a>,
          ].filter((note) => note !== false),
          amount: formatPrice(payment.amount, language),
          isGain: false,
        })}
      />
    </Section>
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
