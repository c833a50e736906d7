import { sql } from 'kysely'
import type { RefundCause } from '#shared/api/payments.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { Progress } from '#server/adapters/payments/payments.ts'

export interface Refund {
  readonly id: string
  readonly paymentId: string
  /** Kopecks. */
  readonly amount: number
  /** Withdrawn from the ledger. */
  readonly uses: number
  readonly cause: RefundCause | null
  readonly reason: string
  readonly state: 'created' | Progress
  readonly idempotenceKey: string
  readonly providerId: string | null
  readonly createdAt: Date
  /** When its idempotence key was first used. */
  readonly keyedAt: Date
}

function refunds(db: Db | Tx) {
  return db
    .selectFrom('refund')
    .select([
      'id',
      'payment_id as paymentId',
      'amount',
      'uses',
      sql<Refund['cause']>`cause`.as('cause'),
      'reason',
      sql<Refund['state']>`state`.as('state'),
      'idempotence_key as idempotenceKey',
      'provider_id as providerId',
      'created_at as createdAt',
      'keyed_at as keyedAt',
    ])
}

export async function readRefund(db: Db | Tx, id: string): Promise<Refund | undefined> {
  return refunds(db).where('id', '=', id).executeTakeFirst()
}

/** The refund that we made, not an external one. */
export async function findRefundOfPayment(db: Db | Tx, paymentId: string): Promise<Refund | undefined> {
  return refunds(db).where('payment_id', '=', paymentId).where('by_hand', '=', false).executeTakeFirst()
}

export async function findRefundByProviderId(db: Db, providerId: string): Promise<Refund | undefined> {
  return refunds(db).where('provider_id', '=', providerId).executeTakeFirst()
}

export async function insertRefund(
  tx: Tx,
  refund: Omit<Refund, 'state' | 'providerId' | 'keyedAt'> & {
    /** A bank transfer, which the operator makes: to us, it is done. */
    readonly isByHand?: boolean
  },
): Promise<void> {
  await tx
    .insertInto('refund')
    .values({
      id: refund.id,
      payment_id: refund.paymentId,
      amount: refund.amount,
      uses: refund.uses,
      cause: refund.cause,
      reason: refund.reason,
      idempotence_key: refund.idempotenceKey,
      keyed_at: refund.createdAt,
      created_at: refund.createdAt,
      ...(refund.isByHand === true && {
        by_hand: true,
        state: 'succeeded',
        settled_at: refund.createdAt,
      }),
    })
    .execute()
}

/** Retries a refund that failed, or whose key has expired, under a new key. @returns whether it was due for that */
export async function renewRefund(
  db: Db | Tx,
  {
    id,
    oldKey,
    newKey,
    now,
  }: { readonly id: string; readonly oldKey: string; readonly newKey: string; readonly now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('refund')
    .set({
      state: 'created',
      idempotence_key: newKey,
      keyed_at: now,
      provider_id: null,
      cancel_reason: null,
      settled_at: null,
    })
    .where('id', '=', id)
    .where('idempotence_key', '=', oldKey)
    .where('state', 'in', ['created', 'canceled'])
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

interface Step {
  readonly id: string
  /** The key of the attempt that is meant; a later attempt is not touched. */
  readonly key: string
  readonly to: Progress
  readonly providerId?: string
  readonly cancelReason?: string | null
  readonly settledAt?: Date
}

/** Advances a refund that is not in a final state. @returns whether there was one */
export async function advanceRefund(db: Db | Tx, step: Step): Promise<boolean> {
  const row = await db
    .updateTable('refund')
    .set({
      state: step.to,
      ...(step.providerId !== undefined && { provider_id: step.providerId }),
      ...(step.cancelReason !== undefined && { cancel_reason: step.cancelReason }),
      ...(step.settledAt !== undefined && { settled_at: step.settledAt }),
    })
    .where('id', '=', step.id)
    .where('idempotence_key', '=', step.key)
    .where('state', 'in', ['created', 'pending'])
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Refunds about which to ask the provider now: every minute at first, then less often, up to every hour. */
export async function dueRefunds(db: Db, now: Date, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from refund
    where state in ('created', 'pending') and (
      checked_at is null or checked_at <= ${now}::timestamptz
        - least(interval '1 hour', greatest(interval '50 seconds', (${now}::timestamptz - keyed_at) / 4)))
    order by checked_at nulls first, created_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
