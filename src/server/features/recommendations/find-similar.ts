import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { findChannel } from '#server/features/catalogue/find-channel.sql.ts'
import { Refusal } from '#server/refusal.ts'
import { ownedChannels, similarChannels, type SimilarPage } from './similar.sql.ts'

interface Wanted {
  readonly channelId: string
  readonly limit: number
  /** Whose purchases are left out; null for visitors. */
  readonly holderId: number | null
  readonly signal?: AbortSignal
}

/**
 * Channels like another one, each with its reasons.
 * @throws Refusal not_found when there is no such channel, or it is gone
 */
export async function findSimilar(
  { db, databases, demo }: Core & Pick<App, 'databases'>,
  { channelId, limit, holderId, signal }: Wanted,
): Promise<{ readonly data: SimilarPage['items']; readonly meta: Pick<SimilarPage, 'basis'> }> {
  const excluded = holderId === null ? [] : await ownedChannels(db, holderId)
  const page = await databases.readCatalogue(async (source) => {
    const channel = await findChannel(source.db, channelId, { demo })
    if (channel === null) return null
    return similarChannels(source, { ids: [channel.id], excluded, limit, withDemo: demo !== null, signal })
  })
  if (page === null) throw new Refusal('not_found')
  return { data: page.items, meta: { basis: page.basis } }
}
