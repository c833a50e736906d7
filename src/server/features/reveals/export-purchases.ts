import { writeCsvStream } from 'hucre/csv'
import { writeXlsxStream } from 'hucre/xlsx'
import { EXPORT_COLUMNS, type ExportColumn, type ExportFormat } from '#shared/rules/purchases.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { boughtContacts } from '#shared/i18n/server-texts.ts'
import type { App } from '#server/app.ts'
import { moscowDate } from '#server/clock.ts'
import type { AnsweredFile } from '#server/feature.ts'
import { newestPurchases, type PurchaseRecord } from './reveals.sql.ts'

interface Export {
  readonly personId: number
  readonly network: string
  readonly language: Language
  readonly format: ExportFormat
  readonly columns?: readonly ExportColumn[] | undefined
}

/** Purchases read at a time; between two reads nothing is held in the database. */
const READ = 500

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Widths in the workbook, in characters. */
const WIDTHS: Readonly<Record<ExportColumn, number>> = {
  channel_name: 32,
  email: 36,
  status: 16,
  note: 40,
  source: 32,
  lastSeenAt: 14,
  boughtAt: 14,
  withheld: 40,
  url: 44,
  channelId: 28,
}

/** All of a person's purchases as a file for spreadsheets, newest first, read while it is sent. */
export function exportPurchases(
  { db, security }: Pick<App, 'db' | 'security'>,
  { personId, network, language, format, columns = EXPORT_COLUMNS }: Export,
): AnsweredFile {
  const { purchases } = boughtContacts[language]
  const headers = columns.map((column) => purchases.columns[column])
  async function* rows() {
    for await (const record of allPurchases(db, personId)) {
      const row = cellsOf(record, language)
      yield columns.map((column) => {
        const cell = row[column]
        // In a workbook, dates are cells of their own kind; a CSV has only text.
        if (cell instanceof Date) return format === 'csv' ? isoDay(cell) : cell
        return cell !== null && format === 'xlsx' ? xmlText(cell) : cell
      })
    }
  }
  security.record('exported', { personId, network })
  return {
    name: `channelbook-purchases.${format}`,
    type: TYPES[format],
    body:
      format === 'csv'
        ? writeCsvStream(rows(), {
            headers,
            // With a mark for UTF-8 and the list separator of the reader's country, Excel opens it by a double click.
            bom: true,
            delimiter: language === 'ru' ? ';' : ',',
            // LibreOffice takes commas and semicolons for separators, both at once.
            quoteStyle: 'all',
            // Excel and LibreOffice would run a cell that begins like a formula.
            escapeFormulae: true,
          })
        : writeXlsxStream(rows(), {
            name: purchases.title,
            freezePane: { rows: 1 },
            columns: columns.map((column, place) => ({
              header: headers[place]!,
              width: WIDTHS[column],
              ...((column === 'lastSeenAt' || column === 'boughtAt') && { numFmt: 'yyyy-mm-dd' }),
            })),
          }),
  }
}

/** Pages of the list one after another: each purchase once, also while others come and go. */
async function* allPurchases(db: App['db'], personId: number) {
  let after: number | undefined
  for (;;) {
    const page = await newestPurchases(db, personId, { limit: READ, after })
    yield* page
    after = page.at(-1)?.transaction_id
    if (page.length < READ) return
  }
}

type Cells = Readonly<Record<ExportColumn, string | Date | null>>

function cellsOf(record: PurchaseRecord, language: Language): Cells {
  const { purchases, reveals } = boughtContacts[language]
  const { source } = record
  const kinds: Readonly<Record<string, string>> = reveals.sourceKinds
  return {
    ...record,
    status: purchases.statuses[record.status],
    source: source !== null && Object.hasOwn(kinds, source) ? kinds[source]! : source,
    lastSeenAt: record.lastSeenAt === null ? null : dayOf(record.lastSeenAt),
    boughtAt: dayOf(record.boughtAt),
    withheld: record.withheld === null ? null : purchases.withheld[record.withheld],
  }
}

/** The Moscow date of an instant, at midnight UTC: spreadsheets know no time zones. */
function dayOf(instant: string): Date {
  return new Date(`${moscowDate(new Date(instant))}T00:00:00Z`)
}

/** A text as a workbook can hold it: the library writes characters that XML forbids, and escapes none that look escaped. */
function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
}

function isoDay(day: Date): string {
  return day.toISOString().slice(0, 10)
}
