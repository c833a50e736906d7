import type { ImportReport, ImportRun } from '../api/import.ts'
import type { FileFacts, FileProblem, LineOutcome, LineReason, NotRow, RunState } from '../rules/imports.ts'

/** What imports are described with, in one language. */
export interface ImportTexts {
  /** Why a file is not imported. */
  readonly files: Readonly<Record<FileProblem, (facts: FileFacts) => string>>
  readonly states: Readonly<Record<RunState, string>>
  readonly phases: Readonly<Record<NonNullable<ImportRun['progress']>['phase'], string>>
  readonly outcomes: Readonly<Record<LineOutcome, string>>
  readonly reasons: Readonly<Record<LineReason, string>>
  readonly notRows: Readonly<Record<NotRow, string>>
  readonly number: (value: number) => string
  readonly dryRun: string
  readonly kind: (kind: string | null) => string
  readonly origin: (source: string, day: string) => string
  readonly rows: (count: number) => string
  readonly merged: (count: number) => string
  readonly contacts: Readonly<Record<keyof ImportReport['contacts'], (count: string) => string>>
  readonly contactsTitle: string
  readonly columns: string
  readonly unused: string
  readonly filled: (percent: number) => string
  readonly example: (value: string) => string
  readonly couldBe: (maps: readonly string[]) => string
  readonly notRow: (what: string, count: string) => string
  readonly refused: (reason: string, count: string) => string
  readonly line: (line: string) => string
  readonly more: (count: string) => string
  readonly unclear: (count: string) => string
  readonly kept: (folder: string) => string
  readonly speed: (seconds: string, rate: string) => string
}

const UNUSED_SHOWN = 40
const UNCLEAR_SHOWN = 5

/** `Create 4 · Update 0 · Unchanged 0 · Skipped 1` */
export function importCounts(
  texts: ImportTexts,
  {
    created,
    updated,
    unchanged,
    skipped,
  }: Pick<ImportReport, 'created' | 'updated' | 'unchanged' | 'skipped'>,
): string {
  const counts = { create: created, update: updated, unchanged, skipped }
  return (Object.entries(counts) as [LineOutcome, number][])
    .map(([outcome, count]) => `${texts.outcomes[outcome]} ${texts.number(count)}`)
    .join(' · ')
}

/** What an import did, or would do, in lines. */
export function reportLines(texts: ImportTexts, report: ImportReport): string {
  const { number } = texts
  const contacts = (Object.entries(report.contacts) as [keyof ImportReport['contacts'], number][])
    .filter(([, count]) => count > 0)
    .map(([what, count]) => texts.contacts[what](number(count)))
  const shown = report.unused.slice(0, UNUSED_SHOWN).map(({ column, example, couldBe, filled }) => {
    const maps = couldBe.map((field) => `--map ${field}=${column}`)
    return `    ${column}, ${texts.filled(filled)}${example === '' ? '' : texts.example(example)}${maps.length === 0 ? '' : texts.couldBe(maps)}`
  })
  const refused = report.reasons.reduce((sum, { count }) => sum + count, 0)
  const more = (count: number) => (count > 0 ? [`    ${texts.more(number(count))}`] : [])
  const rate = Math.round(report.rows / Math.max(report.seconds, 0.001))
  const lines = [
    `  ${texts.kind(report.kind)}, ${texts.origin(report.source, report.asOf)}`,
    `  ${texts.rows(report.rows)}: ${importCounts(texts, report)}`,
    ...(report.merged > 0 ? [`  ${texts.merged(report.merged)}`] : []),
    ...(contacts.length > 0 ? [`  ${texts.contactsTitle}: ${contacts.join(', ')}`] : []),
    `  ${texts.columns}:`,
    ...report.columns.map(
      ({ field, column, filled, example }) =>
        `    ${field} = ${column}, ${texts.filled(filled)}${example === '' ? '' : texts.example(example)}`,
    ),
    ...(shown.length > 0 ? [`  ${texts.unused}:`, ...shown] : []),
    ...more(report.unused.length - UNUSED_SHOWN),
    ...report.notRows.map(({ what, count }) => `  ${texts.notRow(texts.notRows[what], number(count))}`),
    ...report.reasons.map(({ reason, count }) => `  ${texts.refused(texts.reasons[reason], number(count))}`),
    ...report.refusals.map(({ line, reason }) => `    ${texts.line(number(line))}: ${texts.reasons[reason]}`),
    ...more(refused - report.refusals.length),
    ...(report.unclear > 0 ? [`  ${texts.unclear(number(report.unclear))}`] : []),
    ...report.unclearCells
      .slice(0, UNCLEAR_SHOWN)
      .map(({ line, field, cell }) => `    ${texts.line(number(line))}, ${field}: ${JSON.stringify(cell)}`),
    `  ${texts.speed(report.seconds.toFixed(1), number(rate))}`,
  ]
  return `${lines.join('\n')}\n`
}

/** An import, with its report where it has one. */
export function runLines(texts: ImportTexts, run: ImportRun): string {
  const { id, fileName, state, progress, report, failure } = run
  const lines = [`${id}  ${fileName}  ${texts.states[state]}`]
  if (progress !== null)
    lines.push(
      `  ${texts.phases[progress.phase]}, ${texts.rows(progress.rows)}, ${Math.round(progress.share * 100)} %`,
    )
  if (failure !== null) lines.push(`  ${texts.files[failure.code](failure)}`)
  return `${lines.join('\n')}\n${report === null ? '' : reportLines(texts, report)}`
}
