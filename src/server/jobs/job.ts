/** A kind of deferred work. Senders refer to it by this object, so the type checker checks the payload. */
export interface Job<Needs, Payload> {
  /** The name of its queue. It is stored, so it must not change. */
  readonly name: string
  readonly options: QueueOptions
  readonly cron?: undefined
  /** Whether a person waits for the email that it sends: `/api/ready` tells when emails are late. */
  readonly sendsEmail?: true
  /** May run twice for one job; the second run must do nothing, or no harm. The payload is stored as JSON. */
  readonly run: (needs: Needs, payload: Payload) => Promise<unknown>
}

/** Work on a schedule. Nobody queues it, so there is no payload: null, for which no default steps in. */
export type ScheduledJob<Needs> = Omit<Job<Needs, null>, 'cron'> & {
  /** When it runs, in Europe/Moscow time. */
  readonly cron: string
}

/** What a part of the server lists as its jobs. */
export type AnyJob<Needs> = Job<Needs, never> | ScheduledJob<Needs>

/** Any job, for code that needs only its queue. */
export type Queue = Pick<Job<never, never>, 'name' | 'options'>

/** Passed to pg-boss. Times are in seconds. */
interface QueueOptions {
  readonly retryLimit: number
  readonly retryDelay: number
  readonly retryBackoff: boolean
  readonly retryDelayMax: number
  readonly deleteAfterSeconds: number
  /** How long a job is kept at most, including retries; two weeks by default. */
  readonly retentionSeconds?: number
  readonly notify: boolean
}

// Delays grow from 2 s to 2 min: emails leave within minutes after a mail server is back, and the retries last more than a
// day without one.
export const PERSISTENT: QueueOptions = {
  retryLimit: 1_000,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 120,
  deleteAfterSeconds: 60,
  notify: true,
}

/** The queue's maximum: 68 years in seconds, or as many retries. */
const FOR_EVER = 2_147_483_647

/** For work that waits for the end of an import, or for something that an operator must repair. */
export const NEVER_GIVEN_UP: QueueOptions = {
  ...PERSISTENT,
  retryLimit: FOR_EVER,
  retryDelayMax: 600,
  retentionSeconds: FOR_EVER,
}

/** For hourly or daily schedules. */
export const SCHEDULED: QueueOptions = {
  retryLimit: 3,
  retryDelay: 60,
  retryBackoff: true,
  retryDelayMax: 600,
  deleteAfterSeconds: 3_600,
  notify: false,
}

/** For nightly work that waits for the end of an import: tried again for four to five hours. */
export const NIGHTLY: QueueOptions = { ...SCHEDULED, retryLimit: 30 }

/** For schedules so frequent that the next run does what a failed one did not. */
export const FREQUENT: QueueOptions = { ...SCHEDULED, retryLimit: 0 }
