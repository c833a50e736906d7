import type { App } from '#server/app.ts'
import { transact } from '#server/db/connect.ts'
import { forgetNumbers } from '#server/features/catalogue/platform-facts.sql.ts'
import { holdOffImports } from './refresh-channels.sql.ts'

const DAY_MS = 86_400_000
const BATCH = 500

/**
 * Resets channel numbers from the platform to unknown when they could not be refreshed within the time that its terms allow
 * storing them. Does nothing while an import is being written; the next run does it.
 */
export async function forgetPlatformNumbers({
  db,
  clock,
  config,
}: Pick<App, 'db' | 'clock' | 'config'>): Promise<void> {
  const oldest = new Date(clock.now().getTime() - config.statisticsRetentionDays * DAY_MS)
  let forgotten = BATCH
  while (forgotten === BATCH) {
    forgotten = await transact(db, async (tx) =>
      (await holdOffImports(tx)) ? forgetNumbers(tx, oldest, BATCH) : 0,
    )
  }
}
