const DAY_MS = 86_400_000

/**
 * After how many days without an upload a channel can be left out as inactive, shortest first. The database's
 * `search_silence` has the same steps.
 */
export const INACTIVE_DAYS = [30, 90, 180, 365] as const
export type InactiveDays = (typeof INACTIVE_DAYS)[number]

export function parseInactiveDays(text: string): InactiveDays | null {
  return INACTIVE_DAYS.find((days) => String(days) === text) ?? null
}

/**
 * For how many whole days a channel had been inactive when that was last checked; null when unknown or too short to
 * mention.
 */
export function daysInactive(lastUploadAt: Date | null, checkedAt: Date | null): number | null {
  if (lastUploadAt === null || checkedAt === null) return null
  const days = Math.floor((checkedAt.getTime() - lastUploadAt.getTime()) / DAY_MS)
  return days >= INACTIVE_DAYS[0] ? days : null
}
