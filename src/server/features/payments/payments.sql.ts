import { sql } from 'kysely'
import type { z } from 'zod'
import type { paymentRecord } from '#shared/api/payments.ts'
import type { Db } from '#server/db/connect.ts'

export type PaymentRecord = z.infer<typeof paymentRecord>

/** The last payment of the previous page. */
export interface PaymentPlace {
  readonly createdAt: Date
  readonly id: string
}

/** A holder's payments, newest first. */
export async function newestPayments(
  db: Db,
  holderId: number,
  { limit, after }: { readonly limit: number; readonly after: PaymentPlace | undefined },
): Promise<readonly PaymentRecord[]> {
  const rows = await paymentsOf(db, holderId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(payment.created_at, payment.id) < (${after?.createdAt}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('payment.created_at', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(asRecord)
}

export async function findPayment(
  db: Db,
  { holderId, id }: { readonly holderId: number; readonly id: string },
): Promise<PaymentRecord | null> {
  const row = await paymentsOf(db, holderId).where('payment.id', '=', id).executeTakeFirst()
  return row === undefined ? null : asRecord(row)
}

/** A holder's payment that has a document: one that was paid, or an open invoice; and the address of its order. */
export async function findDocumented(
  db: Db,
  { holderId, id }: { readonly holderId: number; readonly id: string },
): Promise<{ readonly payment: PaymentRecord; readonly buyer: string | null } | null> {
  const row = await paymentsOf(db, holderId)
    .select('payment_address.email as buyer')
    .where('payment.id', '=', id)
    .where((is) =>
      is.or([
        is('payment.state', 'in', ['succeeded', 'refunded']),
        is.and([is('payment.state', '=', 'pending'), is('payment.valid_until', 'is not', null)]),
      ]),
    )
    .executeTakeFirst()
  return row === undefined ? null : { payment: asRecord(row), buyer: row.buyer }
}

/** The sum of a payment's refunds, ours and external ones; a canceled refund counts only when there is no other. */
export const REFUNDS = sql<{ state: string; amount: number; uses: number; cancel_reason: string | null }>`(
      select
        case when bool_or(state = 'created') then 'created' when bool_or(state = 'pending') then 'pending'
          when bool_or(state = 'succeeded') then 'succeeded' else 'canceled' end as state,
        coalesce(sum(amount) filter (where state <> 'canceled'), sum(amount))::integer as amount,
        sum(uses)::integer as uses,
        case when bool_and(state = 'canceled') then max(cancel_reason) end as cancel_reason
      from refund where payment_id = payment.id having count(*) > 0)`

function paymentsOf(db: Db, holderId: number) {
  return db
    .selectFrom('payment')
    .leftJoinLateral(REFUNDS.as('refund'), (join) => join.onTrue())
    .leftJoin('payment_address', 'payment_address.payment_id', 'payment.id')
    .select([
      'payment.id',
      'payment.state',
      'payment.package_id as packageId',
      'payment.uses',
      'payment.amount',
      'payment.created_at as createdAt',
      'payment.settled_at as settledAt',
      'payment.cancel_reason as cancelReason',
      'payment.receipt',
      'payment_address.card_ending as cardEnding',
      'payment.confirmation_url as confirmationUrl',
      'payment.valid_until as validUntil',
      'refund.state as refundState',
      'refund.amount as refundAmount',
      'refund.uses as refundUses',
    ])
    .where('payment.holder_id', '=', holderId)
}

type PaymentRow = Awaited<ReturnType<ReturnType<typeof paymentsOf>['execute']>>[number]

function asRecord(row: PaymentRow): PaymentRecord {
  const { refundState, refundAmount, refundUses } = row
  return {
    id: row.id,
    // The table's checks allow only the contract's words.
    state: row.state as PaymentRecord['state'],
    packageId: row.packageId,
    uses: row.uses,
    amount: row.amount / 100,
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
    cancelReason: row.cancelReason as PaymentRecord['cancelReason'],
    receipt: row.receipt as PaymentRecord['receipt'],
    cardEnding: row.cardEnding,
    confirmationURL: row.state === 'pending' ? row.confirmationUrl : null,
    validUntil: row.validUntil?.toISOString() ?? null,
    refund:
      refundState === null || refundAmount === null || refundUses === null
        ? null
        : {
            state: (refundState === 'created' ? 'pending' : refundState) as 'pending',
            amount: refundAmount / 100,
            uses: refundUses,
          },
  }
}
