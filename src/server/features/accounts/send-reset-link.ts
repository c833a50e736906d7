import type { Language } from '#shared/i18n/messages.ts'
import type { App } from '#server/app.ts'
import { transact } from '#server/db/connect.ts'
import { type Job, PERSISTENT } from '#server/jobs/job.ts'
import { lockPersonByEmail } from '#server/people/person-transaction.ts'
import { issueLink } from './issue-link.ts'

type LinkApp = Pick<App, 'db' | 'clock' | 'random' | 'jobs' | 'config' | 'security'>

interface AskedLink {
  readonly email: string
  readonly language: Language
}

/**
 * Mails the link with which a person sets a new password; an address without an account gets nothing. Earlier links stay
 * valid, so that nobody can invalidate another person's link by asking. A second run mails a second letter.
 */
export const resetLinkJob: Job<LinkApp, AskedLink> = {
  name: 'resetLink',
  sendsLetter: true,
  options: PERSISTENT,
  run: sendResetLink,
}

async function sendResetLink(app: LinkApp, { email, language }: AskedLink): Promise<void> {
  const personId = await transact(app.db, async (tx) => {
    const found = await lockPersonByEmail(tx, email)
    if (found !== undefined) await issueLink(tx, app, { personId: found, email, purpose: 'reset', language })
    return found
  })
  if (personId !== undefined) app.security.record('link_sent', { personId, email }, 'reset')
}
