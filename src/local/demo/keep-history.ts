import type { Core } from '#server/core.ts'
import { moscowDate } from '#server/clock.ts'
import { type SubscribersOfDay, storeDays } from '#server/features/catalogue/platform-facts.sql.ts'
import { transact } from '#server/db/connect.ts'
import { diceFor } from './dice.ts'
import { type CountedChannel, listLargest } from './demo-channels.sql.ts'
import { DAY_MS } from '#shared/rules/time.ts'

/** The seeding waits for it: some 9,000 rows. */
const CHANNELS = 400
const DAYS = 25
const SEED = 0x41570

/**
 * Keeps, for the invented channels that most people subscribe to, how many did on most of the last days: what would be there if
 * the platform had been asked. It ends with the present number, which the platform's stand-in answers.
 */
export async function keepDemoHistory({ db, clock }: Core): Promise<void> {
  const now = clock.now()
  await transact(db, async (tx) => {
    const channels = await listLargest(tx, CHANNELS)
    await storeDays(
      tx,
      channels.flatMap((channel) => historyOf(channel, now)),
    )
  })
}

/** Backwards from today; a channel keeps its pace, and a few lose people. */
function historyOf({ id, subscribers }: CountedChannel, now: Date): SubscribersOfDay[] {
  const dice = diceFor(SEED, id)
  const pace = 0.004 * dice.next() ** 2 - 0.0004
  let count = subscribers
  return Array.from({ length: DAYS }, (_, ago) => {
    const day = { id, day: moscowDate(new Date(now.getTime() - ago * DAY_MS)), subscribers: asTold(count) }
    count /= 1 + pace * 2 * dice.next()
    return day
  }).filter((_, ago) => ago === 0 || dice.chance(0.9))
}

/** The platform tells the first three digits. */
function asTold(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 2)
  return Math.floor(count / unit) * unit
}
