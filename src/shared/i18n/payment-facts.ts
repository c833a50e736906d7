import type { z } from 'zod'
import type { paymentRecord } from '../api/payments.ts'
import { ALLOWANCE, isSubscription, packageOf, paymentNumber } from '../rules/uses.ts'
import type { payments } from './en/payments.ts'
import { formatPrice, hardSpaces, NUMBER_LOCALES } from './formats.ts'
import type { Language, Texts } from './messages.ts'

/** A name and a value, a line. */
export type Fact = readonly [name: string, value: string]

type Payment = z.infer<typeof paymentRecord>
type PaymentTexts = Texts<typeof payments>

interface Reader {
  readonly texts: PaymentTexts
  readonly language: Language
  /** Writes an instant: a page in the browser's time zone, a file in Moscow's, with its name. */
  readonly formatTime: (instant: Date) => string
}

/** What the page and the file say of a payment that has ended. */
export function paymentFacts(payment: Payment, { texts, language, formatTime }: Reader): readonly Fact[] {
  const { details, list, outcome } = texts
  const { settledAt, createdAt, cardEnding, receipt, refund, cancelReason } = payment
  const time = formatTime(new Date(settledAt ?? createdAt))
  const price = (roubles: number) => formatPrice(roubles, language)
  const card: readonly Fact[] = cardEnding === null ? [] : [[details.card, details.cardEnding(cardEnding)]]
  if (payment.state === 'canceled') {
    return [
      [details.number, paymentNumber(payment.id)],
      [details.canceledAt, time],
      ...card,
      [details.reason, outcome.reasons[cancelReason ?? 'declined']],
    ]
  }
  return [
    [details.number, paymentNumber(payment.id)],
    [details.paidAt, time],
    [details.contents, contentsOf(payment, texts, language)],
    [details.amount, price(payment.amount)],
    ...card,
    [details.receipt, details.receipts[receipt ?? 'none']],
    ...(refund === null
      ? []
      : [[details.refund, list.refund[refund.state](price(refund.amount))] satisfies Fact]),
  ]
}

/** `Medium, 50 uses`; `Business, 5 uses a day`. */
function contentsOf({ packageId, uses }: Payment, { shop }: PaymentTexts, language: Language): string {
  const count = isSubscription(packageId) ? ALLOWANCE.uses : uses
  const unit = isSubscription(packageId) ? shop.usesADay(count) : shop.uses(count)
  const written = hardSpaces(new Intl.NumberFormat(NUMBER_LOCALES[language]).format(count))
  return `${packageOf(packageId).name}, ${written} ${unit}`
}
