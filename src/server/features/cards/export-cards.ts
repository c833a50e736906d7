import { EXPORT_COLUMNS, type ExportColumn, type ExportFormat } from '#shared/rules/purchases.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { boughtContacts, listsOfChannels } from '#shared/i18n/server-texts.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import type { AnsweredFile } from '#server/feature.ts'
import { newestPurchased } from '#server/features/reveals/reveals.sql.ts'
import { holderTransaction } from '#server/holders/holder-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import { type Cell, dayCells, writeSpreadsheet } from '#server/write-spreadsheet.ts'
import { type Card, noteExport, readCards, type WantedCards } from './cards.sql.ts'
import { readLists } from './lists.sql.ts'

interface Export {
  readonly holderId: number
  /** The person who takes the file. */
  readonly actorId: number
  readonly network: string
  readonly language: Language
  readonly format: ExportFormat
  readonly columns?: readonly ExportColumn[] | undefined
  /** A list's number, or all cards; purchases by default. */
  readonly list?: number | 'all' | undefined
  /** Whose days the file shows. */
  readonly zone: string
}

/** Cards read at a time; between two reads nothing is held in the database. */
const READ = 500

/** Widths in the workbook, in characters. */
const WIDTHS: Readonly<Record<ExportColumn, number>> = {
  channel_name: 32,
  email: 36,
  status: 16,
  note: 40,
  tags: 24,
  nextStepOn: 14,
  price: 12,
  currency: 10,
  owner: 18,
  subsCount: 14,
  content_type: 24,
  country: 20,
  language: 16,
  source: 32,
  lastSeenAt: 14,
  boughtAt: 14,
  withheld: 40,
  addedAt: 14,
  url: 44,
  channelId: 28,
  version: 10,
}

const DAYS: ReadonlySet<ExportColumn> = new Set(['nextStepOn', 'lastSeenAt', 'boughtAt', 'addedAt'])

/**
 * A holder's cards as a file for spreadsheets, read while it is sent, and an event on each card.
 * @throws Refusal not_found: no such list
 */
export async function exportCards(
  core: Core,
  { holderId, actorId, network, language, format, columns = EXPORT_COLUMNS, list, zone }: Export,
): Promise<AnsweredFile> {
  const { purchases } = boughtContacts[language]
  const words: Words = {
    language,
    types: listsOfChannels[language].labels.contentTypes,
    dayOf: dayCells(zone),
    countries: new Intl.DisplayNames(language, { type: 'region' }),
    languages: new Intl.DisplayNames(language, { type: 'language' }),
  }
  const wanted = list === undefined ? { isPurchase: true } : list === 'all' ? {} : { list }
  if (wanted.list !== undefined) {
    const [found] = await readLists(core.db, core, holderId, wanted.list)
    if (found === undefined) throw new Refusal('not_found')
  }
  await holderTransaction(core, { holderId, actorId, scope: 'purchases:read' }, (tx) =>
    noteExport(tx, { holderId, actorId, wanted, format, now: core.clock.now() }),
  )
  core.security.record('exported', { personId: actorId, network })
  const cards = list === undefined ? cardsOfPurchases(core.db, holderId) : allCards(core.db, holderId, wanted)
  async function* rows() {
    for await (const card of cards) {
      const row = cellsOf(card, words)
      yield columns.map((column) => row[column])
    }
  }
  return writeSpreadsheet({
    name: list === undefined ? 'channelbook-purchases' : 'channelbook-cards',
    title: purchases.title,
    format,
    language,
    columns: columns.map((column) => ({
      header: purchases.columns[column],
      width: WIDTHS[column],
      isDay: DAYS.has(column),
    })),
    rows: rows(),
  })
}

/** Pages one after another: each purchase once, newest first, also while others come and go. */
async function* cardsOfPurchases(db: App['db'], holderId: number) {
  let after: number | undefined
  for (;;) {
    const page = await newestPurchased(db, holderId, { limit: READ, after })
    const channels = page.map(({ channel }) => channel)
    const found = await readCards(db, holderId, { channels }, { limit: READ })
    const cards = new Map(found.map(({ card }) => [card.purchase?.transaction_id, card]))
    for (const { transactionId, channelName } of page) {
      const card = cards.get(transactionId)
      if (card !== undefined) yield { ...card, channel_name: channelName }
    }
    after = page.at(-1)?.transactionId
    if (page.length < READ) return
  }
}

async function* allCards(db: App['db'], holderId: number, wanted: WantedCards) {
  let page: Awaited<ReturnType<typeof readCards>> = []
  do {
    page = await readCards(db, holderId, wanted, { limit: READ, after: page.at(-1)?.place })
    for (const { card } of page) yield card
  } while (page.length === READ)
}

interface Words {
  readonly language: Language
  readonly types: Readonly<Record<string, string>>
  readonly dayOf: (instant: string) => Date
  readonly countries: Intl.DisplayNames
  readonly languages: Intl.DisplayNames
}

function cellsOf(
  card: Card,
  { language, types, dayOf, countries, languages }: Words,
): Readonly<Record<ExportColumn, Cell>> {
  const { purchases, reveals } = boughtContacts[language]
  const { purchase, price } = card
  const { source = null, lastSeenAt = null, boughtAt = null, withheld = null } = purchase ?? {}
  const kinds: Readonly<Record<string, string>> = reveals.sourceKinds
  const day = (instant: string | null) => (instant === null ? null : dayOf(instant))
  return {
    channel_name: card.channel_name,
    email: purchase?.email ?? null,
    status: purchases.statuses[card.stage],
    note: card.note,
    tags: card.tags.join(', '),
    nextStepOn: card.nextStepOn === null ? null : new Date(`${card.nextStepOn}T00:00:00Z`),
    price: price?.amount ?? null,
    currency: price?.currency ?? null,
    owner: card.owner?.username ?? null,
    subsCount: card.subsCount,
    content_type: card.content_type
      .split(',')
      .map((type) => types[type] ?? type)
      .join(', '),
    country: card.country && (countries.of(card.country) ?? null),
    language: card.language && (languages.of(card.language) ?? null),
    source: source !== null && Object.hasOwn(kinds, source) ? kinds[source]! : source,
    lastSeenAt: day(lastSeenAt),
    boughtAt: day(boughtAt),
    withheld: withheld === null ? null : purchases.withheld[withheld],
    addedAt: dayOf(card.addedAt),
    url: card.url,
    channelId: card.channelId,
    version: card.version,
  }
}
