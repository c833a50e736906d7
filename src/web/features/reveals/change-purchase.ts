import type { Stage } from '#shared/rules/cards.ts'
import { call, CallError } from '#web/kit/api/call.ts'
import { isHolder, onLogout } from '#web/kit/api/session.ts'
import { type PurchaseRecord, replaceInPurchases } from './purchase-records.ts'

export interface Change {
  readonly status?: Stage
  readonly note?: string
}

/** Of each record the last change, which later ones wait for: each names the version that the one before it made. */
const underWay = new Map<number, Promise<void>>()
/** The records as the server last answered them. */
const answered = new Map<number, PurchaseRecord>()

/**
 * Changes what is noted on a purchase. It shows at once, and is taken back when it fails.
 * @param holderId its owner
 * @throws CallError changed_meanwhile when it was changed elsewhere; then it shows as it is there
 */
export async function changePurchase(
  holderId: number,
  record: PurchaseRecord,
  change: Change,
): Promise<void> {
  const id = record.transaction_id
  replaceInPurchases(holderId, { ...record, ...change })
  const before = underWay.get(id)
  const work = async () => {
    await before?.catch(() => {})
    // What shows is settled by the last change that is under way.
    const settle = (now: PurchaseRecord) => {
      answered.set(id, now)
      if (underWay.get(id) === done) replaceInPurchases(holderId, now)
    }
    const last = answered.get(id)
    const known = last !== undefined && last.version >= record.version ? last : record
    try {
      settle(await send(holderId, known, change))
    } catch (error) {
      settle(conflicting(error) ?? known)
      throw error
    }
  }
  const done = work()
  underWay.set(id, done)
  await done.finally(() => {
    if (underWay.get(id) === done) underWay.delete(id)
  })
}

async function send(holderId: number, known: PurchaseRecord, change: Change): Promise<PurchaseRecord> {
  if (!isHolder(holderId)) throw new CallError('not_logged_in')
  try {
    const { data } = await call('PATCH /purchases/{transactionId}', {
      params: { transactionId: known.transaction_id },
      body: { version: known.version, ...change },
      keepalive: true,
      handles: ['too_many_requests'],
    })
    return data
  } catch (error) {
    const now = conflicting(error)
    // An earlier attempt whose answer was lost, or the same in another window.
    const isMade =
      now !== null && (change.status ?? now.status) === now.status && (change.note ?? now.note) === now.note
    if (isMade) return now
    throw error
  }
}

/** The record in a refusal because of its version. */
function conflicting(error: unknown): PurchaseRecord | null {
  return error instanceof CallError && error.code === 'changed_meanwhile'
    ? (error.extras['data'] as PurchaseRecord)
    : null
}

onLogout(() => answered.clear())
