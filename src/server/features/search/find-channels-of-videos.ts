import { readNamedChannels } from '#server/features/catalogue/channel-links.ts'
import { videoIdIn } from '#server/features/catalogue/video-links.ts'
import {
  askWithBisection,
  IDS_PER_CALL,
  patienceOfPeople,
  VideosUnavailable,
} from '#server/adapters/videos/videos.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { Refusal } from '#server/refusal.ts'
import type { DataOf } from '#shared/api/contract.ts'

type Problem = NonNullable<DataOf<'POST /seeds'>[number]['problem']>

/** By the ids of videos. */
export interface FoundVideos {
  /** The platform's ids of their channels; none for a video that does not exist. */
  readonly channelIds: ReadonlyMap<string, string>
  /** Why nobody knows. */
  readonly problems: ReadonlyMap<string, Problem>
}

interface Asker {
  readonly personId: number | null
  /** Counts the calls of visitors; null when the platform is not asked on their behalf. */
  readonly network: string | null
}

/**
 * The text to search for: for the address of a video its channel's id, otherwise the given text.
 * @throws Refusal `provider_failed` when the platform gives no answer, too_many_requests
 */
export async function nameVideosChannel(
  app: Core & Pick<App, 'videos'>,
  text: string,
  asker: Asker,
): Promise<string> {
  const videoId = readNamedChannels(text).links.length > 0 ? null : videoIdIn(text)
  if (videoId === null) return text
  const { channelIds, problems } = await findChannelsOfVideos(app, { videoIds: [videoId], ...asker })
  if (problems.has(videoId)) throw new Refusal('provider_failed')
  return channelIds.get(videoId) ?? text
}

/**
 * Asks the platform whose videos these are: one call for 50, within the asker's limit. When it does not answer within 5 s in all, the
 * videos asked until then keep their channels.
 */
export async function findChannelsOfVideos(
  { videos, limits }: Core & Pick<App, 'videos'>,
  { videoIds, personId, network }: Asker & { readonly videoIds: readonly string[] },
): Promise<FoundVideos> {
  const channelIds = new Map<string, string>()
  const problems = new Map<string, Problem>()
  const left = [...new Set(videoIds)]
  const failAll = (problem: Problem) => {
    for (const videoId of left) problems.set(videoId, problem)
  }
  if (personId === null && network === null) {
    failAll('log_in')
    return { channelIds, problems }
  }
  const signal = patienceOfPeople()
  try {
    while (left.length > 0) {
      const { found, malformed } = await askWithBisection(left.slice(0, IDS_PER_CALL), async (ids) => {
        if (personId !== null) await limits.consume('platform_units', String(personId))
        else if (network !== null) await limits.consume('platform_videos', network)
        return videos.videos(ids, personId === null ? 'visitor' : 'person', signal)
      })
      for (const { videoId, channelId } of found) channelIds.set(videoId, channelId)
      for (const videoId of malformed) problems.set(videoId, 'unavailable')
      left.splice(0, IDS_PER_CALL)
    }
  } catch (error) {
    failAll(problemOf(error))
  }
  return { channelIds, problems }
}

function problemOf(error: unknown): Problem {
  if (error instanceof VideosUnavailable) return error.reason === 'quota' ? 'quota' : 'unavailable'
  // The person's own share of the day.
  if (error instanceof Refusal && error.code === 'too_many_requests') return 'quota'
  throw error
}
