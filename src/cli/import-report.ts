import type { ImportReport } from '#server/features/import/import-channels.ts'

/** What an import did, in words for the operator. */
export function reportText(report: ImportReport): string {
  const { isDryRun } = report
  const lines = [
    `${report.file}${isDryRun ? '  (dry run: nothing was changed)' : ''}`,
    `  ${report.shape === null ? 'columns found by their names' : `kind: ${report.shape}`}, source: ${report.source}, as of ${report.asOf.toISOString().slice(0, 10)}`,
    `  ${number(report.rows)} rows: ${counts(report)}`,
  ]
  if (report.merged > 0)
    lines.push(`  ${number(report.merged)} channels turned out to be duplicates and were merged`)
  const contacts = contactCounts(report)
  if (contacts !== '') lines.push(`  contacts: ${contacts}`)
  if (report.shape === null) lines.push(...columnLines(report))
  lines.push(...unusedLines(report))
  for (const [what, count] of Object.entries(report.skipped))
    lines.push(`  lines without a channel, ${what}: ${number(count)}`)
  for (const [reason, count] of Object.entries(report.reasons))
    lines.push(`  refused, ${reason}: ${number(count)}`)
  for (const { line, reason } of report.refusals) lines.push(`    line ${number(line)}: ${reason}`)
  const more = report.refused + report.contactsRefused - report.refusals.length
  if (more > 0) lines.push(`    and ${number(more)} more`)
  if (report.unclear > 0) lines.push(`  values not understood, taken as unknown: ${number(report.unclear)}`)
  for (const { line, field, cell } of report.unclearCells.slice(0, 5))
    lines.push(`    line ${number(line)}, ${field}: ${JSON.stringify(cell)}`)
  if (report.quarantine !== null) lines.push(`  refused rows are kept in ${report.quarantine}`)
  const rate = Math.round(report.rows / Math.max(report.seconds, 0.001))
  lines.push(`  ${report.seconds.toFixed(1)} s, ${number(rate)} rows/s`)
  return `${lines.join('\n')}\n`
}

function counts({ added, changed, unchanged, duplicates, refused }: ImportReport): string {
  const parts = [`${number(added)} new`, `${number(changed)} changed`, `${number(unchanged)} unchanged`]
  if (duplicates > 0) parts.push(`${number(duplicates)} about a channel that another row describes better`)
  parts.push(`${number(refused)} refused`)
  return parts.join(', ')
}

function contactCounts(report: ImportReport): string {
  const parts: [number, string][] = [
    [report.contactsAdded, 'new'],
    [report.contactsChanged, 'seen at other dates'],
    [report.contactsRefused, 'refused'],
    [report.contactsWithheld, 'withheld because their owners objected'],
    [report.contactsTooOld, 'left out because they were last seen too long ago'],
  ]
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${number(count)} ${words}`)
    .join(', ')
}

function columnLines({ columns }: ImportReport): string[] {
  const pairs = Object.entries(columns).map(([field, headers]) => `${field} = ${headers.join(' or ')}`)
  return [`  columns: ${pairs.join(', ')}`]
}

function unusedLines({ unused }: ImportReport): string[] {
  if (unused.length === 0) return []
  const lines = unused.slice(0, UNUSED_SHOWN).map(({ column, example, couldBe }) => {
    const given = example === '' ? '' : `, for example ${JSON.stringify(example)}`
    const named =
      couldBe.length === 0
        ? ''
        : `; could be --map ${couldBe.map((field) => `${field}=${column}`).join(' or ')}`
    return `    ${column}${given}${named}`
  })
  const more = unused.length - UNUSED_SHOWN
  return ['  columns not used:', ...lines, ...(more > 0 ? [`    and ${number(more)} more`] : [])]
}

const UNUSED_SHOWN = 40

function number(value: number): string {
  return value.toLocaleString('en')
}
