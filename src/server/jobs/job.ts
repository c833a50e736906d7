/** One kind of work that is done later. Senders name it by this object, so what it is given is checked by its type. */
export interface Job<Needs, Payload> {
  /** Of its queue. It is stored, so it stays. */
  readonly name: string
  readonly options: QueueOptions
  /** When it runs by itself, by the clock of Europe/Moscow; it is then given null. */
  readonly cron?: string
  /** May run twice for one job; the second time it must do nothing, or no harm. The payload crosses the queue as JSON. */
  readonly run: (needs: Needs, payload: Payload) => Promise<unknown>
}

/** Any job, for those who only keep its queue. */
export type Queue = Pick<Job<never, never>, 'name' | 'options'>

/** Passed to pg-boss. Times in seconds. */
interface QueueOptions {
  readonly retryLimit: number
  readonly retryDelay: number
  readonly retryBackoff: boolean
  readonly retryDelayMax: number
  readonly deleteAfterSeconds: number
  /** How long one waits at most, tries included; two weeks unless said. */
  readonly retentionSeconds?: number
  readonly notify: boolean
}

// Waits grow from 2 s to 2 min, so a mail server that comes back gets everything within minutes; and so many tries
// outlast more than a day without one.
export const PERSISTENT: QueueOptions = {
  retryLimit: 1_000,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 120,
  deleteAfterSeconds: 60,
  notify: true,
}

/** The most that the queue can count: 68 years in seconds, and as many tries. */
const FOR_EVER = 2_147_483_647

/** For what waits for the end of an import, or for what a person has to mend. */
export const NEVER_GIVEN_UP: QueueOptions = {
  ...PERSISTENT,
  retryLimit: FOR_EVER,
  retryDelayMax: 600,
  retentionSeconds: FOR_EVER,
}

/** For what runs by itself seldom: hourly or daily. */
export const SCHEDULED: QueueOptions = {
  retryLimit: 3,
  retryDelay: 60,
  retryBackoff: true,
  retryDelayMax: 600,
  deleteAfterSeconds: 3_600,
  notify: false,
}

/** For what runs by itself so often that the next run does what this one did not. */
export const FREQUENT: QueueOptions = { ...SCHEDULED, retryLimit: 0 }
