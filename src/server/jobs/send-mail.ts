import { LetterRefused, type Letter } from '#server/adapters/mail/mail.ts'
import type { App } from '#server/app.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { type Job, PERSISTENT } from './job.ts'

/** Sends a queued letter. A retry keeps the Message-ID. Any error makes the queue retry. */
export const mailJob: Job<Pick<App, 'mail' | 'log' | 'db' | 'jobs'>, Letter> = {
  name: 'mail',
  sendsLetter: true,
  options: PERSISTENT,
  async run({ mail, log, db, jobs }, letter) {
    try {
      await mail.send(letter)
    } catch (error) {
      if (!(error instanceof LetterRefused)) throw error
      log.warn({ letter: letter.id, replyCode: error.replyCode }, 'a letter was refused for good')
      const { said } = error
      await transact(db, (tx) => jobs.enqueue(tx, REFUSED, { to: letter.to, said }))
    }
  },
}

interface RefusedEmail {
  readonly to: string
  /** What the mail server answered. */
  readonly said: string
}

/** The job that gets every email that was refused for good; a feature says what it does. */
export function refusedEmails<Needs>(run: Job<Needs, RefusedEmail>['run']): Job<Needs, RefusedEmail> {
  return { name: 'refused_emails', options: PERSISTENT, run }
}

const REFUSED = refusedEmails<never>(() => Promise.resolve())

/** Queues a letter when the transaction commits; a rollback discards it. */
export async function queueLetter(
  tx: Tx,
  { jobs, random }: Pick<App, 'jobs' | 'random'>,
  to: string,
  letter: Omit<Letter, 'id' | 'to'>,
): Promise<void> {
  await jobs.enqueue(tx, mailJob, { id: random.token(), to, ...letter })
}
