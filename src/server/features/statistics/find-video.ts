import { type VideoFacts, VideosUnavailable } from '#server/platforms/videos.ts'
import type { Core } from '#server/core.ts'
import { idOf, type OpenPlatform, platformOf, refOf } from '#server/platforms/platform.ts'
import { readVideoAddress } from '#server/platforms/video-addresses.ts'
import { transact } from '#server/db/connect.ts'
import { holderTransaction } from '#server/holders/holder-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import { locateVideo, locateVideos, newestVideos, type PlatformChannel } from './locate-video.ts'
import { firstKeptDay } from '#server/retention.ts'
import { type ChannelNamed, findOwnChannel, isTracked, startTracking } from './tracking.sql.ts'
import { findKeptVideo, holdVideo, keepVideo } from './videos.sql.ts'

interface Asker {
  /** The person whose daily limit it counts towards. */
  readonly actorId: number
}

interface Lookup extends ChannelNamed, Asker {
  /** A title or a part of it, an address, or an id. */
  readonly videoName: string
}

export interface FoundVideo {
  readonly video: Pick<VideoFacts, 'videoId' | 'title' | 'thumbnail' | 'likes' | 'views'>
  readonly isTracked: boolean
}

/**
 * Finds a video of a channel that the person bought, stores today's numbers and starts to follow it. A stored video that is
 * named by id or address is followed even when the platform does not answer or no longer lists it.
 * @throws Refusal not_found (no such purchase, no such video), too_many_requests, provider_failed, unavailable
 */
export async function findVideo(app: Core, { videoName, actorId, ...named }: Lookup): Promise<FoundVideo> {
  const { holderId } = named
  const channel = await ownChannel(app, named)
  const { platform, channelId } = channel
  const name = idOf(videoName, platform)
  const address = readVideoAddress(name, platform)
  const kept =
    address === null
      ? null
      : await findKeptVideo(app.db, {
          platform: platform.name,
          channelId,
          videoId: address.videoId,
          since: firstKeptDay(app),
        })
  const video = await askPlatform(app, async () => {
    try {
      return await locateVideo(app, {
        actorId,
        ...channel,
        name: kept?.videoId ?? name,
        isId: kept !== null,
      })
    } catch (error) {
      const isUnanswered = error instanceof VideosUnavailable || error instanceof Refusal
      if (kept === null || !isUnanswered) throw error
      return null
    }
  })
  const answer = video ?? kept
  if (answer === null) throw new Refusal('not_found')
  const now = app.clock.now()
  const isFollowed = await holderTransaction(app, { holderId, actorId, scope: 'statistics' }, async (tx) => {
    const videoId =
      'id' in answer ? await holdVideo(tx, answer.id) : await keepVideo(tx, platform.name, answer, now)
    // Purged while the platform was asked.
    if (videoId === null) throw new Refusal('not_found')
    return startTracking(tx, { holderId, videoId, now })
  })
  return { video: withRef(app, platform, answer), isTracked: isFollowed }
}

interface Refresh extends ChannelNamed, Asker {
  readonly video: { readonly id: string } | { readonly name: string }
}

/**
 * Asks the platform for a video of a channel that the person bought, and stores the answer as today's.
 * @throws Refusal not_found (no such purchase, no such video of that channel), too_many_requests, provider_failed,
 * unavailable
 */
export async function refreshVideo(
  app: Core,
  { video: wanted, actorId, ...named }: Refresh,
): Promise<FoundVideo> {
  const { holderId } = named
  const channel = await ownChannel(app, named)
  const { platform } = channel
  const video = await askPlatform(app, () =>
    locateVideo(app, {
      actorId,
      ...channel,
      ...('id' in wanted
        ? { name: idOf(wanted.id, platform), isId: true }
        : { name: wanted.name, isId: false }),
    }),
  )
  if (video === null) throw new Refusal('not_found')
  const isFollowed = await transact(app.db, async (tx) =>
    isTracked(tx, { holderId, videoId: await keepVideo(tx, platform.name, video, app.clock.now()) }),
  )
  return { video: withRef(app, platform, video), isTracked: isFollowed }
}

/**
 * Videos of a channel that the person bought, to choose from: the newest, or those that a text fits. Follows and stores
 * nothing.
 * @throws Refusal as above
 */
export async function listVideos(
  app: Core,
  { holderId, actorId, channelId: id, text }: Asker & { holderId: number; channelId: string; text: string },
): Promise<readonly VideoFacts[]> {
  const channel = await ownChannel(app, { holderId, channelName: '', channelId: id })
  const name = idOf(text, channel.platform)
  const videos = await askPlatform(app, () =>
    text === ''
      ? newestVideos(app, { actorId, ...channel })
      : locateVideos(app, { actorId, ...channel, name, isId: false }),
  )
  return videos.map((video) => withRef(app, channel.platform, video))
}

/** @throws Refusal `not_found`: no such purchase, or of no platform that can be asked */
async function ownChannel(app: Core, named: ChannelNamed): Promise<PlatformChannel> {
  const { platform: name = null, platformId = null } = (await findOwnChannel(app.db, named)) ?? {}
  const platform = platformOf(app.platforms, name)
  if (platform === null || platformId === null) throw new Refusal('not_found')
  return { platform, channelId: platformId }
}

/** A video with the id that the API uses. */
function withRef<T extends Pick<VideoFacts, 'videoId'>>(
  { platforms }: Core,
  { name }: OpenPlatform,
  video: T,
): T {
  return { ...video, videoId: refOf(platforms, name, video.videoId) }
}

/**
 * Asks the video platform on a person's behalf.
 * @throws Refusal `unavailable` with the time until the quota is renewed, `not_found` for what the platform shows to nobody,
 * otherwise `provider_failed`
 */
async function askPlatform<T>({ clock }: Core, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof VideosUnavailable)) throw error
    if (error.reason === 'closed') throw new Refusal('not_found')
    if (error.reason !== 'quota' || error.retryAt === null) throw new Refusal('provider_failed')
    throw new Refusal('unavailable', {
      retryAfter: (error.retryAt.getTime() - clock.now().getTime()) / 1_000,
      extras: { quotaResetsAt: error.retryAt.toISOString() },
    })
  }
}
