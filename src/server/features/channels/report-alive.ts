import type { DataOf } from '#shared/api/contract.ts'
import { platformOf } from '#server/platforms/platform.ts'
import { VideosUnavailable } from '#server/platforms/videos.ts'
import type { Core } from '#server/core.ts'
import { findChannel, type ShownChannel } from '#server/features/catalogue/find-channel.sql.ts'
import { refreshChannel } from '#server/features/refresh/refresh-channels.ts'
import { Refusal } from '#server/refusal.ts'
import { noteReport, readUploads, type Uploads } from './alive-reports.sql.ts'
import { HOUR_MS } from '#shared/rules/time.ts'

/** What the platform answered within this time is not asked again. */
const FRESH_MS = HOUR_MS
/** Calls of the platform: the channel, and its uploads. */
const CALLS = 2

/**
 * Notes that a person says a channel still publishes, and asks the platform at once, as the refresh does, unless it was asked
 * within an hour. Reports at the same time share an answer.
 * @throws Refusal not_found
 */
export async function reportAlive(
  app: Core,
  { personId, channelId }: { readonly personId: number; readonly channelId: string },
): Promise<DataOf<'POST /channels/{channelId}/alive'>> {
  const channel = await findChannel(app.db, channelId, app)
  if (channel === null) throw new Refusal('not_found')
  const { id } = channel
  const isNoted = await noteReport(app.db, { personId, id, now: app.clock.now() })
  if (!isNoted) throw new Refusal('not_found')
  return app.runExclusive(`alive ${id}`, async () => {
    const before = await readUploads(app.db, id)
    const age = app.clock.now().getTime() - (before?.uploadsCheckedAt?.getTime() ?? 0)
    if (age < FRESH_MS) return answer(before, true)
    const isAsked = await askPlatform(app, channel, personId)
    return answer(await readUploads(app.db, id), isAsked)
  })
}

function answer(known: Uploads | undefined, isAsked: boolean): DataOf<'POST /channels/{channelId}/alive'> {
  return {
    lastUploadAt: known?.lastUploadAt?.toISOString() ?? null,
    uploadsCheckedAt: known?.uploadsCheckedAt?.toISOString() ?? null,
    isAsked,
  }
}

/** @returns false when the platform gave no answer, was not asked for this person any more today, or it could not be stored */
async function askPlatform(
  app: Core,
  { id, platform: name, platformId }: ShownChannel,
  personId: number,
): Promise<boolean> {
  const platform = platformOf(app.platforms, name)
  if (platform === null || platformId === null) return false
  try {
    await app.limits.consume('platform_units', String(personId), CALLS)
    return await refreshChannel(app, platform, { id, platformId })
  } catch (error) {
    // The report is noted all the same.
    const isUsedUp = error instanceof Refusal && error.code === 'too_many_requests'
    if (isUsedUp || error instanceof VideosUnavailable) return false
    throw error
  }
}
