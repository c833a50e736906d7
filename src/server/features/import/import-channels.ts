import { basename } from 'node:path'
import type { ClientBase } from 'pg'
import type { NotRow } from '#shared/rules/imports.ts'
import type { Core } from '#server/core.ts'
import type { Databases } from '#server/db/databases.ts'
import { type Applied, type ApplyPhase, applyStaged } from './apply.ts'
import {
  type ColumnMap,
  type FileShape,
  fileShape,
  findDayOrder,
  findHeader,
  mapByDictionary,
  type RecognisedColumn,
  recognisedColumns,
  type UnusedColumn,
  unusedColumns,
} from './columns.ts'
import { keepBefore, writeLines } from './outcomes.sql.ts'
import { type OpenFile, type OpenOptions, openImportFile } from './open.ts'
import { estimateChannels, vacuumSearch, WORTHWHILE_ROWS } from '#server/features/catalogue/bulk.sql.ts'
import { ageLimits } from '#server/features/catalogue/contact-ages.sql.ts'
import { waitForOtherImports } from '#server/features/catalogue/import-lock.sql.ts'
import type { Field } from './presets.ts'
import { listPresets } from './saved-presets.sql.ts'
import { Quarantine, type ReadCounts } from './quarantine.ts'
import type { RecordSink } from '#shared/rules/csv-records.ts'
import { withFormula } from '#shared/rules/spreadsheets.ts'
import { type ImportRow, rowReader } from './row.ts'
import { closeRun, openRun } from './runs.sql.ts'
import { shownReport } from './show-report.ts'
import { inStagingTransaction, openStaging, type Staging, renumberAfterOthers } from './staging.ts'
import { dateInFileName } from './values.ts'

export interface ImportOptions extends OpenOptions {
  /** By default the preset's name or the file's. */
  readonly source?: string | undefined
  /** As `parsePlatform` returns it; by default the first. */
  readonly platform?: string | undefined
  /** When the facts were true, in milliseconds; by default from the file's name, the preset, or the file's date. */
  readonly asOf?: number | undefined
  /** Columns that the operator named. */
  readonly columns?: readonly (readonly [Field, string])[] | undefined
  readonly isDryRun?: boolean | undefined
  /** The number of a file that was uploaded; by default an import, but no dry run, gets one. */
  readonly runId?: number | undefined
  /** A file to write what becomes of each row to, for `readLines`. */
  readonly lines?: string | undefined
  /** Stops it: nothing is imported then, and its reason thrown. */
  readonly signal?: AbortSignal | undefined
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
export interface ImportReport extends Applied, ReadCounts {
  readonly file: string
  /** The import's number; null for a dry run of a file that has none. */
  readonly run: number | null
  /** The preset's name, or null when the columns were found in the dictionary. */
  readonly shape: string | null
  readonly source: string
  readonly asOf: Date
  readonly isDryRun: boolean
  /** SHA-256 of the file, hex. */
  readonly sha256: string
  readonly columns: Readonly<Record<string, readonly string[]>>
  /** The same with what the first rows have there. */
  readonly recognised: readonly RecognisedColumn[]
  /** Columns that were not used, in the file's order. */
  readonly unused: readonly UnusedColumn[]
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
  app: Core & { readonly databases: Pick<Databases, 'pool'> },
  path: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const startedAt = app.clock.now()
  const now = startedAt.getTime()
  await using file = await openImportFile(path, options)
  const { format, size, sample } = file
  const header = file.headers === null ? findHeader(sample, options.columns) : null
  const headers = file.headers ?? (header?.cells ?? []).map((cell) => cell.trim())
  const rows = sample.filter(({ line }) => line > (header?.line ?? 0))
  const shape = fileShape(headers, app.platforms, options.columns, rows, await listPresets(app.db))
  const source = options.source ?? shape.name ?? sourceOf(path)
  const asOf = options.asOf ?? asOfDate(path, file, shape, now)
  const { isDryRun = false } = options
  using quarantine = new Quarantine(options.quarantine, path, headers)
  let channels = 0
  const progress = (phase: ImportProgress['phase'], touched = quarantine.counts.rows) => {
    options.signal?.throwIfAborted()
    options.onProgress?.({
      phase,
      rows: quarantine.counts.rows,
      channels,
      touched,
      bytesRead: file.bytesRead(),
      size,
    })
  }

