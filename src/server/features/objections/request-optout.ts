import { hash } from 'node:crypto'
import type { Language } from '#shared/i18n/messages.ts'
import { PATHS } from '#shared/paths.ts'
import type { App } from '#server/app.ts'
import { transact } from '#server/db/connect.ts'
import { queueLetter } from '#server/jobs/send-mail.ts'
import { optoutLetter } from './optout.mails.ts'
import { insertOptoutLink } from './optout.sql.ts'

/** The letter is unexpected, so its reader may find it late. */
const LIFETIME_MS = 7 * 86_400_000

/**
 * Mails the link by which the owner of an address objects to being listed. Every address gets one, whether it is in the
 * catalogue or not, so nobody learns which ones are.
 * @throws Refusal too_many_requests
 */
export async function requestOptout(
  app: Pick<App, 'db' | 'clock' | 'random' | 'jobs' | 'limits' | 'config'>,
  { address, language }: { readonly address: string; readonly language: Language },
): Promise<void> {
  await app.limits.consume('verification', `optout ${address}`)
  await app.limits.consume('verification_day', `optout ${address}`)
  const now = app.clock.now()
  const token = app.random.token()
  const link = `${app.config.publicUrl}${PATHS.optout}?token=${token}`
  await transact(app.db, async (tx) => {
    const expiresAt = new Date(now.getTime() + LIFETIME_MS)
    const tokenHash = optoutTokenHash(token)
    await insertOptoutLink(tx, { address, token_hash: tokenHash, created_at: now, expires_at: expiresAt })
    await queueLetter(tx, app, address, optoutLetter(language, link))
  })
}

/** Only this hash of a link's token is stored. */
export function optoutTokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
