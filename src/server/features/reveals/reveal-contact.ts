import type { DataOf } from '#shared/api/contract.ts'
import { en } from '#shared/i18n/en.ts'
import type { NoContactReason } from '#shared/rules/creators.ts'
import { scopesOf } from '#shared/rules/teams.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { lockOffer, readContact } from '#server/features/catalogue/known-contacts.sql.ts'
import { queueCreatorNotice } from '#server/features/creators/notify-creator.ts'
import { spendUse } from '#server/features/uses/ledger.sql.ts'
import { Refusal } from '#server/refusal.ts'
import { holderTransaction } from '#server/holders/holder-transaction.ts'
import { budgetLeft, readMember } from '#server/holders/members.sql.ts'
import { insertReveal, keepRecord, lockChannel, readNoContactReason } from './reveal-contact.sql.ts'

interface Reveal {
  readonly holderId: number
  /** The person who reveals it for the holder. */
  readonly actorId: number
  /** The API's id: the platform's where known, otherwise ours. */
  readonly channelId: string
}

export type RevealingApp = Core & Pick<App, 'faults'>

/**
 * Sells a channel's contact for one use, or shows it again free of charge to a holder that bought it. Everything is one
 * transaction, the notice to its owner too, and the answer comes after its commit. Lock order: holder, channel, contact with its address,
 * lots.
 * @throws Refusal not_found (unknown channel), no_contact, no_uses, over_budget, forbidden (may not reveal for the team, or no
 *   longer); nothing is charged then
 */
export async function revealContact(
  app: RevealingApp,
  { holderId, actorId, channelId }: Reveal,
): Promise<DataOf<'POST /getemail'>> {
  const { contact } = await holderTransaction(app, { holderId, actorId, scope: 'reveal' }, (tx) =>
    reveal(tx, app, { holderId, actorId, channelId, maySpend: true }),
  )
  await app.faults('reveal.committed')
  return contact
}

interface Revealed {
  readonly contact: DataOf<'POST /getemail'>
  /** The reveal that a use was spent on; null when it had been bought before. */
  readonly paidId: number | null
}

/**
 * The same in the caller's transaction, which has locked the holder.
 * @throws Refusal also changed_meanwhile, when it would cost a use that may not be spent
 */
export async function reveal(
  tx: Tx,
  app: RevealingApp,
  { holderId, actorId, channelId, maySpend }: Reveal & { readonly maySpend: boolean },
): Promise<Revealed> {
  const { clock, faults, demo } = app
  const withDemo = demo !== null
  const now = clock.now()
  const left = await readAllowed(tx, { holderId, actorId, now })
  // Tried once more when nothing is found: a channel that was merged while we waited has moved its id.
  const wanted = { holderId, channelId, withDemo }
  const channel = (await lockChannel(tx, wanted)) ?? (await lockChannel(tx, wanted))
  if (channel === null || (channel.isGone && !channel.isBought)) throw new Refusal('not_found')
  const offer = await lockOffer(tx, { holderId, channelId: channel.id })
  if (offer === null) throw noContact(await readNoContactReason(tx, channel.id))
  let paidId = null
  if (offer.revealId === null) {
    if (!maySpend) throw new Refusal('changed_meanwhile')
    if (left === 0) throw new Refusal('over_budget', { extras: { meta: { budgetLeft: left } } })
    paidId = await insertReveal(tx, { holderId, actorId, channel, contactId: offer.contactId, now })
    if (!(await spendUse(tx, { holderId, revealId: paidId, now }))) throw new Refusal('no_uses')
    await faults('reveal.charged')
  } else {
    await keepRecord(tx, { holderId, revealId: offer.revealId, channel, now })
  }
  const { contactId } = offer
  const contact = await readContact(tx, { contactId, holderId, now })
  // An earlier purchase may show an address for the first time, too.
  await queueCreatorNotice(tx, app, { contactId, address: contact.email, now })
  if (offer.revealId === null) await faults('reveal.noticed')
  return { contact: { ...contact, name: channel.name }, paidId }
}

/**
 * The uses that the actor may still spend this month; null: all that the holder has. Whoever was removed from a team, or may
 * only look on, since the call began gets no contact.
 */
export async function readAllowed(
  tx: Db | Tx,
  { holderId, actorId, now }: Omit<Reveal, 'channelId'> & { readonly now: Date },
): Promise<number | null> {
  if (holderId === actorId) return null
  const member = await readMember(tx, { teamId: holderId, personId: actorId, now })
  if (member === null || !scopesOf(member.role).includes('reveal')) throw new Refusal('forbidden')
  return budgetLeft(member)
}

/** Says that the creator wants it so, where that is why. */
function noContact(reason: NoContactReason | null): Refusal {
  if (reason === null) return new Refusal('no_contact')
  const extras = { meta: { noContactReason: reason } }
  return new Refusal('no_contact', { text: en.noContactReasons[reason], extras })
}
