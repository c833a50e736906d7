import { z } from 'zod'
import { commands, listOf, period } from './command.ts'

/** What is counted by day. */
export const DAILY = [
  'paid',
  'refunded',
  'receipts_failed',
  'sold',
  'spent',
  'given',
  'returned',
  'withdrawn',
  'taken',
  'sign_ups',
  'reveals',
  'bounced',
] as const
export type Daily = (typeof DAILY)[number]

/** What is so now. */
export const STANDING = [
  'owed',
  'owed_uses',
  'uncredited',
  'receipts_failed',
  'invoices',
  'reports',
  'requests',
  'requests_late',
  'jobs_failed',
  'emails_waiting',
  'checks_broken',
] as const
export type Standing = (typeof STANDING)[number]

/** How many days a report covers at most. */
export const DAYS_MAX = 92

const figure = {
  unit: z.enum(['kopecks', 'uses', 'count']),
  /** The command that lists what is counted, without the dates, and what it is given. */
  list: z.object({ command: z.string(), input: z.record(z.string(), z.union([z.string(), z.boolean()])) }),
}

export const todayCommands = commands({
  'today show': {
    atLeast: 'viewer',
    changesNothing: true,
    /** By default the last 14 days. */
    input: z.object(period),
    output: z.object({
      /** Moscow dates, oldest first. */
      days: z.array(z.string()),
      daily: z.array(z.object({ metric: z.enum(DAILY), ...figure, values: z.array(z.int()) })),
      standing: z.array(z.object({ metric: z.enum(STANDING), ...figure, value: z.int() })),
      /** By when the first open request must be answered. */
      nextDue: z.string().nullable(),
      /** Searches are counted by each server for itself since its start, and by nobody's name. */
      searches: z.object({
        since: z.date(),
        answered: z.int(),
        /** Reveals in the same time, by all servers. */
        reveals: z.int(),
        /** Seconds of the database within which half and 95 percent were answered; null without searches, or beyond the scale. */
        half: z.number().nullable(),
        p95: z.number().nullable(),
      }),
      quotas: z.array(z.object({ platform: z.string(), quota: z.string(), used: z.int(), limit: z.int() })),
      servers: z.array(z.object({ server: z.string(), isUp: z.boolean(), lag: z.number().nullable() })),
      /** When the oldest result of an invariant was found; null before the first night. */
      checkedAt: z.date().nullable(),
    }),
    refusals: [],
  },
  'today jobs': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({
      /** Only those that have ended without success. */
      failed: z.boolean().default(false),
      /** Only emails that people wait for. */
      emails: z.boolean().default(false),
    }),
    output: listOf(
      z.object({
        queue: z.string(),
        state: z.string(),
        jobs: z.int(),
        /** Seconds that the first is due without having started. */
        late: z.int().nullable(),
      }),
      { jobs: z.int() },
    ),
    refusals: [],
  },
  'today checks': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({ broken: z.boolean().default(false) }),
    output: listOf(z.object({ invariant: z.string(), offences: z.int(), checkedAt: z.date() }), {}),
    refusals: [],
  },
})
