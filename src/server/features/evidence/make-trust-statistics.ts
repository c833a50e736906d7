import type { TrustStatistics } from '#shared/api/evidence.ts'
import { CONTENT_TYPES, contentTypesOf, SUBSCRIBER_RANGES } from '#shared/rules/filters.ts'
import { atLeast, MIN_CELL_SIZE, MIN_PEOPLE, shareOf, TRUST_MONTHS } from '#shared/rules/trust.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { moscowDate } from '#server/clock.ts'
import {
  type AgeCount,
  type ChannelCount,
  countAges,
  countChannels,
  countMonth,
  keepTrust,
  type MonthCount,
  readReturnTimes,
  readTrust,
} from './trust.sql.ts'

type CountingApp = Core & Pick<App, 'databases'>

const BLOCKS = 4_096
/** The number of parts that the catalogue is counted in, each by a short statement: a replica gives one 2 s. */
const PARTS = 64

/** Ages are read of contacts by a random sample of at least this size: the median is then within a per cent of the order. */
const AGES_MAX = 20_000
/** The first part of that sample, in blocks, and the contacts below which the next part is twice as large. */
const AGES_PART = { blocks: 4, few: 5_000 }

/**
 * Counts what is public, and keeps it as that of today. Counts below the minimum are left out here, before anything is kept.
 * Purchases are read on the primary, a month at a time; the catalogue where searches read, in parts.
 * @param agesMax as many contacts are a large sample
 */
export async function makeTrustStatistics(app: CountingApp, agesMax = AGES_MAX): Promise<void> {
  const { db, demo } = app
  const withDemo = demo !== null
  const now = app.clock.now()
  const day = moscowDate(now)
  const counts: { readonly month: string; readonly count: MonthCount }[] = []
  for (const month of monthsUntil(day)) {
    counts.push({ month, count: await countMonth(db, { month: `${month}-01`, now, withDemo }) })
  }
  const months = counts.map(({ month, count }) => ({
    month,
    isFinished: count.isFinished,
    statistics: statisticsOf(count),
  }))
  // A time is one more number about a month's purchases: what is left out above must not speak here.
  const shown = months.filter(({ statistics }) => statistics !== null).map(({ month }) => `${month}-01`)
  const statistics: TrustStatistics = {
    months,
    returnTime: await readReturnTimes(db, { months: shown, withDemo }),
    contactDays: await readContactDays(app, now, agesMax),
    coverage: await readCoverage(app),
  }
  await keepTrust(db, { day, statistics, now })
}

/** Makes the first ones, so that nobody finds an empty page before the first night. */
export async function makeFirstTrustStatistics(app: CountingApp): Promise<void> {
  if ((await readTrust(app)) === null) await makeTrustStatistics(app)
}

/** The months up to that of a day, oldest first, as `2026-11`. */
function monthsUntil(day: string): string[] {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return Array.from({ length: TRUST_MONTHS }, (_, place) =>
    new Date(Date.UTC(year, month - TRUST_MONTHS + place, 1)).toISOString().slice(0, 7),
  )
}

function statisticsOf(count: MonthCount): TrustStatistics['months'][number]['statistics'] {
  const { reveals, people, bounced, byReport, byObjection } = count
  if (reveals < MIN_CELL_SIZE || people < MIN_PEOPLE) return null
  return {
    reveals: atLeast(reveals),
    bounced: shareOf(bounced, reveals),
    returned: { report: byReport, objection: byObjection },
    returnedShare: { report: shareOf(byReport, reveals), objection: shareOf(byObjection, reveals) },
  }
}

async function readCoverage({ databases, demo }: CountingApp): Promise<TrustStatistics['coverage']> {
  const counts: ChannelCount[] = []
  for (let from = 0; from < BLOCKS; from += BLOCKS / PARTS) {
    const blocks = { from, before: from + BLOCKS / PARTS }
    counts.push(...(await databases.readCatalogue((source) => countChannels(source, blocks, demo !== null))))
  }
  return {
    contentTypes: CONTENT_TYPES.map((contentType) => ({
      contentType,
      share: coverageOf(counts.filter((one) => contentTypesOf(one.contentTypes).includes(contentType))),
    })),
    sizes: SUBSCRIBER_RANGES.map(({ label }, place) => ({
      size: label,
      share: coverageOf(counts.filter(({ size }) => size === place)),
    })),
  }
}

/** No numbers of channels are published: nothing that is left out is the rest of a sum. */
function coverageOf(counts: readonly ChannelCount[]): number | null {
  const channels = counts.reduce((sum, one) => sum + one.channels, 0)
  const contacts = counts.reduce((sum, one) => sum + one.contacts, 0)
  return channels < MIN_CELL_SIZE ? null : shareOf(contacts, channels)
}

async function readContactDays(
  { databases, demo }: CountingApp,
  now: Date,
  agesMax: number,
): Promise<number | null> {
  const counts: AgeCount[] = []
  let read = 0
  let { blocks } = AGES_PART
  for (let from = 0; from < BLOCKS && read < agesMax; ) {
    const part = { from, before: Math.min(BLOCKS, from + blocks) }
    const ages = await databases.readCatalogue((source) => countAges(source, part, demo !== null, now))
    const contacts = ages.reduce((sum, one) => sum + one.contacts, 0)
    counts.push(...ages)
    read += contacts
    from = part.before
    if (contacts < AGES_PART.few) blocks *= 2
  }
  if (read < MIN_CELL_SIZE) return null
  let younger = 0
  const middle = counts
    .toSorted((one, other) => one.days - other.days)
    .find(({ contacts }) => (younger += contacts) * 2 >= read)
  return middle?.days ?? null
}
