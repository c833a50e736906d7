import { CREATOR_LINK_DAYS } from '#shared/rules/creators.ts'
import type { Core } from '#server/core.ts'
import { sha256 } from '#server/config/secret.ts'
import type { Tx } from '#server/db/connect.ts'
import { addressHash } from '#server/features/catalogue/contacts.sql.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { creatorLink, languageOfCreator, noticeEmail } from './creators.mails.ts'
import { insertNotice } from './creators.sql.ts'
import { DAY_MS } from '#shared/rules/time.ts'

interface Sold {
  readonly contactId: number
  readonly address: string
  readonly now: Date
}

/**
 * Tells the owner of an address by an email that it is listed: when it is sold for the first time, once for good, whatever
 * channels have it. The email leaves with the caller's transaction, or not at all. Comes last in it: others who sell the
 * same address wait for its end. With CREATOR_NOTICE=off nothing is noted, so that turning it on makes up for it.
 */
export async function queueCreatorNotice(
  tx: Tx,
  app: Core,
  { contactId, address, now }: Sold,
): Promise<void> {
  if (app.config.creatorNotice === 'off') return
  const token = app.random.token()
  const contact = await insertNotice(tx, {
    addressHash: addressHash(app.secret, address),
    contactId,
    link: {
      token_hash: sha256(token),
      address,
      created_at: now,
      expires_at: new Date(now.getTime() + CREATOR_LINK_DAYS.notice * DAY_MS),
    },
  })
  if (contact === null) return
  await queueEmail(
    tx,
    app,
    address,
    noticeEmail(contact, app.config, creatorLink(app.config, languageOfCreator(contact), token)),
  )
}
