import { type Clock, moscowDate } from './clock.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'

/** How long the platform allows keeping its facts. */
interface Retention {
  readonly clock: Clock
  readonly config: { readonly statisticsRetentionDays: number }
}

/** Purges run every hour and also delete what would grow too old before the next run. */
export const NEXT_PURGE_MS = HOUR_MS

/** The oldest instant from which the platform's data may be kept and shown. @param ahead from now, in ms */
export function oldestKept({ clock, config }: Retention, ahead = 0): Date {
  return new Date(clock.now().getTime() + ahead - config.statisticsRetentionDays * DAY_MS)
}

/** The oldest Moscow date of which numbers may be kept and shown: its first minute is within the retention. */
export function firstKeptDay(retention: Retention, ahead = 0): string {
  return moscowDate(new Date(oldestKept(retention, ahead).getTime() + DAY_MS))
}
