import type { ImportReport as ShownReport } from '#shared/api/import.ts'
import type { Applied } from './apply.ts'
import type { RecognisedColumn, UnusedColumn } from './columns.ts'
import type { ReadCounts } from './quarantine.ts'

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

/** A report as it is stored, and shown to operators: nothing in it is personal or of this machine. */
export function shownReport(report: ImportReport): ShownReport {
  const counted = <Name extends string>(counts: Partial<Record<Name, number>>) =>
    Object.entries(counts) as [Name, number][]
  return {
    isDryRun: report.isDryRun,
    kind: report.shape,
    source: report.source,
    asOf: report.asOf.toISOString().slice(0, 10),
    rows: report.rows,
    created: report.added,
    updated: report.changed,
    unchanged: report.unchanged,
    skipped: report.duplicates + report.refused,
    duplicates: report.duplicates,
    merged: report.merged,
    contacts: {
      added: report.contactsAdded,
      changed: report.contactsChanged,
      refused: report.contactsRefused,
      withheld: report.contactsWithheld,
      tooOld: report.contactsTooOld,
    },
    columns: [...report.recognised],
    unused: report.unused.map((column) => ({ ...column, couldBe: [...column.couldBe] })),
    reasons: counted(report.reasons).map(([reason, count]) => ({ reason, count })),
    notRows: counted(report.skipped).map(([what, count]) => ({ what, count })),
    refusals: [...report.refusals],
    unclear: report.unclear,
    unclearCells: [...report.unclearCells],
    seconds: report.seconds,
  }
}
