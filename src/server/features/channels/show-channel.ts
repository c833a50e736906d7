import type { DataOf } from '#shared/api/contract.ts'
import type { App } from '#server/app.ts'
import { moscowDate } from '#server/clock.ts'
import { Refusal } from '#server/refusal.ts'
import { readPage } from './channel-page.sql.ts'

const DAY_MS = 86_400_000

/** The oldest instant from which the platform's data may be shown. */
export function oldestShown({ clock, config }: Pick<App, 'clock' | 'config'>): Date {
  return new Date(clock.now().getTime() - config.statisticsRetentionDays * DAY_MS)
}

/** The oldest Moscow date of which numbers may be shown: its first minute is within the retention. */
export function firstShownDay({ clock, config }: Pick<App, 'clock' | 'config'>): string {
  return moscowDate(new Date(clock.now().getTime() - (config.statisticsRetentionDays - 1) * DAY_MS))
}

/**
 * What is known about a channel, from our own tables only: the platform is not asked.
 * @throws Refusal not_found when there is no such channel, or it is gone
 */
export async function showChannel(
  app: Pick<App, 'readCatalogue' | 'withDemo' | 'clock' | 'config'>,
  channelId: string,
): Promise<DataOf<'GET /channels/{channelId}'>> {
  const { withDemo } = app
  const page = await app.readCatalogue(({ db }) =>
    readPage(db, { channelId, withDemo, firstDay: firstShownDay(app), oldest: oldestShown(app) }),
  )
  if (page === null) throw new Refusal('not_found')
  return {
    ...page,
    uploadsListedSince: page.uploadsListedSince?.toISOString() ?? null,
    fetchedAt: page.fetchedAt.toISOString(),
  }
}
