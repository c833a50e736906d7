import type { DataOf } from '#shared/api/contract.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { firstKeptDay, oldestKept } from '#server/retention.ts'
import { Refusal } from '#server/refusal.ts'
import { readPage } from './channel-page.sql.ts'

/**
 * What is known about a channel, from our own tables only: the platform is not asked.
 * @throws Refusal not_found when there is no such channel, or it is gone
 */
export async function showChannel(
  app: Core & Pick<App, 'databases'>,
  channelId: string,
): Promise<DataOf<'GET /channels/{channelId}'>> {
  const withDemo = app.demo !== null
  const page = await app.databases.readCatalogue(({ db }) =>
    readPage(db, { channelId, withDemo, firstDay: firstKeptDay(app), oldest: oldestKept(app) }),
  )
  if (page === null) throw new Refusal('not_found')
  return {
    ...page,
    uploadsListedSince: page.uploadsListedSince?.toISOString() ?? null,
    uploadsReadAt: page.uploadsReadAt?.toISOString() ?? null,
    fetchedAt: page.fetchedAt.toISOString(),
  }
}
