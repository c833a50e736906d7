import { EmailRefused, type Email } from '#server/adapters/mail/mail.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { type Job, PERSISTENT } from './job.ts'

/** Sends a queued email. A retry keeps the Message-ID. Any error makes the queue retry. */
export const mailJob: Job<Core & Pick<App, 'mail'>, Email> = {
  name: 'mail',
  sendsEmail: true,
  options: PERSISTENT,
  async run({ mail, log, db, jobs }, email) {
    try {
      await mail.send(email)
    } catch (error) {
      if (!(error instanceof EmailRefused)) throw error
      log.warn({ emailId: email.id, replyCode: error.replyCode }, 'an email was refused for good')
      const { said } = error
      await transact(db, (tx) => jobs.enqueue(tx, REFUSED, { to: email.to, said }))
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

/** Queues an email when the transaction commits; a rollback discards it. */
export async function queueEmail(
  tx: Tx,
  { jobs, random }: Core,
  to: string,
  email: Omit<Email, 'id' | 'to'>,
): Promise<void> {
  await jobs.enqueue(tx, mailJob, { id: random.token(), to, ...email })
}
