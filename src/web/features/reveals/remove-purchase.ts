import { CallError, call } from '#web/kit/api/call.ts'
import { isLoggedIn } from '#web/kit/api/session.ts'
import { addToPurchases, dropFromPurchases } from './purchase-cache.ts'
import { type PurchaseRecord, recordPurchase } from './record-purchase.ts'
import { setUses } from '#web/features/uses/use-uses-history.ts'

/** Deletes a record on the server and everywhere here. @param userId its owner @throws CallError */
export async function removePurchase(userId: number, record: PurchaseRecord): Promise<void> {
  if (!isLoggedIn(userId)) throw new CallError('not_logged_in')
  await call('DELETE /rmpurchase/{userId}', {
    params: { userId },
    body: {
      channelName: record.channel_name,
      transaction_id: record.transaction_id,
      channelId: record.channelId,
    },
  })
  dropFromPurchases(record)
}

/** Restores a deleted record: revealing a bought channel again is free. @param userId its former owner @throws CallError */
export async function restorePurchase(userId: number, { channelId }: PurchaseRecord): Promise<void> {
  // It would cost anybody else a use.
  if (!isLoggedIn(userId)) throw new CallError('not_logged_in')
  const { data } = await call('POST /getemail', { body: { channelId } })
  const recorded = await recordPurchase(userId, data)
  if (recorded === null) return
  setUses(data.uses)
  addToPurchases(recorded.purchase)
}
