import { CallError, call } from '#web/kit/api/call.ts'
import type { FollowedVideo } from './use-statistics.ts'

const HANDLES = ['not_found', 'unavailable', 'provider_failed'] as const

/** Stops following a video; one that is no longer followed is fine. */
export async function stopFollowing(videoId: string): Promise<void> {
  try {
    await call('DELETE /statistics/{videoId}', { params: { videoId }, handles: ['not_found'] })
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'not_found')) throw error
  }
}

/** Follows a video again; what was kept of it is still there. */
export async function refollow({ channel_name, channelId, videoId }: FollowedVideo): Promise<void> {
  await call('POST /video', { body: { channel_name, channelId, videoName: videoId }, handles: HANDLES })
}

/** Has the platform asked for a video's numbers as they are now. */
export async function refreshVideo({ channel_name, channelId, videoId }: FollowedVideo): Promise<void> {
  await call('POST /analitics', { body: { channel_name, channelId, videoId }, handles: HANDLES })
}
