import type { App } from '#server/app.ts'
import { generateChannels } from './generate-channels.ts'
import { loadGenerated } from './load-generated.ts'

/** How many channels the demo catalogue has, and the seed that makes them. */
export const DEMO_CHANNELS = 20_000
export const DEMO_SEED = 1

/**
 * Fills an empty catalogue with the demo catalogue; does nothing to one that has channels. Several servers may do it at
 * once.
 * @returns how many channels were added
 */
export async function seedDemoCatalogue(app: Pick<App, 'pool' | 'secret'>): Promise<number> {
  return loadGenerated(
    app,
    generateChannels({ count: DEMO_CHANNELS, seed: DEMO_SEED, names: 'believable' }),
    { onlyIntoEmpty: true },
  )
}
