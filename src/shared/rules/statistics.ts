import { DAY_MS } from './time.ts'

/** How many videos a person can follow. */
export const TRACKED_MAX = 200

/** The first and last day on which the platform changed what it counts as a view: series jump there. */
export const RECOUNT = { from: '2026-08-24', to: '2026-08-27' } as const

/** The platform's terms. */
export const PLATFORM_TERMS = 'https://www.youtube.com/t/terms'

/** Days that can be marked as an advertisement's: in the platform's lifetime, and in years that the database knows. */
export const ADVERTISEMENT_DAYS = { min: '2005-01-01', max: '2099-12-31' } as const

/** Where a video can be watched. @param videoId the platform's */
export function videoUrl(videoId: string): string {
  return `https://www.youtube.com/watch?v=${encodeURIComponent(videoId)}`
}

/** A video's counters, in display order. */
export const COUNTERS = ['views', 'likes', 'comments'] as const
export type Counter = (typeof COUNTERS)[number]

/** A video's numbers on a Europe/Moscow date, `YYYY-MM-DD`; null is unknown. */
export interface Point extends Readonly<Record<Counter, number | null>> {
  readonly date: string
}

/** A counter's change; percent has up to two decimals and is null when the counter started at 0. */
export interface CounterChange {
  readonly number: number
  readonly percent: number | null
}

/** The change between two days; a counter is null when one of its values is unknown. */
export interface Change extends Readonly<Record<Counter, CounterChange | null>> {
  readonly from: string
  readonly to: string
}

export interface Changes {
  /** From the day before the newest point to it; null when that day is unknown. */
  readonly yesterday: Change | null
  /** Over everything that is stored. */
  readonly total: Change | null
  /** From the first to the last point of the requested range. */
  readonly between: Change | null
}

/** What changed from one point to another. */
function changeBetween(from: Point, to: Point): Change {
  const of = (counter: Counter) => counterChange(from[counter], to[counter])
  return { from: from.date, to: to.date, views: of('views'), likes: of('likes'), comments: of('comments') }
}

function counterChange(from: number | null, to: number | null): CounterChange | null {
  if (from === null || to === null) return null
  const number = to - from
  return { number, percent: from === 0 ? null : Math.round((number / from) * 10_000) / 100 }
}

/**
 * The changes of a series.
 * @param points all stored points, oldest first, at most one per day
 * @param range days of both ends; null is the end of the series
 */
export function changesOf(
  points: readonly Point[],
  range: { readonly from: string | null; readonly to: string | null },
): Changes {
  const last = points.at(-1)
  const before = last === undefined ? undefined : dayBefore(last.date)
  const yesterday = points.find(({ date }) => date === before)
  return {
    yesterday: yesterday === undefined || last === undefined ? null : changeBetween(yesterday, last),
    total: ends(points),
    between: ends(pointsWithin(points, range)),
  }
}

export function pointsWithin<T extends { readonly date: string }>(
  points: readonly T[],
  { from, to }: { readonly from: string | null; readonly to: string | null },
): T[] {
  return points.filter(({ date }) => (from === null || date >= from) && (to === null || date <= to))
}

/** The calendar day before a date, `YYYY-MM-DD`. */
export function dayBefore(date: string): string {
  return new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10)
}

function ends(points: readonly Point[]): Change | null {
  const [first, last] = [points[0], points.at(-1)]
  return first === undefined || last === undefined || first === last ? null : changeBetween(first, last)
}
