import { basename, join } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { moscowDate } from '#server/clock.ts'
import { isDemonstration } from '#server/db/demo-mark.ts'
import { parseColumnOption } from '#server/features/import/columns.ts'
import {
  importChannels,
  type ImportOptions,
  type ImportReport,
} from '#server/features/import/import-channels.ts'
import { ImportRefused } from '#server/features/import/open.ts'
import type { Field } from '#server/features/import/presets.ts'
import { type Delimiter, DELIMITERS } from '#shared/rules/csv-records.ts'
import { parsePlatform } from '#server/features/import/row.ts'
import { PLATFORMS } from '#server/platforms/platforms.ts'
import { parseInstant } from '#server/features/import/values.ts'
import { forecastImport } from '#server/features/import/forecast-import.ts'
import { shownReport } from '#server/features/import/show-report.ts'
import { reportLines } from '#shared/i18n/import-report.ts'
import { commandTexts } from '#shared/i18n/server-texts.ts'
import { type Encoding, ENCODINGS, FIELDS } from '#shared/rules/imports.ts'
import { showProgress } from './show-progress.ts'
import { withApp } from './with-database.ts'

const texts = commandTexts.en

interface Options {
  readonly map?: [Field, string][]
  readonly source?: string
  readonly platform?: string
  readonly asOf?: number
  readonly encoding?: Encoding
  readonly delimiter?: Delimiter
  readonly quarantine?: string
  readonly lines?: string
  readonly dryRun?: boolean
  readonly json?: boolean
}

export function registerImport(program: Command): void {
  program
    .command('import')
    .description('Import channels and their contacts from CSV or NDJSON files, plain or gzip')
    .argument('<file...>', 'files, each imported as a whole or not at all')
    .option('--map <field=Column,...>', `which columns mean what; fields: ${FIELDS.join(', ')}`, columnOption)
    .option('--source <name>', 'where the channels come from; by default the kind of file or its name')
    .option('--platform <name>', 'the video platform; by default youtube', platformOption)
    .option(
      '--as-of <date>',
      'when the facts were true; by default from a date column, the file name or the file’s own date',
      dateOption,
    )
    .addOption(
      new Option('--encoding <name>', 'how the file is encoded; detected by default').choices(ENCODINGS),
    )
    .addOption(
      new Option('--delimiter <sign>', 'what separates columns; detected by default').choices(DELIMITERS),
    )
    .option('--quarantine <folder>', 'where refused rows are kept; by default quarantine in DATA_DIR')
    .option('--lines <file>', 'also write what becomes of each line, and why, to this file')
    .option('--dry-run', 'only report what would change')
    .option('--json', 'print one JSON report per file')
    .action(importFiles)
}

async function importFiles(
  files: string[],
  { map, asOf, dryRun, json = false, quarantine, ...options }: Options,
) {
  await withApp(async (app) => {
    if (await isDemonstration(app.databases.pool)) throw new Error(texts.refusals.import_on_demo(null))
    const trueAt = asOf === undefined ? undefined : notInFuture(asOf, app.clock.now())
    let failed = 0
    for (const file of files) {
      const progress = showProgress({ unit: 'rows', label: basename(file) })
      const forecast = forecastImport(performance.now())
      try {
        const report = await importChannels(app, file, {
          ...options,
          columns: map,
          asOf: trueAt,
          isDryRun: dryRun,
          quarantine: quarantine ?? join(app.config.dataDir, 'quarantine'),
          onProgress(step) {
            forecast.note(step, performance.now())
            progress.show({ phase: step.phase, done: step.rows, forecast: (now) => forecast.at(now) })
          },
        } satisfies ImportOptions)
        progress.end()
        print(report, json)
      } catch (error) {
        progress.end()
        if (!(error instanceof ImportRefused))
          throw new Error(`${file}: ${messageOf(error)} Nothing of it was imported.`, { cause: error })
        failed++
        if (json) process.stdout.write(`${JSON.stringify({ file, refused: error.message })}\n`)
        else process.stderr.write(`${file}: not imported. ${error.message}\n`)
      }
    }
    if (failed > 0) process.exitCode = 1
  })
}

function print(report: ImportReport, json: boolean): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(report)}\n`)
    return
  }
  const { file, isDryRun, quarantine } = report
  process.stdout.write(`${file}${isDryRun ? `  (${texts.imports.dryRun})` : ''}\n`)
  process.stdout.write(reportLines(texts.imports, shownReport(report)))
  if (quarantine !== null) process.stdout.write(`  ${texts.imports.kept(quarantine)}\n`)
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.endsWith('.') ? message : `${message}.`
}

function columnOption(text: string): [Field, string][] {
  try {
    return parseColumnOption(text)
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
  }
}

function platformOption(text: string): string {
  const platform = parsePlatform(text, PLATFORMS)
  if (platform === null)
    throw new InvalidArgumentError('It must be 2 to 30 Latin letters and digits, such as youtube.')
  return platform
}

/** Today's date stands for its midnight in UTC, which may be hours ahead in Moscow. */
function notInFuture(asOf: number, now: Date): number {
  if (moscowDate(new Date(asOf)) > moscowDate(now))
    throw new Error('--as-of must be today’s Moscow date or an earlier one.')
  return Math.min(asOf, now.getTime())
}

function dateOption(text: string): number {
  const instant = parseInstant(text, Number.MAX_SAFE_INTEGER)
  if (instant == null) throw new InvalidArgumentError('A date is needed, such as 2026-08-23.')
  return instant
}
