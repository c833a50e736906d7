import type { Language } from '#shared/i18n/messages.ts'
import { LINK_SECONDS } from '#shared/rules/accounts.ts'
import type { Core } from '#server/core.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { deletionEmail, endedSessionsEmail, resetEmail } from './accounts.mails.ts'
import { addLink, forgetLinks, type LinkPurpose } from './links.sql.ts'
import { sha256 } from '#server/config/secret.ts'
import { linkToPage } from '#server/render-email.ts'
import { DAY_MS } from '#shared/rules/time.ts'

interface LinkRequest {
  readonly personId: number
  readonly email: string
  readonly purpose: Exclude<LinkPurpose, 'sessions'>
  readonly language: Language
  /** The link for a new password follows the end of all sessions. */
  readonly isAfterEnd?: boolean
}

/**
 * Creates a link and mails it. A deletion link replaces earlier ones, because only the person can request it; a link for a
 * new password does not, because anyone can. The caller holds the person's row.
 */
export async function issueLink(
  tx: Tx,
  app: Core,
  { personId, email, purpose, language, isAfterEnd = false }: LinkRequest,
): Promise<void> {
  const now = app.clock.now()
  const token = app.random.token()
  if (purpose === 'delete') await forgetLinks(tx, { personId, purpose })
  await addLink(tx, {
    personId,
    purpose,
    tokenHash: sha256(token),
    now,
    expiresAt: new Date(now.getTime() + LINK_SECONDS * 1_000),
  })
  const link = `${linkToPage(app.config, purpose, language)}?token=${token}`
  const message =
    purpose === 'reset'
      ? (isAfterEnd ? endedSessionsEmail : resetEmail)(language, link)
      : deletionEmail(language, link, await makeEndingLink(tx, app, { personId, language }))
  await queueEmail(tx, app, email, message)
}

/** A warning may be read days later; all that its link can do is log people out. */
const ENDING_LINK_MS = 7 * DAY_MS

/**
 * Makes the link that ends all sessions of a person, for an email about something only a logged-in person can do. Earlier
 * links stay valid: who is logged in cannot make them worthless by asking again. The caller holds the person's row.
 */
export async function makeEndingLink(
  tx: Tx,
  { clock, random, config }: Core,
  { personId, language }: { readonly personId: number; readonly language: Language },
): Promise<string> {
  const now = clock.now()
  const token = random.token()
  const expiresAt = new Date(now.getTime() + ENDING_LINK_MS)
  await addLink(tx, { personId, purpose: 'sessions', tokenHash: sha256(token), now, expiresAt })
  return `${linkToPage(config, 'endsessions', language)}?token=${token}`
}
