import { mails, paymentTexts } from '#shared/i18n/server-texts.ts'
import { DATE_LOCALES, formatMoscowTime, formatPrice, hardSpaces } from '#shared/i18n/formats.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { ALLOWANCE, isSubscription, packageOf, paymentNumber } from '#shared/rules/uses.ts'
import { type EmailText, renderEmail } from '#server/render-email.ts'

/** Fiscal receipts are in Russian, whatever language the person reads. */
const RECEIPT_LANGUAGE: Language = 'ru'

interface Sale {
  readonly packageId: number
  /** Kopecks. */
  readonly amount: number
}

/** Describes an order: in the person's language for the provider's page, in Russian for the receipt. */
export function describeOrder(
  language: Language,
  packageId: number,
): { readonly description: string; readonly item: string } {
  return {
    description: mails[language].payments.order(contentsOf(language, packageId)),
    item: mails[RECEIPT_LANGUAGE].payments.receipt(contentsOf(RECEIPT_LANGUAGE, packageId)),
  }
}

/** The email after a payment: what was bought and how to use it. @param link the payment's page */
export function thankYouEmail(
  language: Language,
  {
    id,
    packageId,
    amount,
    paidAt,
    link,
    isInvoice,
  }: Sale & {
    readonly id: string
    readonly paidAt: Date
    readonly link: string
    readonly isInvoice: boolean
  },
): EmailText {
  const { payments, reasons } = mails[language]
  const { details } = paymentTexts[language].payments
  return renderEmail({
    language,
    subject: payments.thankYou.subject,
    parts: [
      {
        facts: [
          [details.number, paymentNumber(id)],
          [details.paidAt, formatMoscowTime(paidAt, language)],
          [details.contents, contentsOf(language, packageId)],
          [details.amount, formatPrice(amount / 100, language)],
        ],
      },
      { text: isSubscription(packageId) ? payments.thankYou.byDay : payments.thankYou.noEnd },
      { text: isInvoice ? payments.thankYou.document : payments.thankYou.receipt },
      { button: { label: payments.thankYou.button, link } },
    ],
    reason: reasons.payment,
  })
}

/** The email before a subscription ends. @param lastDate `YYYY-MM-DD` @param link where to renew it */
export function endingEmail(language: Language, lastDate: string, link: string): EmailText {
  const { payments, reasons } = mails[language]
  const options = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  const day = hardSpaces(new Intl.DateTimeFormat(DATE_LOCALES[language], options).format(new Date(lastDate)))
  return renderEmail({
    language,
    subject: payments.ending.subject(day),
    parts: [
      { text: payments.ending.last(day) },
      { text: payments.ending.longer },
      { button: { label: payments.ending.button, link } },
    ],
    reason: reasons.payment,
  })
}

/** The email about a refund. @param id the payment's @param link the payment's page */
export function refundEmail(
  language: Language,
  {
    id,
    packageId,
    amount,
    uses,
    link,
  }: Sale & { readonly id: string; readonly uses: number; readonly link: string },
): EmailText {
  const { payments, reasons } = mails[language]
  const text = payments.refund.returned(contentsOf(language, packageId), formatPrice(amount / 100, language))
  return renderEmail({
    language,
    subject: payments.refund.subject,
    parts: [
      { text },
      { text: payments.refund.taken(uses) },
      { text: payments.refund.time },
      { facts: [[payments.refund.payment, paymentNumber(id)]] },
      { button: { label: payments.thankYou.button, link } },
    ],
    reason: reasons.payment,
  })
}

/** A package and its uses, e.g. `“Medium”, 50 uses`. */
function contentsOf(language: Language, packageId: number): string {
  const { payments } = mails[language]
  const { name, uses } = packageOf(packageId)
  return isSubscription(packageId)
    ? payments.subscription(name, ALLOWANCE.uses, ALLOWANCE.dates)
    : payments.lot(name, uses)
}
