import { WORTHWHILE_ROWS } from '#server/features/catalogue/bulk.sql.ts'
import type { ImportProgress } from './import-channels.ts'

export interface Forecast {
  /** The completed share of the whole, 0 to 1. */
  readonly share: number
  /** Null when nobody can say. */
  readonly secondsLeft: number | null
}

/**
 * What a row costs after it was read, in times of reading it: each row is compared, changed ones are written, and search is
 * brought up to date for them or, when they are many, for all channels. `bench/import.ts` prints the phases.
 */
const COMPARED = 0.5
const WRITTEN = 0.7
const REFRESHED = 12
const REBUILT = 1.7
const VACUUMED = 0.1

/** Before this much is read, nobody can say how long the rest takes. */
const FIRST_MS = 1_000
const FIRST_SHARE = 0.01
/** A phase that outlasts its forecast is expected to take this share of its time so far again. */
const OVERDUE = 0.1

const AFTER_READING = ['comparing', 'writing', 'indexing', 'finishing'] as const

type Known = Pick<ImportProgress, 'rows' | 'channels' | 'touched'>

/** What a phase is expected to cost, in rows read. */
function costOf(phase: (typeof AFTER_READING)[number], { rows, channels, touched }: Known): number {
  if (phase === 'comparing') return COMPARED * rows
  if (phase === 'writing') return WRITTEN * touched
  if (phase === 'finishing') return touched < WORTHWHILE_ROWS ? 0 : VACUUMED * (channels + touched)
  // as search_sync decides
  return touched > 1_000 + channels / 8 ? REBUILT * (channels + touched) : REFRESHED * touched
}

/** Forecasts an import from how fast it reads, and how much it finds to change. Times are milliseconds of one clock. */
export function forecastImport(startedAt: number) {
  let last: ImportProgress | undefined
  let lastAt = startedAt
  let phaseSince = startedAt
  let waited = 0
  /** How long it took to read a row. */
  let readingMs = 0
  let share = 0

  function leftAt(now: number): number | null {
    if (last === undefined || last.phase === 'waiting') return null
    if (last.phase === 'reading') {
      const read = last.bytesRead / Math.max(last.size, 1)
      if (read < FIRST_SHARE || lastAt - startedAt < FIRST_MS) return null
      const rows = last.rows / read
      const rest = AFTER_READING.map((phase) => costOf(phase, { ...last!, rows, touched: rows }))
      const reading = (lastAt - startedAt) / read
      return reading + (sum(rest) * reading) / Math.max(rows, 1) - (now - startedAt)
    }
    const at = AFTER_READING.indexOf(last.phase)
    const [current = 0, ...rest] = AFTER_READING.slice(at).map((phase) => costOf(phase, last!) * readingMs)
    const spent = now - phaseSince
    return Math.max(current - spent, spent * OVERDUE) + sum(rest)
  }

  return {
    note(progress: ImportProgress, now: number): void {
      if (progress.phase !== (last?.phase ?? 'reading')) {
        if (last?.phase === 'waiting') waited += now - phaseSince
        if (last?.phase === 'reading') readingMs = (now - startedAt) / Math.max(progress.rows, 1)
        phaseSince = now
      }
      last = progress
      lastAt = now
    },
    /** The share never falls, and is 1 only at the end. */
    at(now: number): Forecast {
      const left = leftAt(now)
      if (left === null) return { share, secondsLeft: null }
      const worked = now - startedAt - waited
      share = Math.min(0.99, Math.max(share, worked / (worked + Math.max(left, 0))))
      return { share, secondsLeft: Math.max(left, 0) / 1_000 }
    },
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
