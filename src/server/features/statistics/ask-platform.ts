import { VideosUnavailable } from '#server/adapters/videos/videos.ts'
import type { App } from '#server/app.ts'
import { Refusal } from '#server/refusal.ts'

/**
 * Asks the video platform on a person's behalf.
 * @throws Refusal `unavailable` with the time until the quota is renewed, otherwise `provider_failed`
 */
export async function askPlatform<T>({ clock }: Pick<App, 'clock'>, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof VideosUnavailable)) throw error
    if (error.reason !== 'quota' || error.retryAt === null) throw new Refusal('provider_failed')
    throw new Refusal('unavailable', {
      retryAfter: (error.retryAt.getTime() - clock.now().getTime()) / 1_000,
      extras: { quotaResetsAt: error.retryAt.toISOString() },
    })
  }
}
