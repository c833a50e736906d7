import type { Language } from '#shared/i18n/messages.ts'
import type { App } from '#server/app.ts'
import { transact } from '#server/db/transact.ts'
import { lockPersonByEmail } from './accounts.sql.ts'
import { issueLink } from './issue-link.ts'

/**
 * Mails the link with which a person sets a new password; to an address without an account nothing. Earlier ones live on,
 * so that whoever asks in another's name makes no letter worthless. Done twice it mails a second letter.
 */
export async function sendResetLink(
  app: Pick<App, 'db' | 'clock' | 'random' | 'jobs' | 'config' | 'security'>,
  { email, language }: { readonly email: string; readonly language: Language },
): Promise<void> {
  const personId = await transact(app.db, async (tx) => {
    const found = await lockPersonByEmail(tx, email)
    if (found !== undefined) await issueLink(tx, app, { personId: found, email, purpose: 'reset', language })
    return found
  })
  if (personId !== undefined) app.security.record('link_sent', { personId, email }, 'reset')
}
