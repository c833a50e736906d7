import type { Language } from '#shared/i18n/messages.ts'
import { commandTexts } from '#shared/i18n/server-texts.ts'
import { CONTACT_REASONS, type LineReason } from '#shared/rules/imports.ts'
import type { App } from '#server/app.ts'
import type { AnsweredFile } from '#server/feature.ts'
import { Refusal } from '#server/refusal.ts'
import { writeSpreadsheet } from '#server/write-spreadsheet.ts'
import { findHeader } from './columns.ts'
import { openImportFile } from './open.ts'
import { readMap } from './run-import.ts'
import { findRun, readingOptions } from './runs.sql.ts'
import { filesOf } from './upload-file.ts'
import { eachLine, parseLine } from './read-lines.ts'

/** What fits into memory; a file with more refused rows is wrong as a whole. */
const MAX_ROWS = 10_000
const MAX_CHARACTERS = 16 * 1024 * 1024

/**
 * The rows of an uploaded file that were refused, or whose contact was, as they stand in it, with line and reason: to be repaired
 * and uploaded again.
 * @throws Refusal not_found: no such import, or its file is not here any more
 */
export async function writeRefused(
  app: App,
  { run: id, language }: { readonly run: number; readonly language: Language },
): Promise<AnsweredFile> {
  const run = await findRun(app.db, id)
  if (run === null) throw new Refusal('not_found')
  const { file: path, lines } = filesOf(app.config, run)
  const refused = await findRefused(lines).catch((cause: unknown) => {
    throw new Refusal('not_found', { cause })
  })
  const { map, ...options } = await readingOptions(app.db, id)
  await using file = await openImportFile(path, options)
  const header = file.headers === null ? findHeader(file.sample, map === undefined ? [] : readMap(map)) : null
  const rows: string[][] = []
  let characters = 0
  const keep = (line: number, cells: readonly string[]) => {
    const reason = refused.get(line)
    if (reason === undefined || rows.length === MAX_ROWS || characters > MAX_CHARACTERS) return
    characters += cells.reduce((sum, { length }) => sum + length, 0)
    rows.push([String(line), commandTexts[language].imports.reasons[reason], ...cells])
  }
  const sink = {
    record: (cells: readonly string[], line: number) => keep(line, cells),
    broken: (_problem: string, line: number, text: string) => keep(line, [text]),
  }
  await file.read(sink, header?.line ?? 1, async () => undefined)
  const headers = ['line', 'reason', ...(header?.cells ?? file.headers ?? [])]
  return writeSpreadsheet({
    name: `${run.fileName.replace(/(?:\.[a-z]+)+$/i, '')}-refused`,
    title: 'refused',
    format: 'csv',
    language,
    columns: headers.map((name) => ({ header: name, width: 20, isDay: false })),
    rows: eachOf(rows, headers.length),
  })
}

async function* eachOf(rows: readonly (readonly string[])[], columns: number) {
  for (const row of rows) yield Array.from({ length: columns }, (_, place) => row[place] ?? '')
}

const OF_CONTACTS: ReadonlySet<string> = new Set(CONTACT_REASONS)

/** The reasons of the first refused lines. */
async function findRefused(path: string): Promise<ReadonlyMap<number, LineReason>> {
  const found = new Map<number, LineReason>()
  for await (const bytes of eachLine(path)) {
    const { line, outcome, reason } = parseLine(bytes.toString())
    const isRefused =
      reason !== null && (OF_CONTACTS.has(reason) || (outcome === 'skipped' && reason !== 'same channel'))
    if (isRefused) found.set(line, reason)
    if (found.size === MAX_ROWS) break
  }
  return found
}
