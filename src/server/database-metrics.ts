import { Gauge } from 'prom-client'
import type { App } from './app.ts'
import type { Core } from './core.ts'
import type { Db } from './db/connect.ts'

/** How long (ms) an answer is kept: however many scrape, the database has one statement in that time. */
const KEPT_MS = 5_000

interface Kept {
  readonly at: number
  readonly answer: Promise<unknown>
}

const kept = new WeakMap<Db, Map<unknown, Kept>>()

/**
 * Reads metrics on the connection that is kept for them, where a statement may take a second.
 * @param read also the key under which the answer is kept
 * @returns null while the database does not answer
 */
async function readMetrics<T>(
  { databases: { forMetrics }, clock }: Core & Pick<App, 'databases'>,
  read: (db: Db, now: Date) => Promise<T>,
): Promise<T | null> {
  const answers = kept.get(forMetrics) ?? new Map<unknown, Kept>()
  kept.set(forMetrics, answers)
  const now = clock.now()
  const found = answers.get(read)
  if (found !== undefined && Math.abs(now.getTime() - found.at) < KEPT_MS)
    return found.answer as Promise<T | null>
  const answer = read(forMetrics, now).catch(() => null)
  answers.set(read, { at: now.getTime(), answer })
  return answer
}

interface GaugeOptions<T> {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly string[]
  /** One short statement. Gauges with the same one share its answer. */
  readonly read: (db: Db, now: Date) => Promise<T>
  readonly values: (answer: T, now: Date) => readonly (readonly [Readonly<Record<string, string>>, number])[]
}

/**
 * A gauge of the database. It is the same at every server, and so never to be added up; while the database is away it is
 * absent, and the scrape goes on.
 */
export function gaugeOfDatabase<T>({ name, help, labelNames = [], read, values }: GaugeOptions<T>) {
  return (app: Core & Pick<App, 'databases'>): Gauge =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [],
      async collect() {
        // Without labels a reset would leave a zero.
        if (labelNames.length === 0) this.remove()
        else this.reset()
        const answer = await readMetrics(app, read)
        if (answer === null) return
        for (const [labels, value] of values(answer, app.clock.now())) this.set(labels, value)
      },
    })
}

/** Seconds since an instant; 0 without one. */
export function ageOf(instant: Date | null | undefined, now: Date): number {
  return instant == null ? 0 : Math.max(0, now.getTime() - instant.getTime()) / 1_000
}