  const done = await inStagingTransaction(app.databases.pool, async (client) => {
    using _ = cancelOn(options.signal, app.databases.pool, client)
    channels = await estimateChannels(client)
    const given = { id: options.runId ?? null, fileName: basename(path), size, now: startedAt }
    const runId = isDryRun && given.id === null ? null : await openRun(client, given)
    if (isDryRun) await client.query('savepoint before_import')
    await using staging = openStaging(client)
    const defaults = { platform: options.platform ?? app.platforms[0]!.name, source, fetchedAt: asOf }
    const columns: ColumnMap = { ...shape.columns }
    const readRow = rowReader(
      columns,
      defaults,
      { now, platforms: app.platforms, headers, dayOrder: findDayOrder(shape, rows) },
      (line, field, cell) => quarantine.addUnclear(line, field, cell),
    )
    const sink = rowSink(
      { format, headers, columns, isFixed: shape.name !== null },
      readRow,
      staging,
      quarantine,
    )
    await file.read(sink, header?.line ?? 1, async () => {
      await staging.send()
      progress('reading')
    })
    await staging.end()
    progress('waiting')
    await waitForOtherImports(client)
    await renumberAfterOthers(client)
    const applied = await applyStaged(client, {
      platforms: app.platforms,
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
      async onSettled() {
        const lines = options.lines
        if (lines !== undefined) await writeLines(client, { path: lines, quarantine: quarantine.flush() })
        if (!isDryRun && runId !== null) await keepBefore(client, runId)
      },
      onPhase: progress,
    })
    if (isDryRun) await client.query('rollback to savepoint before_import')
    const finishedAt = app.clock.now()
    const { rows: read, refused } = quarantine.counts
    const duplicates = read - refused - applied.added - applied.changed - applied.unchanged
    const report: ImportReport = {
      ...applied,
      ...quarantine.counts,
      duplicates,
      file: path,
      run: runId,
      shape: shape.name,
      source,
      asOf: new Date(asOf),
      isDryRun,
      sha256: file.sha256(),
      recognised: recognisedColumns(headers, columns, rows),
      columns: Object.fromEntries(
        Object.entries(columns).map(([field, places]) => [
          field,
          places.map((column) => headers[column] ?? ''),
        ]),
      ),
      unused: unusedColumns(headers, columns, rows, { now, platforms: app.platforms }).map((column) =>
        // What a known kind of file has besides is known not to be a fact of the channel.
        shape.name === null ? column : { ...column, couldBe: [] },
      ),
      quarantine: quarantine.close(),
      seconds: (finishedAt.getTime() - now) / 1_000,
    }
    if (runId !== null)
      await closeRun(client, {
        id: runId,
        state: isDryRun ? 'previewed' : 'done',
        report: shownReport(report),
        now: finishedAt,
      })
    return { result: report, isKept: runId !== null }
  })
  const touched = done.added + done.changed
  if (!isDryRun && touched >= WORTHWHILE_ROWS) {
    progress('finishing', touched)
    await vacuumSearch(app.databases.pool)
  }
  return done
}

/** Ends what the database does for an import that is to stop, until disposed. */
function cancelOn(signal: AbortSignal | undefined, pool: Databases['pool'], client: ClientBase): Disposable {
  const { processID } = client as ClientBase & { readonly processID: number }
  const cancel = () => void pool.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined)
  signal?.addEventListener('abort', cancel)
  return { [Symbol.dispose]: () => signal?.removeEventListener('abort', cancel) }
}

interface FileLayout {
  readonly format: OpenFile['format']
  readonly headers: readonly string[]
  /** Receives columns that come later. */
  readonly columns: Record<string, readonly number[]>
  /** Whether the columns are those of a known kind of file. */
  readonly isFixed: boolean
}

