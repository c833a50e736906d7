import type { DataOf } from '#shared/api/contract.ts'
import { VideosUnavailable } from '#server/adapters/videos/videos.ts'
import type { App } from '#server/app.ts'
import { findChannel, type ShownChannel } from '#server/features/catalogue/find-channel.sql.ts'
import { refreshChannel } from '#server/features/refresh/refresh-channels.ts'
import { Refusal } from '#server/refusal.ts'
import { noteReport, readUploads } from './alive-reports.sql.ts'

type Needs = Pick<App, 'db' | 'clock' | 'config' | 'videos' | 'log' | 'withDemo'>

/**
 * Notes that a person says a channel still publishes, and asks the platform at once, as the refresh does.
 * @throws Refusal not_found
 */
export async function reportAlive(
  app: Needs,
  { personId, channelId }: { readonly personId: number; readonly channelId: string },
): Promise<DataOf<'POST /channels/{channelId}/alive'>> {
  const channel = await findChannel(app.db, channelId, app)
  if (channel === null) throw new Refusal('not_found')
  const { id } = channel
  const isNoted = await noteReport(app.db, { personId, id, now: app.clock.now() })
  if (!isNoted) throw new Refusal('not_found')
  const isAsked = await askPlatform(app, channel)
  const known = await readUploads(app.db, id)
  return {
    lastUploadAt: known?.lastUploadAt?.toISOString() ?? null,
    uploadsCheckedAt: known?.uploadsCheckedAt?.toISOString() ?? null,
    isAsked,
  }
}

/** @returns false when the platform gave no answer, or it could not be stored */
async function askPlatform(app: Needs, { id, platform, platformId }: ShownChannel): Promise<boolean> {
  if (platform !== 'youtube' || platformId === null) return false
  try {
    return await refreshChannel(app, { id, platformId })
  } catch (error) {
    if (error instanceof VideosUnavailable) return false
    throw error
  }
}
