import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { DATE_LOCALES } from '#shared/i18n/formats.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { type LegalVersion, partsOf } from '#shared/legal/document.ts'
import { OFFER_WORDS } from '#shared/legal/offer.ts'
import { describeSeller } from '#shared/legal/seller.ts'
import { PATHS } from '#shared/paths.ts'
import type { Config } from '#server/config/config.ts'

type Configured = Pick<
  Config,
  'publicUrl' | 'supportEmail' | 'sellerName' | 'sellerInn' | 'sellerOgrn' | 'sellerAddress' | 'sellerPhone'
>

export const REGULAR = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/onest/400Regular/Onest_400Regular.ttf'),
)
export const BOLD = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/onest/600SemiBold/Onest_600SemiBold.ttf'),
)
export const MARGIN = 58
const SIZE = 9.3
export const INK = '#1b1a17'
export const MUTED = '#676257'

/**
 * A version of the public offer as a PDF: the binding Russian text, then the English one. The same settings give the same
 * bytes. Takes a good part of a second, so cache the result.
 */
export async function writeOffer(config: Configured, version: LegalVersion): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit')
  const { date, texts } = version
  const document = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    font: REGULAR,
    bufferPages: true,
    lang: 'ru',
    displayTitle: true,
    info: { Title: texts.ru.title, Author: 'Channelbook', CreationDate: new Date(date) },
  })
  writeText(document, version, 'ru', config)
  document.addPage()
  writeText(document, version, 'en', config)
  const { count } = document.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page)
    // The page number stands below the margin, where text would otherwise start a new page.
    document.page.margins.bottom = 0
    document.fontSize(8).fillColor(MUTED)
    document.text(`Channelbook  ${page + 1} / ${count}`, MARGIN, document.page.height - MARGIN + 22)
  }
  document.end()
  return buffer(document)
}

function writeText(
  document: PDFKit.PDFDocument,
  { date, texts }: LegalVersion,
  language: Language,
  config: Configured,
): void {
  const { title, lead, sections } = texts[language]
  const day = new Intl.DateTimeFormat(DATE_LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' })
  document.font(BOLD).fontSize(22).fillColor(INK).text(title)
  document.font(REGULAR).fontSize(9).fillColor(MUTED)
  document.text(OFFER_WORDS[language].inForce(day.format(new Date(date)))).moveDown(1)
  const write = (sentence: string, indent = 0) => {
    document.font(REGULAR).fontSize(SIZE).fillColor(INK)
    writeSentence(document, sentence, { language, config, indent })
  }
  write(lead)
  for (const section of sections) {
    document.moveDown(0.8)
    // Keeps a title together with the text after it.
    if (document.y + 64 > document.page.maxY()) document.addPage()
    document.font(BOLD).fontSize(11.5).text(section.title)
    for (const paragraph of section.text) {
      document.moveDown(0.3)
      if (typeof paragraph === 'string') write(paragraph)
      else for (const point of paragraph) write(`\u2013 ${point}`, 14)
    }
  }
}

interface Sentence {
  readonly language: Language
  readonly config: Configured
  /** In points. */
  readonly indent: number
}

/** Writes a sentence of a legal text, with its placeholders filled in and its links clickable. */
function writeSentence(
  document: PDFKit.PDFDocument,
  sentence: string,
  { language, config, indent }: Sentence,
): void {
  const parts = partsOf(sentence)
  for (const [place, part] of parts.entries()) {
    const link = part.kind === 'link' ? urlOf(part.target, config) : null
    document.text('text' in part ? part.text : detailOf(part.kind, config, language), {
      lineGap: 2,
      indent,
      indentAllLines: true,
      continued: place < parts.length - 1,
      link,
      underline: link !== null,
    })
  }
}

function detailOf(kind: 'seller' | 'email', config: Configured, language: Language): string {
  if (kind === 'email') return config.supportEmail
  const {
    sellerName: name,
    sellerInn: inn,
    sellerOgrn: ogrn,
    sellerAddress: address,
    sellerPhone: phone,
  } = config
  return describeSeller({ name, inn, ogrn, address, phone }, language)
}

function urlOf(target: string, { publicUrl }: Configured): string {
  const paths: Readonly<Record<string, string>> = PATHS
  return target in paths ? `${publicUrl}${paths[target]}` : target
}
