import type { Language } from '#shared/i18n/messages.ts'
import type { Core } from '#server/core.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { newDeviceEmail } from './accounts.mails.ts'
import { seeBrowser } from './earlier-logins.sql.ts'
import { makeEndingLink } from './issue-link.ts'
import { isDemoBuyer } from '#server/people/demo-buyer.ts'
import { sha256 } from '#server/config/secret.ts'

interface CameIn {
  readonly personId: number
  readonly email: string
  /** The browser's cookie. */
  readonly browserToken: string
  readonly userAgent: string
  readonly language: Language
}

/** Records the browser of a login, and mails the person if it is a new one. */
export async function noteBrowser(
  tx: Tx,
  app: Core,
  { personId, email, browserToken, userAgent, language }: CameIn,
): Promise<void> {
  const now = app.clock.now()
  if (!(await seeBrowser(tx, { personId, browserHash: sha256(browserToken), now }))) return
  // Its email has a link that ends all sessions, and everybody can read it.
  if (isDemoBuyer(app, email)) return
  const endSessions = await makeEndingLink(tx, app, { personId, language })
  const message = newDeviceEmail(language, { userAgent, now, endSessions })
  await queueEmail(tx, app, email, message)
}
