import type { Language } from '#shared/i18n/messages.ts'
import type { Letter } from '#server/adapters/mail/mail.ts'

/** What each job is given. Data crosses the queue as JSON. */
export interface JobData {
  readonly mail: Letter
  readonly resetLink: { readonly email: string; readonly language: Language }
  readonly purge: null
  readonly suppress: { readonly address: string }
  readonly closed_accounts: null
  readonly payments: null
  readonly snapshot: null
  readonly purge_statistics: null
  readonly refresh_channels: null
  readonly subscriptions: null
}

export type JobName = keyof JobData

interface QueueSettings {
  /** Passed to pg-boss. Times in seconds. */
  readonly options: {
    readonly retryLimit: number
    readonly retryDelay: number
    readonly retryBackoff: boolean
    readonly retryDelayMax: number
    readonly deleteAfterSeconds: number
    /** How long one waits at most, tries included; two weeks unless said. */
    readonly retentionSeconds?: number
    readonly notify: boolean
  }
  /** When it runs by itself, by the clock of Europe/Moscow. */
  readonly cron?: string
}

// Waits grow from 2 s to 2 min, so a mail server that comes back gets everything within minutes; and so many tries
// outlast more than a day without one.
const PERSISTENT: QueueSettings = {
  options: {
    retryLimit: 1_000,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 120,
    deleteAfterSeconds: 60,
    notify: true,
  },
}

/** The most that the queue can count: 68 years in seconds, and as many tries. */
const FOR_EVER = 2_147_483_647

// An objection waits for the end of an import or for what a person has to mend, and is never given up.
const NEVER_GIVEN_UP: QueueSettings = {
  options: {
    ...PERSISTENT.options,
    retryLimit: FOR_EVER,
    retryDelayMax: 600,
    retentionSeconds: FOR_EVER,
  },
}

const SCHEDULED: QueueSettings['options'] = {
  retryLimit: 3,
  retryDelay: 60,
  retryBackoff: true,
  retryDelayMax: 600,
  deleteAfterSeconds: 3_600,
  notify: false,
}

/** How each queue is kept and tried again. */
export const QUEUES: Readonly<Record<JobName, QueueSettings>> = {
  mail: PERSISTENT,
  resetLink: PERSISTENT,
  suppress: NEVER_GIVEN_UP,
  purge: { options: SCHEDULED, cron: '17 * * * *' },
  closed_accounts: { options: SCHEDULED, cron: '41 4 * * *' },
  subscriptions: { options: SCHEDULED, cron: '0 10 * * *' },
  payments: {
    // Hardly worth trying again: the next minute's run does what this one did not.
    options: {
      retryLimit: 1,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 10,
      deleteAfterSeconds: 600,
      notify: false,
    },
    cron: '* * * * *',
  },
  // The first run of a Europe/Moscow day does its work; the others do what was left by an outage or for want of quota.
  snapshot: { options: { ...SCHEDULED, retryLimit: 0 }, cron: '*/10 * * * *' },
  // In step with nothing else; the quota of the platform lasts for as many runs as it lasts.
  refresh_channels: { options: { ...SCHEDULED, retryLimit: 0 }, cron: '5-59/10 * * * *' },
  purge_statistics: { options: SCHEDULED, cron: '37 * * * *' },
}
