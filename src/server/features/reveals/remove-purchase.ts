import type { Core } from '#server/core.ts'
import { Refusal } from '#server/refusal.ts'
import { holderTransaction } from '#server/holders/holder-transaction.ts'
import { CHANNEL_ID } from './reveals.sql.ts'

interface Removal {
  readonly holderId: number
  readonly actorId: number
  /** Used only when neither id is given: then the newest record of that name is meant. */
  readonly channelName: string
  readonly transactionId: number | null
  readonly channelId: string | null
}

/**
 * Deletes a record from the holder's list. The reveal remains: revealing the channel again is free.
 * @throws Refusal not_found
 */
export async function removePurchase(
  app: Core,
  { holderId, actorId, channelName, transactionId, channelId }: Removal,
): Promise<void> {
  await holderTransaction(app, { holderId, actorId, scope: 'purchases:write' }, async (tx) => {
    const own = tx
      .selectFrom('purchase')
      .innerJoin('reveal', (join) =>
        join
          .onRef('reveal.holder_id', '=', 'purchase.holder_id')
          .onRef('reveal.id', '=', 'purchase.reveal_id'),
      )
      .innerJoin('channel', 'channel.id', 'reveal.channel_id')
      .select('purchase.id')
      .where('purchase.holder_id', '=', holderId)
      .$if(transactionId !== null, (query) => query.where('purchase.transaction_id', '=', transactionId))
      .$if(channelId !== null, (query) => query.where(CHANNEL_ID, '=', channelId))
      .$if(transactionId === null && channelId === null, (query) =>
        query.where('purchase.channel_name', '=', channelName),
      )
      .orderBy('purchase.transaction_id', 'desc')
      .limit(1)
    const removed = await tx.deleteFrom('purchase').where('id', 'in', own).executeTakeFirst()
    if (removed.numDeletedRows === 0n) throw new Refusal('not_found')
  })
}
