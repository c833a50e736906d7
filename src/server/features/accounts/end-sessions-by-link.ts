import type { Language } from '#shared/i18n/messages.ts'
import type { Core } from '#server/core.ts'
import { sha256 } from '#server/config/secret.ts'
import { transact } from '#server/db/connect.ts'
import { deleteAllSessions } from '#server/features/sessions/sessions.sql.ts'
import { lockPerson } from '#server/people/lock-person.ts'
import { Refusal } from '#server/refusal.ts'
import { issueLink } from './issue-link.ts'
import { findLink, forgetLinks, takeLink } from './links.sql.ts'

/**
 * Ends every session of a person by a mailed link, once, and mails the link for a new password: anyone who was logged in may
 * know the old one.
 * @returns the person's id
 * @throws Refusal wrong_token: unknown, used or expired
 */
export async function endSessionsByLink(
  app: Core,
  {
    token,
    network,
    language,
  }: { readonly token: string; readonly network: string; readonly language: Language },
): Promise<number> {
  const link = { purpose: 'sessions', tokenHash: sha256(token), now: app.clock.now() } as const
  const person = await transact(app.db, async (tx) => {
    const found = await findLink(tx, link)
    const email = found === undefined ? undefined : await lockPerson(tx, found)
    if (found === undefined || email === undefined || !(await takeLink(tx, link)))
      throw new Refusal('wrong_token')
    await forgetLinks(tx, { personId: found, purpose: 'sessions' })
    await deleteAllSessions(tx, found)
    await issueLink(tx, app, { personId: found, email, purpose: 'reset', language, isAfterEnd: true })
    return { personId: found, email }
  })
  const { personId } = person
  app.security.record('session_ended', { personId, network }, 'mailed_link')
  app.security.record('link_sent', person, 'reset')
  return personId
}
