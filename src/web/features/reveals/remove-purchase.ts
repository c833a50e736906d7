import { CallError, call } from '#web/call.ts'
import { getSession, type PurchaseRecord, setUses } from '#web/session.ts'
import { addToPurchases, dropFromPurchases } from './purchase-cache.ts'
import { recordPurchase } from './record-purchase.ts'

/** Deletes a record on the server and everywhere here. @throws CallError */
export async function removePurchase(record: PurchaseRecord): Promise<void> {
  const { userData } = getSession()
  if (userData === null) throw new CallError('not_logged_in')
  await call('DELETE /rmpurchase/{userId}', {
    params: { userId: userData.userInformation.user_id },
    body: {
      channelName: record.channel_name,
      transaction_id: record.transaction_id,
      channelId: record.channelId,
    },
  })
  dropFromPurchases(record)
}

/** Brings a deleted record back: a bought channel is revealed again for nothing. @throws CallError */
export async function restorePurchase({ channelId }: PurchaseRecord): Promise<void> {
  const { data } = await call('POST /getemail', { body: { channelId } })
  setUses(data.uses)
  const recorded = await recordPurchase(data)
  if (recorded !== null) addToPurchases(recorded.purchase)
}
