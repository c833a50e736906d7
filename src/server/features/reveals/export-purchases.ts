import { EXPORT_COLUMNS, type ExportColumn, type ExportFormat } from '#shared/rules/purchases.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { boughtContacts } from '#shared/i18n/server-texts.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import type { AnsweredFile } from '#server/feature.ts'
import { type Cell, dayCells, writeSpreadsheet } from '#server/write-spreadsheet.ts'
import { newestPurchases, type PurchaseRecord } from './reveals.sql.ts'

interface Export {
  readonly holderId: number
  /** The person who takes the file. */
  readonly actorId: number
  readonly network: string
  readonly language: Language
  readonly format: ExportFormat
  readonly columns?: readonly ExportColumn[] | undefined
  /** Whose days the file shows. */
  readonly zone: string
}

/** Purchases read at a time; between two reads nothing is held in the database. */
const READ = 500

/** Widths in the workbook, in characters. */
const WIDTHS: Readonly<Record<ExportColumn, number>> = {
  channel_name: 32,
  email: 36,
  status: 16,
  note: 40,
  source: 32,
  lastSeenAt: 14,
  boughtAt: 14,
  withheld: 40,
  url: 44,
  channelId: 28,
}

/** All of a holder's purchases as a file for spreadsheets, newest first, read while it is sent. */
export function exportPurchases(
  { db, security }: Core,
  { holderId, actorId, network, language, format, columns = EXPORT_COLUMNS, zone }: Export,
): AnsweredFile {
  const { purchases } = boughtContacts[language]
  const dayOf = dayCells(zone)
  async function* rows() {
    for await (const record of allPurchases(db, holderId)) {
      const row = cellsOf(record, language, dayOf)
      yield columns.map((column) => row[column])
    }
  }
  security.record('exported', { personId: actorId, network })
  return writeSpreadsheet({
    name: 'channelbook-purchases',
    title: purchases.title,
    format,
    language,
    columns: columns.map((column) => ({
      header: purchases.columns[column],
      width: WIDTHS[column],
      isDay: column === 'lastSeenAt' || column === 'boughtAt',
    })),
    rows: rows(),
  })
}

/** Pages of the list one after another: each purchase once, also while others come and go. */
async function* allPurchases(db: App['db'], holderId: number) {
  let after: number | undefined
  for (;;) {
    const page = await newestPurchases(db, holderId, { limit: READ, after })
    yield* page
    after = page.at(-1)?.transaction_id
    if (page.length < READ) return
  }
}

type Cells = Readonly<Record<ExportColumn, Cell>>

function cellsOf(record: PurchaseRecord, language: Language, dayOf: (instant: string) => Date): Cells {
  const { purchases, reveals } = boughtContacts[language]
  const { source } = record
  const kinds: Readonly<Record<string, string>> = reveals.sourceKinds
  return {
    ...record,
    status: purchases.statuses[record.status],
    source: source !== null && Object.hasOwn(kinds, source) ? kinds[source]! : source,
    lastSeenAt: record.lastSeenAt === null ? null : dayOf(record.lastSeenAt),
    boughtAt: dayOf(record.boughtAt),
    withheld: record.withheld === null ? null : purchases.withheld[record.withheld],
  }
}
