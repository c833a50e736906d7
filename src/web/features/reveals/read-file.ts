import { csvReader, detectDelimiter, HINT } from '#shared/rules/csv-records.ts'
import type { Language } from '#shared/i18n/messages.ts'

/** Larger files are refused: their rows would not fit into the call that takes them. */
export const FILE_MAX = 5_000_000

/**
 * The rows of a CSV file or of a workbook's first sheet, as texts; dates as 2026-12-31.
 * @param language the reader's: of files without a mark it tells the encoding that spreadsheets there save in
 * @throws Error when a workbook cannot be read
 */
export async function readFileRows(bytes: Uint8Array, language: Language): Promise<string[][]> {
  const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b
  const rows = isWorkbook ? await workbookRows(bytes) : csvRows(decode(bytes, language))
  // Zeros fill the ends of some programs' files; no text has them.
  return rows.map((row) => row.map((cell) => cell.replaceAll('\0', '')))
}

async function workbookRows(bytes: Uint8Array): Promise<string[][]> {
  const { readXlsx } = await import('hucre/xlsx')
  const [sheet] = (await readXlsx(bytes, { sheets: [0] })).sheets
  return (sheet?.rows ?? []).map((row) =>
    row.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? ''))),
  )
}

function decode(bytes: Uint8Array, language: Language): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(language === 'ru' ? 'windows-1251' : 'windows-1252').decode(bytes)
  }
}

function csvRows(text: string): string[][] {
  const rows: string[][] = []
  const reader = csvReader(
    detectDelimiter(text),
    // A line that is no record stays a row, which then names no channel.
    { record: (cells) => void rows.push(cells), broken: (_, __, line) => void rows.push([line]) },
    null,
  )
  reader.push(text)
  reader.end()
  return HINT.test(text) ? rows.slice(1) : rows
}
