import type { BodyOf } from '#shared/api/contract.ts'
import type { Creator } from '#server/actor/actor.ts'
import type { Core } from '#server/core.ts'
import { sha256 } from '#server/config/secret.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { findCreatorLink } from '#server/features/creators/creators.sql.ts'
import { isLockTimeout, LOCK_TIMEOUT_MS } from '#server/features/catalogue/import-lock.sql.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { Refusal } from '#server/refusal.ts'
import { linkToPage } from '#server/render-email.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { optoutEmail } from './objections.mails.ts'
import { insertOptoutLink, takeOptoutLink } from './optout.sql.ts'
import { suppressAddress, suppressJob } from './suppress-address.ts'
import { DAY_MS } from '#shared/rules/time.ts'

/** The email is unexpected, so its reader may find it late. */
const LIFETIME_MS = 7 * DAY_MS

/**
 * Mails the link by which the owner of an address objects to being listed. Every address gets one, whether it is in the
 * catalogue or not, so nobody learns which ones are.
 * @throws Refusal too_many_requests
 */
export async function requestOptout(
  app: Core,
  { address, language }: { readonly address: string; readonly language: Language },
): Promise<void> {
  await app.limits.consume('verification', `optout ${address}`)
  await app.limits.consume('verification_day', `optout ${address}`)
  const now = app.clock.now()
  const token = app.random.token()
  const link = `${linkToPage(app.config, 'optout', language)}?token=${token}`
  await transact(app.db, async (tx) => {
    const expiresAt = new Date(now.getTime() + LIFETIME_MS)
    const tokenHash = sha256(token)
    await insertOptoutLink(tx, { address, token_hash: tokenHash, created_at: now, expires_at: expiresAt })
    await queueEmail(tx, app, address, optoutEmail(language, link))
  })
}

/** The address that a link speaks for: one that was mailed for the objection, or any other that proves the mailbox. */
async function findObjector(tx: Tx, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  return (await takeOptoutLink(tx, tokenHash, now)) ?? (await findCreatorLink(tx, tokenHash, now))?.address
}

interface Objection extends Pick<BodyOf<'PUT /optout'>, 'hidesChannels'> {
  readonly language: Language
}

/**
 * Accepts an objection by its mailed link, or by one with which a creator corrects what is kept; both end with it. The
 * transaction that consumes the link also queues a job that is never given up. The same work is attempted at once, so the
 * address is usually withheld before the response; only a running import can delay it.
 * @throws Refusal wrong_token: the link is unknown, used, or expired
 */
export async function confirmOptout(
  app: Core,
  { tokenHash }: Creator,
  { hidesChannels = false, language }: Objection,
): Promise<void> {
  const objection = await transact(app.db, async (tx) => {
    const found = await findObjector(tx, tokenHash, app.clock.now())
    if (found === undefined) throw new Refusal('wrong_token')
    const accepted = { address: found, hidesChannels, language }
    await app.jobs.enqueue(tx, suppressJob, accepted)
    return accepted
  })
  try {
    await suppressAddress(app, objection.address, { ...objection, lockTimeoutMs: LOCK_TIMEOUT_MS })
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    app.log.info('an objection waits for the end of an import')
  }
}
