import { CREATOR_LINK_DAYS } from '#shared/rules/creators.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import type { Core } from '#server/core.ts'
import { sha256 } from '#server/config/secret.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { creatorLink, languageOfCreator, questionEmail } from './creators.mails.ts'
import { insertCreatorLink, readNoticed } from './creators.sql.ts'

interface Reported {
  readonly contactId: number
  readonly address: string
  readonly now: Date
}

/**
 * Asks the owner of an address, of which a buyer says that it does not exist, to confirm it. If the email is refused, we know that
 * ourselves. Not with CREATOR_NOTICE=off.
 */
export async function queueOwnerQuestion(
  tx: Tx,
  app: Core,
  { contactId, address, now }: Reported,
): Promise<void> {
  if (app.config.creatorNotice === 'off') return
  const token = app.random.token()
  const contact = await readNoticed(tx, contactId)
  await insertCreatorLink(tx, {
    token_hash: sha256(token),
    address,
    created_at: now,
    expires_at: new Date(now.getTime() + CREATOR_LINK_DAYS.notice * DAY_MS),
  })
  await queueEmail(
    tx,
    app,
    address,
    questionEmail(contact, creatorLink(app.config, languageOfCreator(contact), token)),
  )
}
