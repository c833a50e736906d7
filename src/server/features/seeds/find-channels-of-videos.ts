import {
  askWithBisection,
  IDS_PER_CALL,
  patienceOfPeople,
  VideosUnavailable,
} from '#server/adapters/videos/videos.ts'
import type { App } from '#server/app.ts'
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

interface Asked {
  readonly videoIds: readonly string[]
  readonly personId: number | null
}

/**
 * Asks the platform whose videos these are: one call for 50, within the person's daily limit. When it does not answer within 5 s in all, the
 * videos asked until then keep their channels.
 */
export async function findChannelsOfVideos(
  { videos, limits }: Pick<App, 'videos' | 'limits'>,
  { videoIds, personId }: Asked,
): Promise<FoundVideos> {
  const channelIds = new Map<string, string>()
  const problems = new Map<string, Problem>()
  const left = [...new Set(videoIds)]
  const failAll = (problem: Problem) => {
    for (const videoId of left) problems.set(videoId, problem)
  }
  if (personId === null) {
    failAll('log_in')
    return { channelIds, problems }
  }
  const signal = patienceOfPeople()
  try {
    while (left.length > 0) {
      const { found, malformed } = await askWithBisection(left.slice(0, IDS_PER_CALL), async (ids) => {
        await limits.consume('platform_units', String(personId))
        return videos.videos(ids, 'person', signal)
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
