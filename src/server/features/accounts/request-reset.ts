import type { Language } from '#shared/i18n/messages.ts'
import type { App } from '#server/app.ts'
import { transact } from '#server/db/transact.ts'
import { lockPersonByEmail } from './accounts.sql.ts'
import { issueLink } from './issue-link.ts'
import { countVerification } from './request-code.ts'

/**
 * Mails the link with which a person sets a new password, in place of earlier ones. An address without an account gets
 * no letter, and the caller is not told.
 * @throws Refusal too_many_requests
 */
export async function requestReset(
  app: Pick<App, 'db' | 'clock' | 'random' | 'jobs' | 'limits' | 'config'>,
  { email, language }: { readonly email: string; readonly language: Language },
): Promise<void> {
  await countVerification(app, `reset ${email}`)
  await transact(app.db, async (tx) => {
    const personId = await lockPersonByEmail(tx, email)
    if (personId !== undefined) await issueLink(tx, app, { personId, email, purpose: 'reset', language })
  })
}
