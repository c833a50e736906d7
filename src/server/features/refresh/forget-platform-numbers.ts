import type { App } from '#server/app.ts'
import { transact } from '#server/db/transact.ts'
import { forgetNumbers } from '#server/features/catalogue/platform-facts.sql.ts'
import { holdOffImports } from './refresh-channels.sql.ts'

const DAY_MS = 86_400_000
const BATCH = 500

/**
 * Makes numbers of channels unknown that the platform told and that could not be refreshed for as long as its terms allow
 * to keep them. While an import is written, that waits for the next run.
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
