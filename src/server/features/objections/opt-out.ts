import type { App } from '#server/app.ts'
import { sha256 } from '#server/config/secret.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { findCreatorLink } from '#server/features/creators/creators.sql.ts'
import { isLockTimeout, LOCK_TIMEOUT_MS } from '#server/features/catalogue/import-lock.sql.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { Refusal } from '#server/refusal.ts'
import { linkToPage, type EmailText, renderEmail } from '#server/render-email.ts'
import { mails } from '#shared/i18n/server-texts.ts'
import type { Language } from '#shared/i18n/messages.ts'
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
  app: Pick<App, 'db' | 'clock' | 'random' | 'jobs' | 'limits' | 'config'>,
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

/** The email in which the owner of an address confirms its removal. */
function optoutEmail(language: Language, link: string): EmailText {
  const { optout, reasons } = mails[language]
  return renderEmail({
    language,
    subject: optout.subject,
    parts: [
      { text: optout.intro },
      { button: { label: optout.button, link } },
      { text: optout.effect },
      { text: optout.lifetime },
      { aside: optout.notYou },
    ],
    reason: reasons.optout,
  })
}

/** The address that a link speaks for: one that was mailed for the objection, or any other that proves the mailbox. */
async function findObjector(tx: Tx, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  return (await takeOptoutLink(tx, tokenHash, now)) ?? (await findCreatorLink(tx, tokenHash, now))?.address
}

/**
 * Accepts an objection by its mailed link, or by one with which a creator corrects what is kept; both end with it. The transaction that consumes the link also queues a job that is never given
 * up. The same work is attempted at once, so the address is usually withheld before the response; only a running import can
 * delay it.
 * @throws Refusal wrong_token: the link is unknown, used, or expired
 */
export async function confirmOptout(
  app: Pick<App, 'db' | 'clock' | 'jobs' | 'secret' | 'log'>,
  token: string,
): Promise<void> {
  const address = await transact(app.db, async (tx) => {
    const found = await findObjector(tx, sha256(token), app.clock.now())
    if (found === undefined) throw new Refusal('wrong_token')
    await app.jobs.enqueue(tx, suppressJob, { address: found })
    return found
  })
  try {
    await suppressAddress(app, address, LOCK_TIMEOUT_MS)
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    app.log.info('an objection waits for the end of an import')
  }
}
