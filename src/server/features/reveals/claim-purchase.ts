import type { App } from '#server/app.ts'
import { Refusal } from '#server/refusal.ts'
import { personTransaction } from '#server/people/person-transaction.ts'
import { type PurchaseRecord, purchaseRecordsOf } from './reveals.sql.ts'

interface HandOver {
  readonly personId: number
  readonly channelName: string
  /** Normalised. */
  readonly email: string
}

/**
 * Hands a bought record over to the client that revealed it, found by the channel's name (as recorded or as of today) and
 * one of its addresses. Only the person's own records are looked at, so whether an address is right is told to nobody
 * else. Each record is handed over once, whoever asks at the same moment; the ledger is never touched.
 * @throws Refusal already_bought with the record, not_found
 */
export async function claimPurchase(
  app: Pick<App, 'db' | 'clock' | 'inTurn'>,
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
            .selectFrom('contact')
            .whereRef('contact.channel_id', '=', 'reveal.channel_id')
            .where('contact.address', '=', email)
            .where('contact.suppressed_at', 'is', null),
        ),
      )
      // One that was not handed over before those that were.
      .orderBy('purchase.handed_over_at', (order) => order.desc().nullsFirst())
      .orderBy('purchase.transaction_id', 'desc')
      .limit(1)
    const purchase = await matching.executeTakeFirst()
    if (purchase === undefined) throw new Refusal('not_found')
    const handedOver = await tx
      .updateTable('purchase')
      .set({ handed_over_at: app.clock.now() })
      .where('transaction_id', '=', purchase.transaction_id)
      .where('handed_over_at', 'is', null)
      .returning('transaction_id')
      .executeTakeFirst()
    if (handedOver === undefined) throw new Refusal('already_bought', { extras: { data: { purchase } } })
    return purchase
  })
}
