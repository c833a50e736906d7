import { basename } from 'node:path'
import type { App } from '#server/app.ts'
import { type Applied, type ApplyPhase, applyStaged } from './apply.ts'
import { recordImport } from './apply.sql.ts'
import { type FileShape, fileShape } from './columns.ts'
import { type OpenFile, type OpenOptions, openImportFile } from './open.ts'
import { estimateChannels, vacuumSearch, WORTHWHILE_ROWS } from '#server/features/catalogue/bulk.sql.ts'
import { type AgeingApp, ageLimits } from '#server/features/catalogue/contact-ages.sql.ts'
import { waitForOtherImports } from '#server/features/catalogue/import-lock.sql.ts'
import type { Field } from './presets.ts'
import { Quarantine } from './quarantine.ts'
import type { RecordSink } from './records.ts'
import { rowReader } from './row.ts'
import { inStagingTransaction, openStaging, type Staging } from './staging.ts'
import { dateInFileName } from './values.ts'

export interface ImportOptions extends OpenOptions {
  /** By default the preset's name or the file's. */
  readonly source?: string | undefined
  /** As `platformOf` returns it; by default youtube. */
  readonly platform?: string | undefined
  /** When the facts were true, in milliseconds; by default from the file's name, the preset, or the file's date. */
  readonly asOf?: number | undefined
  /** Columns that the operator named. */
  readonly columns?: readonly (readonly [Field, string])[] | undefined
  readonly isDryRun?: boolean | undefined
  /** Folder for refused rows. */
  readonly quarantine: string
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined
}

export interface ImportProgress {
  readonly phase: 'reading' | 'waiting' | ApplyPhase | 'finishing'
  readonly rows: number
  /** About how many channels the catalogue had before. */
  readonly channels: number
  /** How many channels are written: all rows, until they are compared with the catalogue. */
  readonly touched: number
  readonly bytesRead: number
  readonly size: number
}

/** What an import did, or with `isDryRun` would do. rows = added + changed + unchanged + duplicates + refused. */
export interface ImportReport
  extends Applied,
    Pick<
      Quarantine,
      'rows' | 'refused' | 'contactsRefused' | 'unclear' | 'reasons' | 'refusals' | 'unclearCells'
    > {
  readonly file: string
  /** The preset's name, or null when the columns were found in the dictionary. */
  readonly shape: string | null
  readonly source: string
  readonly asOf: Date
  readonly isDryRun: boolean
  readonly columns: Readonly<Record<string, readonly string[]>>
  /** Rows merged into another row about the same channel. */
  readonly duplicates: number
  /** The file with the refused rows, or null when there are none. */
  readonly quarantine: string | null
  readonly seconds: number
}

/**
 * Imports a file as a whole: when it fails or the process dies, nothing of it is imported.
 * @throws ImportRefused when the file as a whole cannot be imported
 */
export async function importChannels(
  app: Pick<App, 'pool' | 'clock' | 'secret'> & AgeingApp,
  path: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const startedAt = app.clock.now()
  const now = startedAt.getTime()
  await using file = await openImportFile(path, options)
  const { headers, format, size } = file
  const shape = fileShape(headers, options.columns)
  const source = options.source ?? shape.name ?? sourceOf(path)
  const asOf = options.asOf ?? asOfDate(path, file, shape, now)
  const { isDryRun = false } = options
  using quarantine = new Quarantine(options.quarantine, path, headers)
  let channels = 0
  const progress = (phase: ImportProgress['phase'], touched = quarantine.rows) =>
    options.onProgress?.({
      phase,
      rows: quarantine.rows,
      channels,
      touched,
      bytesRead: file.bytesRead(),
      size,
    })

  const done = await inStagingTransaction(app.pool, async (client) => {
    channels = await estimateChannels(client)
    await using staging = openStaging(client)
    const defaults = { platform: options.platform ?? 'youtube', source, fetchedAt: asOf }
    const readRow = rowReader(shape.columns, defaults, now, (line, field, cell) =>
      quarantine.addUnclear(line, field, cell),
    )
    await file.read(rowSink(format, readRow, staging, quarantine), async () => {
      await staging.send()
      progress('reading')
    })
    await staging.end()
    progress('waiting')
    await waitForOtherImports(client)
    const applied = await applyStaged(client, {
      secret: app.secret,
      isDemo: false,
      ages: ageLimits(app),
      isDryRun,
      onUnknown: ({ line, platformId, handle }) =>
        quarantine.refuse({
          line,
          reason: 'no name, and the channel is not known',
          text: platformId ?? `handle ${handle}`,
        }),
      onPhase: progress,
    })
    const finishedAt = app.clock.now()
    const { rows, refused, contactsRefused, unclear, reasons, refusals, unclearCells } = quarantine
    const duplicates = rows - refused - applied.added - applied.changed - applied.unchanged
    const counts = { ...applied, rows, duplicates, refused }
    const run = { fileName: basename(path), fileSha256: file.sha256(), source, startedAt, finishedAt }
    if (!isDryRun) await recordImport(client, { ...counts, ...run })
    const report: ImportReport = {
      ...counts,
      contactsRefused,
      unclear,
      reasons,
      refusals,
      unclearCells,
      file: path,
      shape: shape.name,
      source,
      asOf: new Date(asOf),
      isDryRun,
      columns: Object.fromEntries(
        Object.entries(shape.columns).map(([field, columns]) => [
          field,
          columns.map((column) => headers[column] ?? ''),
        ]),
      ),
      quarantine: quarantine.close(),
      seconds: (finishedAt.getTime() - now) / 1_000,
    }
    return { result: report, isKept: !isDryRun }
  })
  const touched = done.added + done.changed
  if (!isDryRun && touched >= WORTHWHILE_ROWS) {
    progress('finishing', touched)
    await vacuumSearch(app.pool)
  }
  return done
}

/** Sends the rows of a file to the staging table, and refused ones to the quarantine. */
function rowSink(
  format: OpenFile['format'],
  readRow: ReturnType<typeof rowReader>,
  staging: Staging,
  quarantine: Quarantine,
): RecordSink {
  return {
    record(cells, line) {
      const outcome = readRow(cells, line)
      // Spreadsheets export empty rows as delimiters.
      if (format === 'csv' && 'problem' in outcome && cells.every((cell) => cell.trim() === '')) return
      quarantine.rows++
      if ('problem' in outcome) return quarantine.refuse({ line, reason: outcome.problem, cells })
      if (outcome.contactProblem !== null)
        quarantine.refuseContact({ line, reason: outcome.contactProblem, cells })
      staging.add(outcome.row)
    },
    broken(reason, line, text) {
      quarantine.rows++
      quarantine.refuse({ line, reason, text })
    },
  }
}

function asOfDate(path: string, { modifiedAt }: OpenFile, { year }: FileShape, now: number): number {
  const ofShape = year === null ? null : Date.UTC(year, 0, 1)
  return dateInFileName(basename(path), now) ?? ofShape ?? Math.min(modifiedAt, now)
}

/** A file's name without extensions and dates: next month's file has the same source. */
function sourceOf(path: string): string {
  const stem = basename(path).replace(/(?:\.(?:csv|tsv|txt|ndjson|jsonl|json|gz))+$/i, '')
  return stem.replace(/[-_. ]?(?<!\d)20\d{2}(?:[-_.]?\d{2}){0,2}(?!\d)/g, '') || stem
}
