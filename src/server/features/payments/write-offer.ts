import type { Language } from '#shared/i18n/messages.ts'
import { type LegalText, partsOf } from '#shared/legal/document.ts'
import { OFFER, OFFER_WORDS } from '#shared/legal/offer.ts'
import { describeSeller } from '#shared/legal/seller.ts'
import { PATHS } from '#shared/paths.ts'
import type { Config } from '#server/config.ts'
import { loadPrintFont } from './load-print-font.ts'

type Configured = Pick<
  Config,
  'publicUrl' | 'supportEmail' | 'sellerName' | 'sellerInn' | 'sellerOgrn' | 'sellerAddress' | 'sellerPhone'
>

const MARGIN = 58
const SIZE = 9.3
const INK = '#1b1a17'
const MUTED = '#676257'
const LINE = '#ddd7ca'
const ACCENT = '#c8361d'
const BULLET_WIDTH = 14

/**
 * The public offer in force as a PDF: Russian, which binds, then English. The same settings give the same bytes.
 * Fonts and writing take a good part of a second, so whoever serves it keeps it.
 */
export async function writeOffer(config: Configured): Promise<Buffer> {
  const [{ default: PdfDocument }, font] = await Promise.all([import('pdfkit'), loadPrintFont()])
  const [{ date, texts }] = OFFER
  const document = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: 'ru',
    displayTitle: true,
    info: { Title: texts.ru.title, Author: 'Channelbook', CreationDate: new Date(date) },
  })
  const whole = collect(document)
  // pdfkit takes any object that lays out text; its types name only files.
  document.font(font as unknown as string)
  writeText(document, { language: 'ru', text: texts.ru, date, config })
  document.addPage()
  writeText(document, { language: 'en', text: texts.en, date, config })
  numberPages(document)
  document.end()
  return whole
}

function collect(document: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.once('end', () => resolve(Buffer.concat(chunks)))
    document.once('error', reject)
  })
}

interface Part {
  readonly language: Language
  readonly text: LegalText
  readonly date: string
  readonly config: Configured
}

function writeText(document: PDFKit.PDFDocument, { language, text, date, config }: Part): void {
  const day = new Intl.DateTimeFormat(language === 'ru' ? 'ru-RU' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  const write = (sentence: string) => writeSentence(document, sentence, { language, config })
  document.rect(MARGIN, MARGIN - 14, 28, 2).fill(ACCENT)
  writeTitle(document, text.title, 22)
  document.moveDown(0.2)
  document
    .fontSize(9)
    .fillColor(MUTED)
    .text(OFFER_WORDS[language].inForce(day.format(new Date(date))))
  document.moveDown(1)
  document.fontSize(SIZE).fillColor(INK)
  write(text.lead)
  for (const section of text.sections) {
    document.moveDown(0.8)
    keepTogether(document, 64)
    writeTitle(document, section.title, 11.5)
    document.moveDown(0.35)
    document.fontSize(SIZE)
    for (const [place, paragraph] of section.text.entries()) {
      if (place > 0) document.moveDown(0.45)
      if (typeof paragraph === 'string') write(paragraph)
      else for (const point of paragraph) writePoint(document, () => write(point))
    }
  }
}

/** A title, made bolder by a line around its letters. */
function writeTitle(document: PDFKit.PDFDocument, title: string, size: number): void {
  document
    .fontSize(size)
    .fillColor(INK)
    .strokeColor(INK)
    .lineWidth(size / 32)
  document.text(title, { fill: true, stroke: true, lineGap: 2 })
}

/** One point of a list: a mark, and the text beside it. */
function writePoint(document: PDFKit.PDFDocument, write: () => void): void {
  keepTogether(document, 30)
  const { y } = document
  document.fillColor(ACCENT).text('\u2013', MARGIN, y, { lineBreak: false }).fillColor(INK)
  document.x = MARGIN + BULLET_WIDTH
  document.y = y
  write()
  document.x = MARGIN
  document.moveDown(0.2)
}

/** Begins a new page when less than this height, in points, is left. */
function keepTogether(document: PDFKit.PDFDocument, height: number): void {
  if (document.y + height > document.page.height - MARGIN) document.addPage()
}

interface Sentence {
  readonly language: Language
  readonly config: Configured
}

/** Writes a sentence of a legal text, its marks filled in and its links alive. */
function writeSentence(document: PDFKit.PDFDocument, sentence: string, { language, config }: Sentence): void {
  const parts = partsOf(sentence)
  for (const [place, part] of parts.entries()) {
    const continued = place < parts.length - 1
    const target = part.kind === 'link' ? addressOf(part.target, config) : null
    const written = 'text' in part ? part.text : detailOf(part.kind, config, language)
    document.text(written, { lineGap: 2, continued, link: target, underline: target !== null })
  }
}

function detailOf(kind: 'seller' | 'email', config: Configured, language: Language): string {
  if (kind === 'email') return config.supportEmail
  const seller = {
    name: config.sellerName,
    inn: config.sellerInn,
    ogrn: config.sellerOgrn,
    address: config.sellerAddress,
    phone: config.sellerPhone,
  }
  return describeSeller(seller, language)
}

function addressOf(target: string, { publicUrl }: Configured): string {
  const paths: Readonly<Record<string, string>> = PATHS
  return target in paths ? `${publicUrl}${paths[target]}` : target
}

function numberPages(document: PDFKit.PDFDocument): void {
  const { start, count } = document.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page)
    const y = document.page.height - MARGIN + 22
    document
      .moveTo(MARGIN, y - 10)
      .lineTo(document.page.width - MARGIN, y - 10)
      .lineWidth(0.5)
      .stroke(LINE)
    // Below the margin, where text would otherwise begin a page of its own.
    document.page.margins.bottom = 0
    const number = `${page + 1} / ${count}`
    document.fontSize(8).fillColor(MUTED)
    document.text('Channelbook', MARGIN, y, { lineBreak: false })
    document.text(number, MARGIN, y, {
      width: document.page.width - 2 * MARGIN,
      align: 'right',
      lineBreak: false,
    })
    document.page.margins.bottom = MARGIN
  }
}
