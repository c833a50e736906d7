import type { DataOf } from '#shared/api/contract.ts'
import type { ShownVideo } from './channel-videos.sql.ts'
import { DAY_MS } from '#shared/rules/time.ts'

type Calculated = NonNullable<DataOf<'GET /channels/{channelId}/videos'>['calculated']>

/** Most of a video's views come within its first week. */
const SETTLED_MS = 7 * DAY_MS

/**
 * Metrics of our own from the platform's. They may be shown only where YOUTUBE_AMENDMENT_ACCEPTED is true; the caller sees to
 * that (`src/shared/rules/derived-fields.ts`).
 */
export function calculate(videos: readonly ShownVideo[], now: Date): Calculated {
  const settled = videos.filter(
    ({ publishedAt }) => publishedAt !== null && now.getTime() - Date.parse(publishedAt) >= SETTLED_MS,
  )
  const views = settled.flatMap((video) => video.views ?? [])
  const reactions = settled.flatMap((video) =>
    video.views === null || video.views === 0 || video.likes === null || video.comments === null
      ? []
      : ((video.likes + video.comments) / video.views) * 1_000,
  )
  const median = medianOf(views)
  return {
    medianViews: median === null ? null : Math.round(median),
    usualViews: middleHalf(views),
    engagementPer1000: medianOf(reactions),
    videos: views.length,
  }
}

const FEWEST = 4

/** From the first to the third quartile, so that neither a hit nor a flop counts. */
function middleHalf(values: readonly number[]): Calculated['usualViews'] {
  const sorted = values.toSorted((a, b) => a - b)
  const skipped = Math.floor(sorted.length / 4)
  const [from, to] = [sorted[skipped], sorted.at(-1 - skipped)]
  return sorted.length < FEWEST || from === undefined || to === undefined ? null : { from, to }
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
