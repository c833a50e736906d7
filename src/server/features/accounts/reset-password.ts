import type { Language } from '#shared/i18n/messages.ts'
import type { App } from '#server/app.ts'
import { transact } from '#server/db/transact.ts'
import { Refusal } from '#server/refusal.ts'
import { passwordChangedLetter } from './accounts.mails.ts'
import { deleteSessionsOf, findOwner, forgetLoginFailures, lockPerson, setPassword } from './accounts.sql.ts'
import { checkNewPassword } from './check-new-password.ts'
import { hashPassword } from './hash-password.ts'
import { deleteIdentitiesOf } from './identities.sql.ts'
import { sha256 } from './issue-code.ts'
import { findLink, forgetLinks, takeLink } from './links.sql.ts'

interface Reset {
  /** As the letter's link brought it. */
  readonly token: string
  readonly newPassword: string
  readonly network: string
  readonly language: Language
}

/**
 * Sets a new password by a mailed link, once, and tells the person by a letter. Every session of theirs ends, links to
 * accounts at providers are cut, and the failures that made a login harder are forgotten.
 * @throws Refusal invalid_input (the password); wrong_token: no such link, it or another was used, or expired
 */
export async function resetPassword(
  app: Pick<App, 'db' | 'clock' | 'random' | 'jobs' | 'config' | 'security'>,
  { token, newPassword, network, language }: Reset,
): Promise<void> {
  const link = { purpose: 'reset', tokenHash: sha256(token), now: app.clock.now() } as const
  // Looked at first, so that a made-up token costs no hash of a password.
  const personId = await findLink(app.db, link)
  const owner = personId === undefined ? undefined : await findOwner(app.db, personId)
  if (personId === undefined || owner === undefined) throw new Refusal('wrong_token')
  checkNewPassword(app, { ...owner, password: newPassword, field: 'newPassword' })
  const passwordHash = await hashPassword(newPassword)
  await transact(app.db, async (tx) => {
    const email = await lockPerson(tx, personId)
    if (email === undefined || !(await takeLink(tx, link))) throw new Refusal('wrong_token')
    await forgetLinks(tx, { personId, purpose: 'reset' })
    await setPassword(tx, { personId, passwordHash })
    await deleteSessionsOf(tx, personId)
    // Somebody else may have linked theirs: from now on the password alone opens the account, until its owner links anew.
    await deleteIdentitiesOf(tx, personId)
    await forgetLoginFailures(tx, email)
    const letter = { id: app.random.token(), to: email, ...passwordChangedLetter(language, 'all') }
    await app.jobs.enqueue(tx, 'mail', letter)
  })
  app.security.record('reset_done', { personId, network })
}
