import type { App } from '#server/app.ts'
import { Refusal } from '#server/refusal.ts'

/**
 * Stops following a video for one person. Its numbers stay for others who follow it.
 * @throws Refusal not_found when the person does not follow it
 */
export async function stopTracking(
  { db }: Pick<App, 'db'>,
  { personId, videoId }: { readonly personId: number; readonly videoId: string },
): Promise<void> {
  const stopped = await db
    .deleteFrom('tracking')
    .where('person_id', '=', personId)
    .where('video_id', '=', (eb) => eb.selectFrom('video').select('id').where('platform_id', '=', videoId))
    .returning('video_id')
    .executeTakeFirst()
  if (stopped === undefined) throw new Refusal('not_found')
}
