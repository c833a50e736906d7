import { type Clock, moscowDate } from './clock.ts'
import type { Terms } from './platforms/platform.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'

interface Retention {
  readonly clock: Clock
  readonly platforms: readonly Pick<Terms, 'keptDays'>[]
}

/** How many days facts of platforms may be kept: as the strictest of them allows. */
export function keptDays({ platforms }: Pick<Retention, 'platforms'>): number {
  return Math.min(...platforms.map((platform) => platform.keptDays))
}

/** Purges run every hour and also delete what would grow too old before the next run. */
export const NEXT_PURGE_MS = HOUR_MS

/** The oldest instant from which the platform's data may be kept and shown. @param ahead from now, in ms */
export function oldestKept(retention: Retention, ahead = 0): Date {
  return new Date(retention.clock.now().getTime() + ahead - keptDays(retention) * DAY_MS)
}

/** The oldest Moscow date of which numbers may be kept and shown: its first minute is within the retention. */
export function firstKeptDay(retention: Retention, ahead = 0): string {
  return moscowDate(new Date(oldestKept(retention, ahead).getTime() + DAY_MS))
}
