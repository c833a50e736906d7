import { basename } from 'node:path'
import type { App } from '#server/app.ts'
import { type Applied, type ApplyPhase, applyStaged } from './apply.ts'
import { recordImport } from './apply.sql.ts'
import { applyColumnOption, type FileShape, fileProblem, recogniseShape } from './columns.ts'
import { ImportRefused, type OpenFile, type OpenOptions, openImportFile } from './open.ts'
import type { Field } from './presets.ts'
import { openQuarantine, type Refused, Tally, type UnclearCell } from './quarantine.ts'
import type { RecordSink } from './records.ts'
import { rowReader } from './row.ts'
import { type UnknownRow, waitForOtherImports } from './stage.sql.ts'
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
  readonly phase: 'reading' | 'waiting' | ApplyPhase
  readonly rows: number
  readonly bytesRead: number
  readonly size: number
}

/** What an import did, or with `isDryRun` would do. rows = added + changed + unchanged + duplicates + refused. */
export interface ImportReport extends Applied {
  readonly file: string
  /** The preset's name, or null when the columns were found in the dictionary. */
  readonly shape: string | null
  readonly source: string
  readonly asOf: Date
  readonly isDryRun: boolean
  readonly columns: Readonly<Record<string, readonly string[]>>
  readonly rows: number
  /** Rows that were folded into another row about the same channel. */
  readonly duplicates: number
  readonly refused: number
  /** Contacts that were refused although their channel was taken. */
  readonly contactsRefused: number
  /** Cells that were not understood and count as unknown. */
  readonly unclear: number
  /** Refused rows and contacts by reason. */
  readonly reasons: Readonly<Record<string, number>>
  /** The first refusals. */
  readonly refusals: readonly { readonly line: number; readonly reason: string }[]
  readonly unclearCells: readonly UnclearCell[]
  /** The file with the refused rows, or null when there are none. */
  readonly quarantine: string | null
  readonly seconds: number
}

/**
 * Imports a file as a whole: when it fails or the process dies, nothing of it is imported.
 * @throws ImportRefused when the file as a whole cannot be imported
 */
export async function importChannels(
  app: Pick<App, 'pool' | 'clock' | 'secret'>,
  path: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const startedAt = app.clock.now()
  await using file = await openImportFile(path, options)
  const shape = shapeOf(file, options)
  const source = options.source ?? shape.name ?? sourceOf(path)
  const asOf = asOfDate(path, file, shape, options, startedAt.getTime())
  const isDryRun = options.isDryRun === true
  using quarantine = openQuarantine(options.quarantine, path)
  const tally = new Tally((refused) => quarantine.add({ headers: file.headers, ...refused }))
  const progress = (phase: ImportProgress['phase']) =>
    options.onProgress?.({ phase, rows: tally.rows, bytesRead: file.bytesRead(), size: file.size })

  return await inStagingTransaction(app.pool, async (client) => {
    await using staging = openStaging(client)
    const readRow = rowReader({
      columns: shape.columns,
      defaults: { platform: options.platform ?? 'youtube', source, fetchedAt: asOf },
      now: startedAt.getTime(),
      onUnclear: (line, field, cell) => tally.unclear(line, field, cell),
    })
    await file.read(rowSink(file.format, readRow, staging, tally), async () => {
      await staging.send()
      progress('reading')
    })
    await staging.end()
    progress('waiting')
    await waitForOtherImports(client)
    const applied = await applyStaged(client, {
      secret: app.secret,
      isDemo: false,
      isDryRun,
      onUnknown: (row) => tally.refuse(unknownRow(row)),
      onPhase: progress,
    })
    const finishedAt = app.clock.now()
    const { rows, refused } = tally
    const duplicates = rows - refused - applied.added - applied.changed - applied.unchanged
    const counts = { ...applied, rows, duplicates, refused }
    if (!isDryRun) {
      const fileSha256 = file.sha256()
      await recordImport(client, {
        ...counts,
        fileName: basename(path),
        fileSha256,
        source,
        startedAt,
        finishedAt,
      })
    }
    const report: ImportReport = {
      ...counts,
      ...tally.result(),
      file: path,
      shape: shape.name,
      source,
      asOf: new Date(asOf),
      isDryRun,
      columns: namedColumns(file, shape),
      quarantine: quarantine.close(),
      seconds: (finishedAt.getTime() - startedAt.getTime()) / 1_000,
    }
    return { result: report, isKept: !isDryRun }
  })
}

/** Sends the rows of a file to the staging table, and refused ones to the tally. */
function rowSink(
  format: OpenFile['format'],
  readRow: ReturnType<typeof rowReader>,
  staging: Staging,
  tally: Tally,
): RecordSink {
  return {
    record(cells, line) {
      const outcome = readRow(cells, line)
      // Spreadsheets export empty rows as delimiters.
      if (format === 'csv' && 'problem' in outcome && cells.every((cell) => cell.trim() === '')) return
      tally.rows++
      if ('problem' in outcome) return tally.refuse({ line, reason: outcome.problem, cells })
      if (outcome.contactProblem !== null)
        tally.refuseContact({ line, reason: outcome.contactProblem, cells })
      staging.add(outcome.row)
    },
    broken(reason, line, text) {
      tally.rows++
      tally.refuse({ line, reason, text })
    },
  }
}

function unknownRow({ line, platformId, handle }: UnknownRow): Refused {
  return { line, reason: 'no name, and the channel is not known', text: platformId ?? `handle ${handle}` }
}

function shapeOf(file: OpenFile, { columns: named = [] }: ImportOptions): FileShape {
  const found = recogniseShape(file.headers)
  const shape = { ...found, columns: applyColumnOption(found.columns, file.headers, named) }
  const problem = fileProblem(file.headers, shape, named.length > 0)
  if (problem !== null) throw new ImportRefused(problem)
  return shape
}

function asOfDate(
  path: string,
  file: OpenFile,
  shape: FileShape,
  { asOf }: ImportOptions,
  now: number,
): number {
  const ofShape = shape.year === null ? null : Date.UTC(shape.year, 0, 1)
  return asOf ?? dateInFileName(basename(path), now) ?? ofShape ?? Math.min(file.modifiedAt, now)
}

/** A file's name without extensions and dates: next month's file has the same source. */
function sourceOf(path: string): string {
  const stem = basename(path).replace(/(?:\.(?:csv|tsv|txt|ndjson|jsonl|json|gz))+$/i, '')
  return stem.replace(/[-_. ]?(?<!\d)20\d{2}(?:[-_.]?\d{2}){0,2}(?!\d)/g, '') || stem
}

function namedColumns(file: OpenFile, shape: FileShape): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(shape.columns).map(([field, columns]) => [
      field,
      columns.map((column) => file.headers[column] ?? ''),
    ]),
  )
}
