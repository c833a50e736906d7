import { Counter, Histogram } from 'prom-client'
import { noteInSpan } from './tracing.ts'

/** What the parts of an app count while they work, for `/metrics`: since the start of this server. */
export interface Metrics {
  readonly searchStages: Histogram<'search' | 'stage'>
  readonly outsideCalls: Histogram<'service' | 'outcome'>
  readonly jobRuns: Histogram<'queue' | 'outcome'>
  readonly creditDelays: Histogram
  readonly refusedPayments: Counter<'because'>
  readonly catalogueReads: Counter<'server'>
  readonly replicaFailures: Counter<'replica' | 'reason'>
}

/** What an answer of the provider may contradict. */
const CONTRADICTIONS = ['order', 'payment', 'amount', 'currency', 'state']

/** Each app has its own; `feature.ts` and `core.ts` name who shows which. */
export function openMetrics(): Metrics {
  const metrics = makeMetrics()
  // From zero, or the first one would begin a series, which is no increase.
  for (const because of CONTRADICTIONS) metrics.refusedPayments.inc({ because }, 0)
  return metrics
}

function makeMetrics(): Metrics {
  return {
    searchStages: new Histogram({
      name: 'search_stage_seconds',
      help: 'Searches that were answered, by kind, with the time of each stage: read, wait, database, write',
      labelNames: ['search', 'stage'],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2],
      registers: [],
    }),
    outsideCalls: new Histogram({
      name: 'outside_call_duration_seconds',
      help: 'Calls of outside services, each attempt for itself, by what came of it',
      labelNames: ['service', 'outcome'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [],
    }),
    jobRuns: new Histogram({
      name: 'job_duration_seconds',
      help: 'Jobs that this server ran, by queue and outcome; a failed one is tried again',
      labelNames: ['queue', 'outcome'],
      buckets: [0.1, 1, 10, 60, 600],
      registers: [],
    }),
    creditDelays: new Histogram({
      name: 'payment_credit_delay_seconds',
      help: 'Payments that were credited, with the time since the provider had the money',
      buckets: [5, 15, 60, 120, 300, 600, 1_800, 3_600, 21_600, 86_400],
      registers: [],
    }),
    refusedPayments: new Counter({
      name: 'payment_answers_refused_total',
      help: 'Answers of the payment provider that contradict what was ordered or known; nothing was credited',
      labelNames: ['because'],
      registers: [],
    }),
    catalogueReads: new Counter({
      name: 'catalogue_reads_total',
      help: 'Reads of the catalogue that were answered, by the server that did it',
      labelNames: ['server'],
      registers: [],
    }),
    replicaFailures: new Counter({
      name: 'replica_failures_total',
      help: 'Reads of the catalogue that a replica did not answer, so that the next server was asked; late and resting ones were not even asked',
      labelNames: ['replica', 'reason'],
      registers: [],
    }),
  }
}

/**
 * Times the stages of one piece of work: each lasts until the next begins.
 * @returns begins a stage, by its name; null only ends the one before
 */
export function timeStages(keep: (stage: string, seconds: number) => void): (stage: string | null) => void {
  let [current, since]: [string | null, number] = [null, 0]
  return (stage) => {
    const now = performance.now()
    if (current !== null) keep(current, (now - since) / 1_000)
    ;[current, since] = [stage, now]
    if (stage !== null) noteInSpan(stage)
  }
}
