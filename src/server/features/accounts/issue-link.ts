import type { Language } from '#shared/i18n/messages.ts'
import { LINK_SECONDS } from '#shared/rules/accounts.ts'
import { PATHS } from '#shared/paths.ts'
import type { App } from '#server/app.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueLetter } from '#server/jobs/send-mail.ts'
import { deletionLetter, resetLetter } from './accounts.mails.ts'
import { addLink, forgetLinks, type LinkPurpose } from './links.sql.ts'
import { sha256 } from '#server/config/secret.ts'

const LETTERS = { reset: resetLetter, delete: deletionLetter } as const

interface LinkRequest {
  readonly personId: number
  readonly email: string
  readonly purpose: LinkPurpose
  readonly language: Language
}

/**
 * Creates a link and mails it. A deletion link replaces earlier ones, because only the person can request it; a link for a
 * new password does not, because anyone can. The caller holds the person's row.
 */
export async function issueLink(
  tx: Tx,
  app: Pick<App, 'clock' | 'random' | 'jobs' | 'config'>,
  { personId, email, purpose, language }: LinkRequest,
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
  const letter = LETTERS[purpose](language, `${app.config.publicUrl}${PATHS[purpose]}?token=${token}`)
  await queueLetter(tx, app, email, letter)
}
