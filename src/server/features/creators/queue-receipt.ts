import type { Language } from '#shared/i18n/messages.ts'
import { CREATOR_LINK_DAYS } from '#shared/rules/creators.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import type { Core } from '#server/core.ts'
import { sha256 } from '#server/config/secret.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { type Act, creatorLink, receiptEmail } from './creators.mails.ts'
import { insertCreatorLink } from './creators.sql.ts'

interface Done {
  readonly address: string
  readonly language: Language
  /** What changed something; without any there is no email. */
  readonly acts: readonly Act[]
}

/**
 * Confirms to the owner of an address, by one email, what was done with a link of theirs: it may have been somebody to whom an
 * email was forwarded. Its own link undoes it, and lives as long as a pause that it tells of. The caller has locked a link of
 * the address, so that an objection leaves none.
 */
export async function queueReceipt(tx: Tx, app: Core, { address, language, acts }: Done): Promise<void> {
  if (acts.length === 0) return
  const pausedUntil = acts.find((act) => act.kind === 'paused')?.until?.getTime() ?? 0
  const toEnd = Math.ceil((pausedUntil - app.clock.now().getTime()) / DAY_MS)
  const days = Math.max(CREATOR_LINK_DAYS.notice, toEnd)
  const { token, link } = makeCreatorLink(app, address, days)
  await insertCreatorLink(tx, link)
  const { supportEmail } = app.config
  const email = receiptEmail({
    language,
    acts,
    days,
    supportEmail,
    link: creatorLink(app.config, language, token),
  })
  await queueEmail(tx, app, address, email)
}

/** A new link of an address, to be stored, and the token for its email. */
export function makeCreatorLink({ random, clock }: Core, address: string, days: number) {
  const [token, now] = [random.token(), clock.now()]
  const expiresAt = new Date(now.getTime() + days * DAY_MS)
  return { token, link: { token_hash: sha256(token), address, created_at: now, expires_at: expiresAt } }
}
