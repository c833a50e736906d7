import type { App } from '#server/app.ts'
import { transact } from '#server/db/connect.ts'
import { Refusal } from '#server/refusal.ts'
import { askPlatform } from './ask-platform.ts'
import type { FoundVideo } from './find-video.ts'
import { locateVideo } from './locate-video.ts'
import { findOwnChannel, isTracked, keepVideo } from './statistics.sql.ts'

interface Refresh {
  readonly personId: number
  readonly channelName: string
  readonly channelId: string | null
  readonly video: { readonly id: string } | { readonly name: string }
}

/**
 * Asks the platform for a video of a channel that the person bought, and stores the answer as today's.
 * @throws Refusal not_found (no such purchase, no such video of that channel), too_many_requests, provider_failed,
 * unavailable
 */
export async function refreshVideo(
  app: Pick<App, 'db' | 'clock' | 'secret' | 'limits' | 'videos'>,
  { personId, channelName, channelId, video: wanted }: Refresh,
): Promise<FoundVideo> {
  const channel = await findOwnChannel(app.db, { personId, channelName, channelId })
  const platformId = channel?.platformId ?? null
  if (platformId === null) throw new Refusal('not_found')
  const video = await askPlatform(app, () =>
    locateVideo(app, {
      personId,
      channelId: platformId,
      ...('id' in wanted ? { name: wanted.id, isId: true } : { name: wanted.name, isId: false }),
    }),
  )
  if (video === null) throw new Refusal('not_found')
  const isFollowed = await transact(app.db, async (tx) =>
    isTracked(tx, { personId, videoId: await keepVideo(tx, video, app.clock.now()) }),
  )
  return { video, isTracked: isFollowed }
}
