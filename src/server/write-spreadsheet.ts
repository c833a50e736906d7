import { writeCsvStream } from 'hucre/csv'
import { writeXlsxStream } from 'hucre/xlsx'
import type { Language } from '#shared/i18n/messages.ts'
import type { ExportFormat } from '#shared/rules/purchases.ts'
import { withoutFormula } from '#shared/rules/spreadsheets.ts'
import { datesIn } from './clock.ts'
import type { AnsweredFile } from './feature.ts'

/** A value of a file; a Date is a day. */
export type Cell = string | number | Date | null

interface SpreadsheetColumn {
  readonly header: string
  /** In the workbook, in characters. */
  readonly width: number
  readonly isDay: boolean
}

interface Spreadsheet {
  /** The file's, without its ending. */
  readonly name: string
  /** The workbook's sheet. */
  readonly title: string
  readonly format: ExportFormat
  /** The reader's. */
  readonly language: Language
  readonly columns: readonly SpreadsheetColumn[]
  /** Read while the file is sent; each row has a cell for every column. */
  readonly rows: AsyncIterable<readonly Cell[]>
}

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A file for spreadsheets, written while it is sent. No cell of it runs as a formula. */
export function writeSpreadsheet({
  name,
  title,
  format,
  language,
  columns,
  rows,
}: Spreadsheet): AnsweredFile {
  async function* cells() {
    for await (const row of rows) yield row.map((cell) => cellFor(format, language, cell))
  }
  return {
    name: `${name}.${format}`,
    type: TYPES[format],
    body:
      format === 'csv'
        ? writeCsvStream(cells(), {
            headers: columns.map(({ header }) => header),
            // With a mark for UTF-8 and the list separator of the reader's country, Excel opens it by a double click.
            bom: true,
            delimiter: language === 'ru' ? ';' : ',',
            // LibreOffice takes commas and semicolons for separators, both at once.
            quoteStyle: 'all',
          })
        : writeXlsxStream(cells(), {
            name: title,
            freezePane: { rows: 1 },
            columns: columns.map(({ header, width, isDay }) => ({
              header,
              width,
              ...(isDay && { numFmt: 'yyyy-mm-dd' }),
            })),
          }),
  }
}

/** Turns instants into dates of the reader's time zone, at midnight UTC: spreadsheets know no time zones. */
export function dayCells(zone: string): (instant: string) => Date {
  const format = datesIn(zone)
  return (instant) => new Date(`${format.format(new Date(instant))}T00:00:00Z`)
}

/** In a workbook, days are cells of their own kind; a CSV has only text, which programs may run as a formula. */
function cellFor(format: ExportFormat, language: Language, cell: Cell): Cell {
  // Like the list separator: with a point, Russian spreadsheets take 1.5 for the first of May.
  if (typeof cell === 'number')
    return format === 'csv' && language === 'ru' ? `${cell}`.replace('.', ',') : cell
  if (cell instanceof Date) return format === 'csv' ? cell.toISOString().slice(0, 10) : cell
  if (typeof cell !== 'string') return cell
  return format === 'csv' ? withoutFormula(cell) : xmlText(cell)
}

/** A text as a workbook can hold it: the library writes characters that XML forbids, and escapes none that look escaped. */
function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
}
