import type { Feature } from '#server/feature.ts'
import { listChecks, listJobs, showToday } from './show-today.ts'

/** What happened by day and what waits now, each figure with the command that lists it. */
export const today = {
  name: 'today',
  commands: { 'today show': showToday, 'today jobs': listJobs, 'today checks': listChecks },
} as const satisfies Feature<'today'>
