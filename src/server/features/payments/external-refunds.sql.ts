import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'

/**
 * Claims the next search for refunds at the provider. @returns until when all are known, null for never; undefined: not due
 */
export async function takeRefundSearch(
  db: Db,
  { now, before }: { readonly now: Date; readonly before: Date },
): Promise<Date | null | undefined> {
  const row = await db
    .insertInto('refund_search')
    .values({ asked_at: now })
    .onConflict((conflict) =>
      conflict.column('is_only').doUpdateSet({ asked_at: now }).where('refund_search.asked_at', '<=', before),
    )
    .returning('known_until')
    .executeTakeFirst()
  return row === undefined ? undefined : row.known_until
}

/** Records that all refunds made until then are known. */
export async function keepRefundSearch(db: Db, knownUntil: Date): Promise<void> {
  await db.updateTable('refund_search').set({ known_until: knownUntil }).execute()
}

/** When the first payment was ordered; null when there is none. */
export async function firstPaymentAt(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('payment')
    .select((eb) => eb.fn.min<Date | null>('created_at').as('first'))
    .executeTakeFirst()
  return row?.first ?? null
}

export async function hasRefund(db: Db | Tx, providerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('refund')
    .select('id')
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  return row !== undefined
}

/** What external refunds gave back of a payment: kopecks, and the uses withdrawn for them. */
export async function readRefundsByHand(
  tx: Tx,
  paymentId: string,
): Promise<{ readonly amount: number; readonly uses: number }> {
  const { rows } = await sql<{ amount: number; uses: number }>`
    select coalesce(sum(amount), 0)::integer as amount, coalesce(sum(uses), 0)::integer as uses
    from refund where payment_id = ${paymentId} and by_hand`.execute(tx)
  return rows[0] ?? { amount: 0, uses: 0 }
}

interface FoundRefund {
  readonly id: string
  readonly paymentId: string
  readonly providerId: string
  /** Kopecks. */
  readonly amount: number
  readonly uses: number
  /** Belongs to no call; the column requires a unique value. */
  readonly idempotenceKey: string
  readonly createdAt: Date
}

/** @throws when the provider's id is already stored, which rolls the withdrawal back */
export async function insertFoundRefund(tx: Tx, refund: FoundRefund): Promise<void> {
  await tx
    .insertInto('refund')
    .values({
      id: refund.id,
      payment_id: refund.paymentId,
      provider_id: refund.providerId,
      amount: refund.amount,
      uses: refund.uses,
      by_hand: true,
      reason: "made by hand in the shop's cabinet",
      state: 'succeeded',
      idempotence_key: refund.idempotenceKey,
      keyed_at: refund.createdAt,
      created_at: refund.createdAt,
      settled_at: refund.createdAt,
    })
    .execute()
}
