import type { Core } from '#server/core.ts'

/** Contacts that were last seen or confirmed at one of these moments, or earlier, are too old. */
export interface AgeLimits {
  readonly notSold: Date
  readonly notKept: Date
}

export function ageLimits({ clock, config }: Core): AgeLimits {
  const monthsAgo = (months: number) => {
    const at = new Date(clock.now())
    const day = at.getUTCDate()
    at.setUTCMonth(at.getUTCMonth() - months)
    // 31 March less a month is the last day of February.
    if (at.getUTCDate() !== day) at.setUTCDate(0)
    return at
  }
  return { notSold: monthsAgo(config.contactSoldMonths), notKept: monthsAgo(config.contactKeptMonths) }
}

/** The condition that a moment is a limit or earlier. @param limit null: no moment is */
export function isAtMost(moment: string, limit: Date | null): string {
  return limit === null ? 'false' : `${moment} <= '${limit.toISOString()}'`
}
