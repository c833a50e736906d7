import type { LoggerOptions } from 'pino'
import { type Clock, systemClock } from './clock.ts'

/** An entry of the log at level `error` or above. */
export interface LoggedError {
  readonly at: Date
  readonly message: string
  /** What the log has beside the message: never anything personal. */
  readonly facts: Readonly<Record<string, unknown>>
}

export interface RecentErrors {
  /** To be set in the options of the log. */
  readonly hooks: NonNullable<LoggerOptions['hooks']>
  /** Newest first. */
  readonly list: () => readonly LoggedError[]
}

const KEPT = 20
const ERROR_LEVEL = 50

/** Keeps the log's last 20 errors in memory, for the page that shows them on this machine. */
export function keepRecentErrors(clock: Clock = systemClock): RecentErrors {
  const errors: LoggedError[] = []
  return {
    list: () => errors,
    hooks: {
      logMethod(args, log, level) {
        const [first, second]: readonly unknown[] = args
        if (level >= ERROR_LEVEL) {
          const hasFacts = typeof first === 'object' && first !== null
          const given = hasFacts ? second : first
          const message = typeof given === 'string' ? given : ''
          const facts = hasFacts ? (first as LoggedError['facts']) : {}
          errors.unshift({ at: clock.now(), message, facts })
          errors.length = Math.min(errors.length, KEPT)
        }
        log.apply(this, args)
      },
    },
  }
}
