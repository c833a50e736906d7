const DAY_MS = 86_400_000

/**
 * Days without an upload from which on a channel can be left out, shortest first. The database's `search_silence` has the
 * same steps.
 */
export const SILENT_DAYS = [30, 90, 180, 365] as const
export type SilentDays = (typeof SILENT_DAYS)[number]

export function parseSilentDays(text: string): SilentDays | null {
  return SILENT_DAYS.find((days) => String(days) === text) ?? null
}

/**
 * How many whole days a channel had been silent when that was last looked at; null when it is not known, or too short to
 * speak of.
 */
export function daysSilent(lastUploadAt: Date | null, checkedAt: Date | null): number | null {
  if (lastUploadAt === null || checkedAt === null) return null
  const days = Math.floor((checkedAt.getTime() - lastUploadAt.getTime()) / DAY_MS)
  return days >= SILENT_DAYS[0] ? days : null
}
