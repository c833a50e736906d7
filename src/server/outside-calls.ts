import type { Histogram } from 'prom-client'
import { beginSpan, failureOf } from './tracing.ts'

/**
 * What came of a call. `refused`: the service answered, but not with what was asked for; `failed`: it reports a failure of
 * its own, or its answer cannot be read.
 */
export type CallOutcome = 'ok' | 'refused' | 'failed' | 'timeout' | 'unreachable'

interface WatchedCall<T> {
  /** `smtp`, `yookassa`, a platform's name and so on. */
  readonly service: string
  /** What is called, without ids: `GET /payments`. */
  readonly operation: string
  /** By default every answer is good. */
  readonly outcomeOf?: (answer: T) => CallOutcome
  /** By default a connection that failed or timed out. */
  readonly failureOf?: (error: unknown) => CallOutcome
}

/** Counts and times calls of outside services, and makes a span of each. */
export interface OutsideCalls {
  /** Runs one attempt, whose answer or error it passes on. */
  watch<T>(call: WatchedCall<T>, attempt: () => Promise<T>): Promise<T>
}

export function openOutsideCalls(durations: Histogram<'service' | 'outcome'>): OutsideCalls {
  return {
    async watch({ service, operation, outcomeOf = () => 'ok', failureOf: read = failureOfFetch }, attempt) {
      const span = beginSpan(() => ({
        name: `${service} ${operation}`,
        kind: 'client',
        facts: { 'peer.service': service },
      }))
      const since = performance.now()
      const keep = (outcome: CallOutcome, failure?: string) => {
        durations.observe({ service, outcome }, (performance.now() - since) / 1_000)
        span?.end({ outcome }, failure)
      }
      try {
        const answer = await (span === null ? attempt() : span.within(attempt))
        keep(outcomeOf(answer))
        return answer
      } catch (error) {
        keep(read(error), failureOf(error))
        throw error
      }
    },
  }
}

/** For adapters on their own: calls nobody counts. */
export const UNWATCHED: OutsideCalls = { watch: (_call, attempt) => attempt() }

export function outcomeOfStatus(status: number): CallOutcome {
  if (status < 400) return 'ok'
  return status < 500 ? 'refused' : 'failed'
}

/** What fetch throws says no more than this. */
export function failureOfFetch(error: unknown): CallOutcome {
  const name = error instanceof Error ? error.name : ''
  if (name === 'TimeoutError' || name === 'AbortError') return 'timeout'
  return name === 'TypeError' ? 'unreachable' : 'failed'
}
