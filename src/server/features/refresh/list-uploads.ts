import type { ChannelFacts, Purpose } from '#server/platforms/videos.ts'
import type { OpenPlatform } from '#server/platforms/platform.ts'
import { type ListedUploads, uploadTimes } from '#server/features/topics/keep-recent.ts'

/** The first page of a channel's uploads: one call, or none for a channel without such a list. @throws VideosUnavailable */
export async function listUploads(
  { videos }: Pick<OpenPlatform, 'videos'>,
  { uploadsList }: Pick<ChannelFacts, 'uploadsList'>,
  purpose: Purpose,
  signal?: AbortSignal,
): Promise<ListedUploads> {
  if (uploadsList === null) return { videos: [], isWhole: true }
  const { videos: listed, next } = await videos.uploads(uploadsList, null, purpose, signal)
  return { videos: listed, isWhole: next === null }
}

/** When the last one was published; null when none is. */
export function lastUpload({ videos }: ListedUploads, now: Date): Date | null {
  // Some channels order the list themselves.
  const times = uploadTimes(videos, now)
  return times.length === 0 ? null : new Date(Math.max(...times))
}
