import { buffer } from 'node:stream/consumers'
import { formatPrice } from '#shared/i18n/formats.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { paymentTexts } from '#shared/i18n/server-texts.ts'
import { describeSeller } from '#shared/legal/seller.ts'
import { paymentNumber } from '#shared/rules/uses.ts'
import type { App } from '#server/app.ts'
import type { AnsweredFile } from '#server/feature.ts'
import { Refusal } from '#server/refusal.ts'
import { contentsOf, formatPaidAt } from './payments.mails.ts'
import { findPayment, type PaymentRecord } from './payments.sql.ts'
import { readPayment } from './settlement.sql.ts'
import { BOLD, REGULAR } from './write-offer.ts'

const MARGIN = 58
const LABELS = 130
const INK = '#1b1a17'
const MUTED = '#676257'
const LINE = '#ddd7ca'

/**
 * A paid payment on one page, for a person's accounts.
 * @throws Refusal not_found: no such payment of this person, or it is not paid
 */
export async function writeConfirmation(
  { db, config }: Pick<App, 'db' | 'config'>,
  { personId, id, language }: { readonly personId: number; readonly id: string; readonly language: Language },
): Promise<AnsweredFile> {
  const payment = await findPayment(db, { personId, id })
  if (payment === null || (payment.state !== 'succeeded' && payment.state !== 'refunded'))
    throw new Refusal('not_found')
  const buyer = (await readPayment(db, id))?.email ?? null
  const { sellerName: name, sellerInn: inn, sellerOgrn: ogrn } = config
  const { sellerAddress: address, sellerPhone: phone } = config
  const seller = describeSeller({ name, inn, ogrn, address, phone }, language)
  const { details } = paymentTexts[language].payments
  const facts = [...factsOf(payment, language), [details.seller, seller] as const]
  if (buyer !== null) facts.push([details.buyer, buyer])
  return {
    name: `channelbook-${paymentNumber(id)}.pdf`,
    type: 'application/pdf',
    body: new Blob([new Uint8Array(await writePage(facts, payment, language))]).stream(),
  }
}

/** What the file says of the payment itself: a name and a value in each line. */
function factsOf(payment: PaymentRecord, language: Language): (readonly [name: string, value: string])[] {
  const { details, list } = paymentTexts[language].payments
  const { id, packageId, amount, settledAt, createdAt, cardEnding, receipt, refund } = payment
  return [
    [details.number, paymentNumber(id)],
    [details.paidAt, formatPaidAt(new Date(settledAt ?? createdAt), language)],
    [details.contents, contentsOf(language, packageId)],
    [details.amount, formatPrice(amount, language)],
    ...(cardEnding === null ? [] : [[details.card, details.cardEnding(cardEnding)] as const]),
    [details.receipt, details.receipts[receipt ?? 'none']],
    ...(refund === null
      ? []
      : [[details.refund, list.refund[refund.state](formatPrice(refund.amount, language))] as const]),
  ]
}

async function writePage(
  facts: readonly (readonly [name: string, value: string])[],
  { createdAt }: PaymentRecord,
  language: Language,
): Promise<Buffer> {
  const { details } = paymentTexts[language].payments
  const { default: PdfDocument } = await import('pdfkit')
  const document = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    font: REGULAR,
    lang: language,
    displayTitle: true,
    info: { Title: details.title, Author: 'Channelbook', CreationDate: new Date(createdAt) },
  })
  const width = document.page.width - 2 * MARGIN
  document.font(BOLD).fontSize(11).fillColor(INK).text('Channelbook')
  document.moveDown(1.5).fontSize(22).text(details.title).moveDown(1)
  for (const [name, value] of facts) {
    const top = document.y
    document
      .moveTo(MARGIN, top)
      .lineTo(MARGIN + width, top)
      .lineWidth(0.7)
      .strokeColor(LINE)
      .stroke()
    document.font(REGULAR).fontSize(10.5)
    document.fillColor(MUTED).text(name, MARGIN, top + 9, { width: LABELS })
    const below = document.y
    document.fillColor(INK).text(value, MARGIN + LABELS, top + 9, { width: width - LABELS })
    document.x = MARGIN
    document.y = Math.max(below, document.y) + 9
  }
  document.moveDown(1).fontSize(9).fillColor(MUTED).text(details.notFiscal, { width })
  document.end()
  return buffer(document)
}
