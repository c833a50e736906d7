import type { TrustStatistics } from '#shared/api/evidence.ts'
import { CONTENT_TYPES, contentTypesOf, SUBSCRIBER_RANGES } from '#shared/rules/filters.ts'
import { atLeast, MIN_CELL_SIZE, MIN_PEOPLE, shareOf } from '#shared/rules/trust.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { moscowDate } from '#server/clock.ts'
import { type ChannelCount, countTrust, keepTrust, type MonthCount, readTrust } from './trust.sql.ts'

type CountingApp = Core & Pick<App, 'databases'>

/**
 * Counts what is public, and keeps it as that of today. Counts below the minimum are left out here, before anything is kept. The
 * statement may take two minutes.
 */
export async function makeTrustStatistics({ db, databases, demo, clock }: CountingApp): Promise<void> {
  const now = clock.now()
  const day = moscowDate(now)
  const { months, returnTime, contactDays, channels } = await countTrust(databases.forChecks, {
    day,
    now,
    withDemo: demo !== null,
  })
  const statistics: TrustStatistics = {
    months: months.map((count) => ({
      month: count.month,
      isFinished: count.isFinished,
      statistics: statisticsOf(count),
    })),
    returnTime,
    contactDays,
    coverage: {
      contentTypes: CONTENT_TYPES.map((contentType) => ({
        contentType,
        share: coverageOf(channels.filter((one) => contentTypesOf(one.contentTypes).includes(contentType))),
      })),
      sizes: SUBSCRIBER_RANGES.map(({ label }, place) => ({
        size: label,
        share: coverageOf(channels.filter(({ size }) => size === place)),
      })),
    },
  }
  await keepTrust(db, { day, statistics, now })
}

/** Makes the first ones, so that nobody finds an empty page before the first night. */
export async function makeFirstTrustStatistics(app: CountingApp): Promise<void> {
  if ((await readTrust(app)) === null) await makeTrustStatistics(app)
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

/** No numbers of channels are published: nothing that is left out is the rest of a sum. */
function coverageOf(counts: readonly ChannelCount[]): number | null {
  const channels = counts.reduce((sum, one) => sum + one.channels, 0)
  const contacts = counts.reduce((sum, one) => sum + one.contacts, 0)
  return channels < MIN_CELL_SIZE ? null : shareOf(contacts, channels)
}
