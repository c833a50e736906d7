import type { Core } from '#server/core.ts'
import { Refusal } from '#server/refusal.ts'
import { holderTransaction } from '#server/holders/holder-transaction.ts'
import { isVisibleTo } from '#server/features/catalogue/known-contacts.sql.ts'
import { type PurchaseRecord, purchaseRecordsOf } from './reveals.sql.ts'

interface HandOver {
  readonly holderId: number
  readonly actorId: number
  readonly channelName: string
  /** Normalised. */
  readonly email: string
}

/**
 * Hands a purchase record to the client that revealed it, found by the channel's name (as recorded or current) and one of the
 * addresses that the holder is shown. Only the holder's own records are searched, so nobody else learns whether an address is
 * right. Each record is handed over once, even to simultaneous calls; the ledger is never touched.
 * @throws Refusal already_bought with the record, not_found
 */
export async function claimPurchase(
  app: Core,
  { holderId, actorId, channelName, email }: HandOver,
): Promise<PurchaseRecord> {
  return holderTransaction(app, { holderId, actorId, scope: 'purchases:write' }, async (tx) => {
    const matching = purchaseRecordsOf(tx, holderId)
      .where((eb) =>
        eb.or([eb('purchase.channel_name', '=', channelName), eb('channel.name', '=', channelName)]),
      )
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('known_contact as contact')
            .whereRef('contact.channel_id', '=', 'reveal.channel_id')
            .where('contact.address', '=', email)
            .where(isVisibleTo(holderId)),
        ),
      )
      // Records not handed over yet come first.
      .orderBy('purchase.handed_over_at', (order) => order.desc().nullsFirst())
      .orderBy('purchase.transaction_id', 'desc')
      .limit(1)
    const purchase = await matching.executeTakeFirst()
    if (purchase === undefined) throw new Refusal('not_found')
    const handedOver = await tx
      .updateTable('purchase')
      .set({ handed_over_at: app.clock.now() })
      .where('holder_id', '=', holderId)
      .where('transaction_id', '=', purchase.transaction_id)
      .where('handed_over_at', 'is', null)
      .returning('transaction_id')
      .executeTakeFirst()
    if (handedOver === undefined) throw new Refusal('already_bought', { extras: { data: { purchase } } })
    return purchase
  })
}
