import { buffer } from 'node:stream/consumers'
import { DATE_LOCALES, formatMoscowTime, formatPrice, hardSpaces } from '#shared/i18n/formats.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { contentsOf, describeBuyer, type Fact, paymentFacts, vatFact } from '#shared/i18n/payment-facts.ts'
import { paymentTexts } from '#shared/i18n/server-texts.ts'
import { describeSeller } from '#shared/legal/seller.ts'
import { packageOf, paymentNumber } from '#shared/rules/uses.ts'
import type { Attachment } from '#server/adapters/mail/mail.ts'
import { moscowDate } from '#server/clock.ts'
import { readBank } from '#server/config/shop.ts'
import type { Core } from '#server/core.ts'
import type { AnsweredFile } from '#server/feature.ts'
import { Refusal } from '#server/refusal.ts'
import { readBuyer, readClient } from './company.sql.ts'
import { readPaid, readRendered } from './invoices.sql.ts'
import { findDocumented, type PaymentRecord } from './payments.sql.ts'
import { BOLD, INK, MARGIN, MUTED, REGULAR } from './write-offer.ts'

const LABELS = 150
const LINE = '#ddd7ca'
const TYPE = 'application/pdf'

interface Wanted {
  readonly holderId: number
  readonly language: Language
}

/**
 * A payment on one page, for a company's or a person's accounts: an invoice until it is paid, then what confirms it.
 * @throws Refusal not_found: no such payment of this holder, or neither paid nor an open invoice
 */
export async function writeDocument(
  core: Core,
  { holderId, id, language }: Wanted & { readonly id: string },
): Promise<AnsweredFile> {
  const found = await findDocumented(core.db, { holderId, id })
  if (found === null) throw new Refusal('not_found')
  const { payment, buyer } = found
  const page = await layOut(core, payment, { holderId, language, email: buyer })
  return asFile(`channelbook-${paymentNumber(id)}`, await writePage(page, language))
}

/** The document of a paid invoice, for an email. */
export async function attachDocument(
  core: Core,
  { holderId, language }: Wanted,
  payment: PaymentRecord,
): Promise<Attachment> {
  const page = await layOut(core, payment, { holderId, language, email: null })
  const content = (await writePage(page, language)).toString('base64')
  return { name: `channelbook-${paymentNumber(payment.id)}.pdf`, type: TYPE, content }
}

async function layOut(
  { db, config }: Core,
  payment: PaymentRecord,
  { holderId, language, email }: Wanted & { readonly email: string | null },
): Promise<Page> {
  const texts = paymentTexts[language].payments
  const { details, invoice } = texts
  const company = await readBuyer(db, holderId, payment.id)
  const buyer = company === null ? email : describeBuyer(company, texts, language)
  const parties: readonly Fact[] = [
    [details.seller, sellerOf(config, language)],
    ...(buyer === null ? [] : [[details.buyer, buyer] satisfies Fact]),
  ]
  const vat = vatFact(config.receiptVatCode, payment.amount, { texts, language })
  const createdAt = new Date(payment.createdAt)
  if (payment.state !== 'pending') {
    const formatTime = (instant: Date) => formatMoscowTime(instant, language)
    const facts = [...paymentFacts(payment, { texts, language, formatTime }), ...vat, ...parties]
    const note = payment.validUntil === null ? details.notFiscal : details.byTransfer
    return { title: details.title, facts, note, createdAt }
  }
  const bank = readBank(config)
  const [number, issued] = [paymentNumber(payment.id), dayOf(createdAt, language)]
  const facts: readonly Fact[] = [
    [details.number, number],
    [invoice.issued, issued],
    [invoice.validUntil, formatMoscowTime(new Date(payment.validUntil!), language)],
    ...parties,
    ...(bank === null
      ? []
      : ([
          [invoice.bank, `${bank.name}, ${invoice.bic} ${bank.bic}`],
          [invoice.account, bank.account],
          [invoice.correspondentAccount, bank.correspondentAccount],
        ] satisfies Fact[])),
    [details.contents, contentsOf(payment, texts, language)],
    [details.amount, formatPrice(payment.amount, language)],
    ...vat,
    [invoice.purpose, invoice.purposeOf(number, issued)],
  ]
  return { title: invoice.title, facts, note: invoice.note, createdAt }
}

/**
 * What was rendered to a holder in a month, for both sides to sign; of the current month up to today. By the offer, a use is
 * rendered when it opens a contact, and a subscription's day when it is over.
 * @param email of the person who asks, for want of a company
 * @throws Refusal not_found: nothing was rendered, paid or refunded in it
 */
