import type { Core } from '#server/core.ts'
import type { Databases } from '#server/db/databases.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { generateChannels } from './generate-channels.ts'
import { keepDemoHistory } from './keep-history.ts'
import { keepDemoTitles } from './keep-titles.ts'
import { hasTitles } from './demo-channels.sql.ts'
import { applyStaged, type ApplyPhase } from '#server/features/import/apply.ts'
import type { ImportRow } from '#server/features/import/row.ts'
import { waitForOtherImports } from '#server/features/catalogue/import-lock.sql.ts'
import { inStagingTransaction, openStaging } from '#server/features/import/staging.ts'

/** The size of the demo catalogue, and its seed. */
export const DEMO_CHANNELS = 20_000
export const DEMO_SEED = 1

export interface LoadOptions {
  /** Do nothing when the catalogue already has channels. */
  readonly onlyIntoEmpty: boolean
  /** Whether the channels are marked as demo channels; true by default. */
  readonly isDemo?: boolean
  readonly onProgress?: (phase: 'generating' | ApplyPhase, rows: number, touched: number) => void
}

/** Rows are sent in batches, to bound the memory. */
const BATCH = 500

/**
 * Imports generated channels into the catalogue, all or none.
 * @returns how many were added
 */
export async function loadGenerated(
  app: Core & { readonly databases: Pick<Databases, 'pool'> },
  rows: Iterable<ImportRow>,
  { onlyIntoEmpty, isDemo = true, onProgress }: LoadOptions,
): Promise<number> {
  return inStagingTransaction(app.databases.pool, async (client) => {
    await waitForOtherImports(client)
    const filled = await client.query('select from channel limit 1')
    if (onlyIntoEmpty && filled.rowCount !== 0) return { result: 0, isKept: false }
    await using staging = openStaging(client)
    let count = 0
    for (const row of rows) {
      staging.add(row)
      count++
      if (count % BATCH !== 0) continue
      await staging.send()
      onProgress?.('generating', count, count)
    }
    await staging.end()
    const { added } = await applyStaged(client, {
      platforms: app.platforms,
      secret: app.secret,
      isDemo,
      ages: null,
      isDryRun: false,
      onUnknown: () => undefined,
      onPhase: (phase, touched = count) => onProgress?.(phase, count, touched),
    })
    return { result: added, isKept: true }
  })
}

/**
 * Fills an empty catalogue with the demo catalogue and its history, and keeps the titles of invented channels where none are kept
 * yet. Safe to call on several servers at once. @returns how many channels were added
 */
export async function seedDemoCatalogue(
  app: Core & { readonly databases: Pick<Databases, 'pool'> },
  count: number = DEMO_CHANNELS,
): Promise<number> {
  // Made as of today, so that the demo is never an old catalogue.
  const asOf = Math.floor(app.clock.now().getTime() / DAY_MS) * DAY_MS
  const demo = generateChannels({ count, seed: DEMO_SEED, names: 'believable', asOf })
  const added = await loadGenerated(app, demo, { onlyIntoEmpty: true })
  if (added > 0) await keepDemoHistory(app)
  if (!(await hasTitles(app.db))) await keepDemoTitles(app, count)
  return added
}
