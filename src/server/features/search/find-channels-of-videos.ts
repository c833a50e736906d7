import { readNamedChannels } from '#server/platforms/named-channels.ts'
import { linkTo, platformOf } from '#server/platforms/platform.ts'
import { type NamedVideo, videoIn } from '#server/platforms/video-addresses.ts'
import {
  askWithBisection,
  IDS_PER_CALL,
  patienceOfPeople,
  VideosUnavailable,
} from '#server/platforms/videos.ts'
import type { Core } from '#server/core.ts'
import { Refusal } from '#server/refusal.ts'
import type { DataOf } from '#shared/api/contract.ts'

type Problem = NonNullable<DataOf<'POST /seeds'>[number]['problem']>

/** By the names of videos, as `videoName` makes them. */
export interface FoundVideos {
  /** Their channels; none for a video that does not exist. */
  readonly channels: ReadonlyMap<string, { readonly platform: string; readonly platformId: string }>
  /** Why nobody knows. */
  readonly problems: ReadonlyMap<string, Problem>
}

export const videoName = ({ platform, videoId }: NamedVideo) => `${platform}:${videoId}`

interface Asker {
  readonly personId: number | null
  /** Counts the calls of visitors; null when the platform is not asked on their behalf. */
  readonly network: string | null
}

/**
 * The text to search for: for the address of a video its channel's page, otherwise the given text.
 * @throws Refusal `provider_failed` when the platform gives no answer, too_many_requests
 */
export async function nameVideosChannel(app: Core, text: string, asker: Asker): Promise<string> {
  const { platforms } = app
  const video = readNamedChannels(text, platforms).links.length > 0 ? null : videoIn(text, platforms)
  if (video === null) return text
  const { channels, problems } = await findChannelsOfVideos(app, { named: [video], ...asker })
  if (problems.has(videoName(video))) throw new Refusal('provider_failed')
  const [platform, channel] = [platformOf(platforms, video.platform), channels.get(videoName(video))]
  return (platform && channel && linkTo(platform, channel.platformId, null).url) ?? text
}

/**
 * Asks the platforms whose videos these are: one call for 50, within the asker's limit. When one does not answer within 5 s in
 * all, the videos asked until then keep their channels.
 */
export async function findChannelsOfVideos(
  { platforms, limits }: Core,
  { named, personId, network }: Asker & { readonly named: readonly NamedVideo[] },
): Promise<FoundVideos> {
  const channels = new Map<string, { readonly platform: string; readonly platformId: string }>()
  const problems = new Map<string, Problem>()
  const signal = patienceOfPeople()
  for (const { name: platform, videos } of platforms) {
    const left = [...new Set(named.flatMap((video) => (video.platform === platform ? video.videoId : [])))]
    const failAll = (problem: Problem) => {
      for (const videoId of left) problems.set(videoName({ platform, videoId }), problem)
    }
    if (personId === null && network === null) {
      failAll('log_in')
      continue
    }
    try {
      while (left.length > 0) {
        const { found, malformed } = await askWithBisection(left.slice(0, IDS_PER_CALL), async (ids) => {
          if (personId !== null) await limits.consume('platform_units', String(personId))
          else if (network !== null) await limits.consume('platform_videos', network)
          return videos.videos(ids, personId === null ? 'visitor' : 'person', signal)
        })
        for (const { videoId, channelId: platformId } of found)
          channels.set(videoName({ platform, videoId }), { platform, platformId })
        for (const videoId of malformed) problems.set(videoName({ platform, videoId }), 'unavailable')
        left.splice(0, IDS_PER_CALL)
      }
    } catch (error) {
      failAll(problemOf(error))
    }
  }
  return { channels, problems }
}

function problemOf(error: unknown): Problem {
  if (error instanceof VideosUnavailable) return error.reason === 'quota' ? 'quota' : 'unavailable'
  // The person's own share of the day.
  if (error instanceof Refusal && error.code === 'too_many_requests') return 'quota'
  throw error
}
