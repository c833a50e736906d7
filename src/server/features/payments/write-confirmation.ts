import { buffer } from 'node:stream/consumers'
import { formatMoscowTime } from '#shared/i18n/formats.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { type Fact, paymentFacts } from '#shared/i18n/payment-facts.ts'
import { paymentTexts } from '#shared/i18n/server-texts.ts'
import { describeSeller } from '#shared/legal/seller.ts'
import { paymentNumber } from '#shared/rules/uses.ts'
import type { Core } from '#server/core.ts'
import type { AnsweredFile } from '#server/feature.ts'
import { Refusal } from '#server/refusal.ts'
import { findPaid, type PaymentRecord } from './payments.sql.ts'
import { BOLD, INK, MARGIN, MUTED, REGULAR } from './write-offer.ts'

const LABELS = 130
const LINE = '#ddd7ca'

/**
 * A paid payment on one page, for a person's accounts.
 * @throws Refusal not_found: no such payment of this person, or it is not paid
 */
export async function writeConfirmation(
  { db, config }: Core,
  { holderId, id, language }: { readonly holderId: number; readonly id: string; readonly language: Language },
): Promise<AnsweredFile> {
  const paid = await findPaid(db, { holderId, id })
  if (paid === null) throw new Refusal('not_found')
  const { payment, buyer } = paid
  const { sellerName: name, sellerInn: inn, sellerOgrn: ogrn } = config
  const { sellerAddress: address, sellerPhone: phone } = config
  const seller = describeSeller({ name, inn, ogrn, address, phone }, language)
  const texts = paymentTexts[language].payments
  const formatTime = (instant: Date) => formatMoscowTime(instant, language)
  const facts = [
    ...paymentFacts(payment, { texts, language, formatTime }),
    [texts.details.seller, seller] as const,
  ]
  if (buyer !== null) facts.push([texts.details.buyer, buyer])
  return {
    name: `channelbook-${paymentNumber(id)}.pdf`,
    type: 'application/pdf',
    body: new Blob([new Uint8Array(await writePage(facts, payment, language))]).stream(),
  }
}

async function writePage(
  facts: readonly Fact[],
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
