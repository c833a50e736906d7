import type { Core } from '#server/core.ts'
import { Refusal } from '#server/refusal.ts'
import { personTransaction } from '#server/people/person-transaction.ts'
import { isVisibleTo } from '#server/features/catalogue/known-contacts.sql.ts'
import { type PurchaseRecord, purchaseRecordsOf } from './reveals.sql.ts'

interface HandOver {
  readonly personId: number
  readonly channelName: string
  /** Normalised. */
  readonly email: string
}

/**
 * Hands a purchase record to the client that revealed it, found by the channel's name (as recorded or current) and one of the
 * addresses that the person is shown. Only the person's own records are searched, so nobody else learns whether an address is
 * right. Each record is handed over once, even to simultaneous calls; the ledger is never touched.
 * @throws Refusal already_bought with the record, not_found
 */
export async function claimPurchase(
  app: Core,
  { personId, channelName, email }: HandOver,
): Promise<PurchaseRecord> {
  return personTransaction(app, personId, async (tx) => {
    const matching = purchaseRecordsOf(tx, personId)
      .where((eb) =>
        eb.or([eb('purchase.channel_name', '=', channelName), eb('channel.name', '=', channelName)]),
      )
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('known_contact as contact')
            .whereRef('contact.channel_id', '=', 'reveal.channel_id')
            .where('contact.address', '=', email)
            .where(isVisibleTo(personId)),
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
      .where('person_id', '=', personId)
      .where('transaction_id', '=', purchase.transaction_id)
      .where('handed_over_at', 'is', null)
      .returning('transaction_id')
      .executeTakeFirst()
    if (handedOver === undefined) throw new Refusal('already_bought', { extras: { data: { purchase } } })
    return purchase
  })
}