export async function writeAct(
  { db, config, clock }: Core,
  { holderId, email, month, language }: Wanted & { readonly email: string; readonly month: string },
): Promise<AnsweredFile> {
  const [today, from] = [moscowDate(clock.now()), `${month}-01`]
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0))
  const to = [last.toISOString().slice(0, 10), today].toSorted()[0]!
  const period = { holderId, from, to }
  const rendered = await readRendered(db, { ...period, today })
  const { paid, refunded } = await readPaid(db, period)
  if (rendered.length === 0 && paid === 0 && refunded === 0) throw new Refusal('not_found')
  const texts = paymentTexts[language].payments
  const { details, act } = texts
  const company = await readClient(db, holderId, to)
  const price = (kopecks: number) => formatPrice(kopecks / 100, language)
  const services = rendered.map(({ paymentId, packageId, amount, uses, before, until }) => {
    // The difference of two sums, so that the months add up to what was paid.
    const sum = Math.round((amount * until) / uses) - Math.round((amount * before) / uses)
    return {
      name: act.service(packageOf(packageId).name, paymentNumber(paymentId)),
      count: until - before,
      sum,
    }
  })
  const total = services.reduce((all, { sum }) => all + sum, 0)
  const number = `${to.replaceAll('-', '')}-${holderId}`
  const day = (date: string) => dayOf(new Date(`${date}T12:00:00Z`), language)
  const facts: readonly Fact[] = [
    [details.number, number],
    [act.date, day(to)],
    [act.period, act.fromTo(day(from), day(to))],
    [act.provider, sellerOf(config, language)],
    [act.client, company === null ? email : describeBuyer(company, texts, language)],
    ...services.map(({ name, count, sum }): Fact => [name, `${act.contacts(count)}, ${price(sum)}`]),
    [act.total, services.length === 0 ? act.nothing : price(total)],
    ...(total === 0 ? [] : vatFact(config.receiptVatCode, total / 100, { texts, language })),
    [act.paid, price(paid)],
    ...(refunded === 0 ? [] : [[act.refunded, price(refunded)] satisfies Fact]),
    [act.provider, act.signature],
    [act.client, act.signature],
  ]
  const page = { title: act.title, facts, note: act.note, createdAt: new Date(`${to}T12:00:00Z`) }
  return asFile(`channelbook-${month}`, await writePage(page, language))
}

function sellerOf(config: Core['config'], language: Language): string {
  const { sellerName: name, sellerInn: inn, sellerOgrn: ogrn } = config
  const { sellerAddress: address, sellerPhone: phone } = config
  return describeSeller({ name, inn, ogrn, address, phone }, language)
}

/** `27 November 2026`. */
function dayOf(instant: Date, language: Language): string {
  const options = { dateStyle: 'long', timeZone: 'Europe/Moscow' } as const
  const day = new Intl.DateTimeFormat(DATE_LOCALES[language], options).format(instant)
  return hardSpaces(day.replace(/\sг\./u, ''))
}

function asFile(name: string, content: Buffer): AnsweredFile {
  return { name: `${name}.pdf`, type: TYPE, body: new Blob([new Uint8Array(content)]).stream() }
}

interface Page {
  readonly title: string
  readonly facts: readonly Fact[]
  readonly note: string
  readonly createdAt: Date
}

async function writePage({ title, facts, note, createdAt }: Page, language: Language): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit')
  const document = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    font: REGULAR,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: 'Channelbook', CreationDate: createdAt },
  })
  const width = document.page.width - 2 * MARGIN
  document.font(BOLD).fontSize(11).fillColor(INK).text('Channelbook')
  document.moveDown(1.5).fontSize(22).text(title).moveDown(1)
  for (const [name, value] of facts) {
    document.font(REGULAR).fontSize(10.5)
    const heights = [
      document.heightOfString(name, { width: LABELS - 12 }),
      document.heightOfString(value, { width: width - LABELS }),
    ]
    // A line is never split between two pages.
    if (document.y + Math.max(...heights) + 18 > document.page.maxY()) document.addPage()
    const top = document.y
    document
      .moveTo(MARGIN, top)
      .lineTo(MARGIN + width, top)
      .lineWidth(0.7)
      .strokeColor(LINE)
      .stroke()
    document.fillColor(MUTED).text(name, MARGIN, top + 9, { width: LABELS - 12 })
    document.fillColor(INK).text(value, MARGIN + LABELS, top + 9, { width: width - LABELS })
    document.x = MARGIN
    document.y = top + 18 + Math.max(...heights)
  }
  document.moveDown(1).fontSize(9).fillColor(MUTED).text(note, { width })
  document.end()
  return buffer(document)
}