/** Sends the rows of a file to the staging table, and refused ones to the quarantine. */
function rowSink(
  { format, headers, columns, isFixed }: FileLayout,
  readRow: ReturnType<typeof rowReader>,
  staging: Staging,
  quarantine: Quarantine,
): RecordSink {
  return {
    header([key = '']) {
      // Objects may have further keys, whose meaning is known all the same.
      if (format === 'csv' || isFixed) return
      for (const field of Object.keys(mapByDictionary([key])))
        columns[field] = [...(columns[field] ?? []), headers.lastIndexOf(key)]
    },
    record(given, line) {
      const cells = format === 'csv' ? given.map(withFormula) : given
      const noChannel = format === 'csv' ? whyNoChannel(cells, headers, columns) : null
      if (noChannel !== null) return quarantine.skip(noChannel)
      const outcome = readRow(cells, line)
      quarantine.counts.rows++
      if ('problem' in outcome) return quarantine.refuse({ line, reason: outcome.problem, cells })
      const isShort = format === 'csv' && cells.length < headers.length
      // What is left of a row that was cut in two would become a channel of its own.
      if (isShort && !isWhole(outcome.row, columns))
        return quarantine.refuse({ line, reason: 'wrong number of columns', cells })
      if (outcome.contactProblem !== null)
        quarantine.refuseContact({ line, reason: outcome.contactProblem, cells })
      staging.add(outcome.row)
    },
    broken(reason, line, text) {
      quarantine.counts.rows++
      quarantine.refuse({ line, reason, text })
    },
  }
}

/** Whether a file has columns of ids, handles or addresses. */
function areIdentified(columns: ColumnMap): boolean {
  return columns.platform_id !== undefined || columns.handle !== undefined || columns.url !== undefined
}

function isWhole({ platformId, handle, url, name }: ImportRow, columns: ColumnMap): boolean {
  return areIdentified(columns)
    ? platformId !== null || handle !== null || url !== null
    : name !== null && /\p{L}/u.test(name)
}

const TOTAL =
  /^(?:(?:grand |sub)?totals?|sum|average|mean|median|count|number|итого|всего|итог|сумма|среднее|медиана|количество|разом|всього|усього|gesamt(?:summe)?|summe|durchschnitt|total general|totale|moyenne|promedio|media|toplam|ortalama|razem|suma|celkem|合计|合計|总计|總計|总和|平均|합계|총계|평균)(?: (?:of )?(?:channels?|rows?|records?|value|каналов|блогеров|строк|записей|значение))?\s*:?[\d\s.,]*$/

/** Why a line of a table is no row of it, or null. */
function whyNoChannel(
  cells: readonly string[],
  headers: readonly string[],
  columns: ColumnMap,
): NotRow | null {
  const [first, ...further] = cells.flatMap((cell) => cell.trim() || [])
  // Spreadsheets export empty rows as delimiters.
  if (first === undefined) return 'empty'
  const isAlone = further.length === 0 && headers.length > 2 && !/[@/]|^UC/.test(first)
  if (isAlone && areIdentified(columns) && REMARK.test(first)) return 'remark'
  if (first.length > 40) return null
  if (cells.every((cell, at) => cell.trim() === headers[at])) return 'repeated header'
  if (RULE.test(first) && cells.every((cell) => RULE.test(cell.trim() || '--'))) return 'rule'
  // `Media 24` beside other cells is a name.
  const isCalled = TOTAL.test(first.toLowerCase()) && (further.length === 0 || !/[^:\d\s]\s*\d/.test(first))
  const isTotal = isCalled && !cells.some((cell) => /[@/]|^UC/.test(cell))
  return isTotal ? 'total' : null
}

/** `* as of 1 November`, `Source: …`; a name without any fact may be a channel's. */
const REMARK = /^[*†‡©([]|:(?:\s|$)|\.$/
const RULE = /^[-=_:+*~]{2,}$/

function asOfDate(path: string, { modifiedAt }: OpenFile, { year }: FileShape, now: number): number {
  const ofShape = year === null ? null : Date.UTC(year, 0, 1)
  return dateInFileName(basename(path), now) ?? ofShape ?? Math.min(modifiedAt, now)
}

/** A file's name without extensions and dates: next month's file has the same source. */
function sourceOf(path: string): string {
  const stem = basename(path).replace(/(?:\.(?:csv|tsv|txt|ndjson|jsonl|json|gz))+$/i, '')
  return stem.replace(/[-_. ]?(?<!\d)20\d{2}(?:[-_.]?\d{2}){0,2}(?!\d)/g, '') || stem
}
