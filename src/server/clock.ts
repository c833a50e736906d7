/** The source of time, which tests can set. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** The Europe/Moscow date of an instant, `YYYY-MM-DD`: the day of every business rule. */
export function moscowDate(instant: Date): string {
  return MOSCOW.format(instant)
}

/** When the month of an instant began, by Moscow's time. */
export function moscowMonth(instant: Date): Date {
  return new Date(`${moscowDate(instant).slice(0, 7)}-01T00:00:00+03:00`)
}

/** Writes the dates of a time zone, `YYYY-MM-DD`. */
export function datesIn(timeZone: string): Intl.DateTimeFormat {
  // The Swedish locale writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
}

const MOSCOW = datesIn('Europe/Moscow')
