import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { describeError } from '../describe-error.ts'
import { isCancelled, isDatabaseAway } from './connect.ts'
import { noAnswer } from './limit-waiting.ts'

/** Knows whether the primary answers: for calls that work without it, and for the log. */
export interface PrimaryWatch {
  /**
   * A statement got no answer. The first of an outage is logged at level error; the others are counted. A server that
   * cancels a statement after its time is there, however slow.
   */
  failed(error: unknown): void
  /** The primary has answered. */
  answered(): void
  /** Whether it has failed, and not answered since. */
  isAway(): boolean
  /**
   * Queries the primary for a call that also works without it: for 3 s at most, and not at all for 2 s after a failure.
   * @throws an error that `isDatabaseAway` recognizes when there is no answer
   */
  askBriefly<T>(ask: () => Promise<T>): Promise<T>
}

const BRIEF_MS = 3_000
const REST_MS = 2_000
// Answers between failures do not end an outage; this long without a failure does.
const OUTAGE_END_MS = 5_000

interface Outage {
  readonly begin: Date
  failures: number
  lastFailure: number
  /** The first answer since the last failure. */
  end: Date | null
}

export function watchPrimary({ log, clock }: { readonly log: Logger; readonly clock: Clock }): PrimaryWatch {
  let outage: Outage | null = null
  let rest: NodeJS.Timeout | null = null

  function failed(error: unknown): void {
    if (isCancelled(error)) return
    const now = clock.now()
    if (outage === null) {
      outage = { begin: now, failures: 0, lastFailure: 0, end: null }
      log.error({ begin: now.toISOString(), error: describeError(error) }, 'the database does not answer')
    }
    outage.failures += 1
    outage.lastFailure = now.getTime()
    outage.end = null
  }

  function answered(): void {
    if (rest !== null) clearTimeout(rest)
    rest = null
    if (outage === null) return
    const now = clock.now()
    outage.end ??= now
    if (now.getTime() - outage.lastFailure < OUTAGE_END_MS) return
    const { begin, end, failures } = outage
    outage = null
    log.warn({ begin: begin.toISOString(), end: end.toISOString(), failures }, 'the database answers again')
  }

  async function askBriefly<T>(ask: () => Promise<T>): Promise<T> {
    if (rest !== null) throw noAnswer(BRIEF_MS)
    try {
      return await within(BRIEF_MS, ask())
    } catch (error) {
      if (isDatabaseAway(error)) rest ??= setTimeout(() => (rest = null), REST_MS).unref()
      throw error
    }
  }

  return { failed, answered, isAway: () => outage !== null && outage.end === null, askBriefly }
}

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(noAnswer(ms)), ms)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
