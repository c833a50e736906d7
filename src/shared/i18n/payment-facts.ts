import type { z } from 'zod'
import type { paymentRecord } from '../api/payments.ts'
import type { Company } from '../rules/company.ts'
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

/** What the page and the file say of a payment that has ended, and the page of an open invoice. */
export function paymentFacts(payment: Payment, { texts, language, formatTime }: Reader): readonly Fact[] {
  const { details, list, outcome, invoice } = texts
  const { settledAt, createdAt, cardEnding, receipt, refund, cancelReason } = payment
  const time = formatTime(new Date(settledAt ?? createdAt))
  const price = (roubles: number) => formatPrice(roubles, language)
  const card: readonly Fact[] = cardEnding === null ? [] : [[details.card, details.cardEnding(cardEnding)]]
  if (payment.state === 'pending') {
    return [
      [details.number, paymentNumber(payment.id)],
      [invoice.issued, time],
      [details.contents, contentsOf(payment, texts, language)],
      [details.amount, price(payment.amount)],
    ]
  }
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
    payment.validUntil === null
      ? [details.receipt, details.receipts[receipt ?? 'none']]
      : [details.method, details.transfer],
    ...(refund === null
      ? []
      : [[details.refund, list.refund[refund.state](price(refund.amount))] satisfies Fact]),
  ]
}

/** `Medium, 50 uses`; `Business, 5 uses a day`. */
export function contentsOf(
  { packageId, uses }: Pick<Payment, 'packageId' | 'uses'>,
  { shop }: PaymentTexts,
  language: Language,
): string {
  const count = isSubscription(packageId) ? ALLOWANCE.uses : uses
  const unit = isSubscription(packageId) ? shop.usesADay(count) : shop.uses(count)
  const written = hardSpaces(new Intl.NumberFormat(NUMBER_LOCALES[language]).format(count))
  return `${packageOf(packageId).name}, ${written} ${unit}`
}

/** A company in one line: name, tax numbers, address, and the country unless it is Russia. */
export function describeBuyer(
  { name, country, inn, kpp, vatNumber, address }: Company,
  { company }: PaymentTexts,
  language: Language,
): string {
  const parts = [
    name,
    inn === null ? null : `${company.inn} ${inn}`,
    kpp === null ? null : `${company.kpp} ${kpp}`,
    vatNumber === null ? null : `${company.vatShort} ${vatNumber}`,
    address,
    country === 'RU' ? null : new Intl.DisplayNames(language, { type: 'region' }).of(country),
  ]
  return parts.filter((part) => part !== null).join(', ')
}

/** The rates of the provider's VAT codes, in percent; code 1 is without VAT. */
const VAT_RATES: Readonly<Record<number, number>> = {
  2: 0,
  3: 10,
  4: 20,
  5: 10,
  6: 20,
  7: 5,
  8: 7,
  9: 5,
  10: 7,
  11: 22,
  12: 22,
}

/** What a price in roubles contains of VAT, as configured; nothing where that is not set. */
export function vatFact(
  code: number | null,
  price: number,
  { texts: { details }, language }: Pick<Reader, 'texts' | 'language'>,
): readonly Fact[] {
  if (code === null) return []
  const rate = VAT_RATES[code]
  if (rate === undefined) return [[details.vat, details.withoutVat]]
  const part = Math.round((price * 100 * rate) / (100 + rate)) / 100
  return [[details.vat, details.vatPart(`${rate}`, formatPrice(part, language))]]
}
