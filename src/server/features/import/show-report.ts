import type { ImportReport as ShownReport } from '#shared/api/import.ts'
import type { ImportReport } from './import-channels.ts'

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
