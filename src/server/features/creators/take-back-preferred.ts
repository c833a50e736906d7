import type { Tx } from '#server/db/connect.ts'
import { withdrawPreferredContacts } from '#server/features/catalogue/creator-contacts.sql.ts'
import { findCreatorLink } from './creators.sql.ts'
import { deletePreferences, lockLinks, readPreferred } from './preferences.sql.ts'

interface TakingBack {
  readonly tokenHash: Buffer
  readonly now: Date
}

/**
 * Withdraws the addresses that are preferred to the one of a link, in all of its channels, and ends every other link of
 * that one: one of these was used for it, perhaps by somebody to whom an email was forwarded. Of several at once one does it;
 * all others find their link ended or nothing to do. The caller confirms the address
 * afterwards, which makes it the best again, also before those that were found elsewhere as well.
 * @returns whether there was something to take back
 */
export async function takeBackPreferred(tx: Tx, { tokenHash, now }: TakingBack): Promise<boolean> {
  const link = await findCreatorLink(tx, tokenHash, now)
  if (link === undefined || link.insteadOf !== null) return false
  const { address } = link
  const links = await lockLinks(tx, [address, ...(await readPreferred(tx, address))])
  // Again: another address may have been confirmed while this waited. The email about that has a link that is not locked.
  const preferred = await readPreferred(tx, address)
  if (preferred.length === 0 || !links.some((hash) => hash.equals(tokenHash))) return false
  await withdrawPreferredContacts(tx, { preferred, insteadOf: address })
  const others = links.filter((hash) => !hash.equals(tokenHash))
  await deletePreferences(tx, { address, preferred, links: others })
  return true
}
