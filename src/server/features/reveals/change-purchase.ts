import type { BodyOf } from '#shared/api/contract.ts'
import type { Core } from '#server/core.ts'
import { Refusal } from '#server/refusal.ts'
import { holderTransaction } from '#server/holders/holder-transaction.ts'
import { type PurchaseRecord, purchaseRecordsOf } from './reveals.sql.ts'

type Change = BodyOf<'PATCH /purchases/{transactionId}'> & {
  readonly holderId: number
  /** The person who changes it. */
  readonly actorId: number
  readonly transactionId: number
}

/**
 * Changes what a buyer noted on a purchase, provided that it still has the version on which the change was made: of two
 * changes of one version exactly one is made.
 * @throws Refusal changed_meanwhile with the record, not_found
 */
export async function changePurchase(
  app: Core,
  { holderId, actorId, transactionId, version, status, note }: Change,
): Promise<PurchaseRecord> {
  return holderTransaction(app, holderId, async (tx) => {
    const changed = await tx
      .updateTable('purchase')
      .set((eb) => ({
        version: eb('version', '+', 1),
        actor_id: actorId,
        ...(status !== undefined && { status }),
        ...(note !== undefined && { note }),
      }))
      .where('transaction_id', '=', transactionId)
      .where('holder_id', '=', holderId)
      .where('version', '=', version)
      .returning('version')
      .executeTakeFirst()
    const record = await purchaseRecordsOf(tx, holderId)
      .where('purchase.transaction_id', '=', transactionId)
      .executeTakeFirst()
    if (record === undefined) throw new Refusal('not_found')
    if (changed === undefined) throw new Refusal('changed_meanwhile', { extras: { data: record } })
    return record
  })
}
