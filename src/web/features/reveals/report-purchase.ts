import type { BodyOf, DataOf } from '#shared/api/contract.ts'
import { refreshUses, setUses } from '#web/features/uses/use-uses-history.ts'
import { call, CallError } from '#web/kit/api/call.ts'
import { isHolder } from '#web/kit/api/session.ts'
import { type PurchaseRecord, replaceInPurchases } from './purchase-records.ts'

type Verdict = DataOf<'POST /purchases/{transactionId}/report'>

export interface Reported extends Verdict {
  /** The record as it is now; null when it could not be fetched: what became of the report is known all the same. */
  readonly record: PurchaseRecord | null
}

/**
 * Reports a bought contact, and brings everything here up to date: the record, the balance, the history of uses. The same
 * after `already_reported`: the answer to the report may have been lost.
 * @param holderId its owner
 * @throws CallError
 */
export async function reportPurchase(
  holderId: number,
  { transaction_id: transactionId, channelId }: PurchaseRecord,
  body: BodyOf<'POST /purchases/{transactionId}/report'>,
): Promise<Reported> {
  if (!isHolder(holderId)) throw new CallError('not_logged_in')
  let verdict: Verdict
  try {
    const { data } = await call('POST /purchases/{transactionId}/report', {
      params: { transactionId },
      body,
      handles: ['too_many_requests', 'not_found'],
    })
    verdict = data
  } catch (error) {
    if (error instanceof CallError && error.code === 'already_reported') {
      const record = await readRecord(channelId, transactionId)
      if (isHolder(holderId)) {
        if (record !== null) replaceInPurchases(holderId, record)
        void refreshUses()
      }
    }
    throw error
  }
  // Nothing is kept of a refused one.
  if (verdict.state === 'refused') return { ...verdict, record: null }
  const record = await readRecord(channelId, transactionId)
  if (isHolder(holderId)) {
    if (record !== null) replaceInPurchases(holderId, record)
    setUses(holderId, verdict.uses)
    void refreshUses()
  }
  return { ...verdict, record }
}

async function readRecord(channelId: string, transactionId: number): Promise<PurchaseRecord | null> {
  try {
    const { data } = await call('GET /purchases', { query: { channelId }, handles: 'all' })
    return data.find((record) => record.transaction_id === transactionId) ?? null
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return null
  }
}
