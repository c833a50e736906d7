import { CallError, call } from '#web/call.ts'
import { refetchStatistics } from './use-statistics.ts'

/** Stops following a video; one that is no longer followed is fine. */
export async function stopFollowing(videoId: string): Promise<void> {
  try {
    await call('DELETE /statistics/{videoId}', { params: { videoId }, handles: ['not_found'] })
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'not_found')) throw error
  }
  await refetchStatistics()
}
