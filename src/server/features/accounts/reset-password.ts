import type { Language } from '#shared/i18n/messages.ts'
import type { Core } from '#server/core.ts'
import { transact } from '#server/db/connect.ts'
import { countReset } from './limit-emails.ts'
import { type Job, PERSISTENT } from '#server/jobs/job.ts'
import { isDemoBuyer } from '#server/people/demo-buyer.ts'
import { lockPerson, lockPersonByEmail } from '#server/people/lock-person.ts'
import { issueLink } from './issue-link.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { Refusal } from '#server/refusal.ts'
import { blockedEmail, passwordChangedEmail } from './accounts.mails.ts'
import { findOwner, setPassword } from './accounts.sql.ts'
import { blockedFor } from './blocked.sql.ts'
import { hashPassword } from '#server/people/passwords.ts'
import { deleteIdentitiesOf } from './identities.sql.ts'
import { findLink, forgetLinks, takeLink } from './links.sql.ts'
import { deleteAllSessions } from '#server/features/sessions/sessions.sql.ts'
import { forgetLoginFailures } from './earlier-logins.sql.ts'
import { sha256 } from '#server/config/secret.ts'
import { checkNewPassword } from './change-password.ts'

/**
 * Queues the request for a password link; a job looks whether the address has an account. Known and unknown addresses take
 * the same steps here, so neither the answer nor its time tells them apart.
 * @throws Refusal too_many_requests
 */
export async function requestReset(
  app: Core,
  {
    email,
    network,
    language,
  }: { readonly email: string; readonly network: string; readonly language: Language },
): Promise<void> {
  await app.limits.consume('link_network', network)
  await countReset(app, email)
  await transact(app.db, (tx) => app.jobs.enqueue(tx, resetLinkJob, { email, language }))
  app.security.record('reset_asked', { email, network })
}

interface AskedLink {
  readonly email: string
  readonly language: Language
}

/**
 * Mails the link with which a person sets a new password; an address without an account gets nothing, and somebody who is
 * blocked is notified again. Earlier links stay valid, so that nobody can invalidate another person's link by asking. A second
 * run mails a second email.
 */
export const resetLinkJob: Job<Core, AskedLink> = {
  name: 'resetLink',
  sendsEmail: true,
  options: PERSISTENT,
  run: sendResetLink,
}

async function sendResetLink(app: Core, { email, language }: AskedLink): Promise<void> {
  // Everybody can read a demonstration's emails.
  if (isDemoBuyer(app, email)) return
  const personId = await transact(app.db, async (tx) => {
    const found = await lockPersonByEmail(tx, email)
    if (found === undefined) return undefined
    const category = await blockedFor(tx, found)
    if (category !== null) {
      const { supportEmail } = app.config
      await queueEmail(tx, app, email, blockedEmail(language, { category, supportEmail }))
      return undefined
    }
    await issueLink(tx, app, { personId: found, email, purpose: 'reset', language })
    return found
  })
  if (personId !== undefined) app.security.record('link_sent', { personId, email }, 'reset')
}

interface Reset {
  /** From the email's link. */
  readonly token: string
  readonly newPassword: string
  readonly network: string
  readonly language: Language
}

/**
 * Sets a new password and consumes the mailed link. Ends every session of the person, unlinks their identities, forgets
 * failed logins and reports the change by an email.
 * @throws Refusal invalid_input (the password); wrong_token: unknown, used, replaced or expired
 */
export async function resetPassword(
  app: Core,
  { token, newPassword, network, language }: Reset,
): Promise<void> {
  const link = { purpose: 'reset', tokenHash: sha256(token), now: app.clock.now() } as const
  // Checked first, so that a made-up token costs no password hash.
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
    await deleteAllSessions(tx, personId)
    // An attacker may have linked their own identity: from now on only the password opens the account.
    await deleteIdentitiesOf(tx, personId)
    await forgetLoginFailures(tx, email)
    await queueEmail(tx, app, email, passwordChangedEmail(language, 'all'))
  })
  app.security.record('reset_done', { personId, network })
}
