import type { Language } from '#shared/i18n/messages.ts'
import { PATHS } from '#shared/paths.ts'
import type { App } from '#server/app.ts'
import { transact } from '#server/db/transact.ts'
import { resetLetter } from './accounts.mails.ts'
import { lockPersonByEmail } from './accounts.sql.ts'
import { sha256 } from './issue-code.ts'
import { replaceLink } from './links.sql.ts'
import { countVerification } from './request-code.ts'

const LIFETIME_MS = 30 * 60_000

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
  const now = app.clock.now()
  const token = app.random.token()
  const link = `${app.config.publicUrl}${PATHS.reset}?token=${token}`
  const letter = { id: app.random.token(), to: email, ...resetLetter(language, link) }
  await transact(app.db, async (tx) => {
    const personId = await lockPersonByEmail(tx, email)
    if (personId === undefined) return
    await replaceLink(tx, {
      personId,
      purpose: 'reset',
      tokenHash: sha256(token),
      now,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    })
    await app.jobs.enqueue(tx, 'mail', letter)
  })
}
