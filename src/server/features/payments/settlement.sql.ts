import { sql } from 'kysely'
import type { CancelReason, PaymentState } from '#shared/api/payments.ts'
import type { Language } from '#shared/i18n/messages.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { Progress } from '#server/adapters/payments/payments.ts'

/** The form of our ids: PostgreSQL answers any other text with an error. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A payment as settlement needs it. */
export interface Payment {
  readonly id: string
  readonly holderId: number
  /** The person who ordered it; null: erased. */
  readonly actorId: number | null
  readonly packageId: number
  readonly uses: number
  /** Kopecks. */
  readonly amount: number
  readonly language: Language
  readonly state: PaymentState
  readonly idempotenceKey: string
  readonly providerId: string | null
  readonly confirmationUrl: string | null
  readonly receipt: Progress | null
  readonly cancelReason: CancelReason | null
  readonly createdAt: Date
  /** Of an invoice, which the provider does not know. */
  readonly validUntil: Date | null
  /** For the receipt; null when the account is gone. */
  readonly email: string | null
}

/** Whether the provider may still change a payment or a refund. */
export function isOpen({ state }: Pick<Payment, 'state'>): boolean {
  return state === 'created' || state === 'pending'
}

function payments(db: Db | Tx) {
  return db
    .selectFrom('payment')
    .leftJoin('payment_address', 'payment_address.payment_id', 'payment.id')
    .select([
      'payment.id',
      'payment.holder_id as holderId',
      'payment.actor_id as actorId',
      'payment.package_id as packageId',
      'payment.uses',
      'payment.amount',
      sql<Language>`payment.language`.as('language'),
      sql<PaymentState>`payment.state`.as('state'),
      'payment.idempotence_key as idempotenceKey',
      'payment.provider_id as providerId',
      'payment.confirmation_url as confirmationUrl',
      sql<Progress | null>`payment.receipt`.as('receipt'),
      sql<CancelReason | null>`payment.cancel_reason`.as('cancelReason'),
      'payment.created_at as createdAt',
      'payment.valid_until as validUntil',
      // Whoever ordered it for a team and has left it may not know of it any more.
      sql<string | null>`case when told_person(payment.holder_id, payment.actor_id) <> payment.actor_id
        then (select email from person where id = told_person(payment.holder_id, payment.actor_id))
        else payment_address.email end`.as('email'),
    ])
}

export async function readPayment(db: Db | Tx, id: string): Promise<Payment | undefined> {
  return payments(db).where('payment.id', '=', id).executeTakeFirst()
}

/** The same, locked until the transaction ends. Lock the holder first. */
export async function lockPayment(tx: Tx, id: string): Promise<Payment | undefined> {
  return payments(tx).where('payment.id', '=', id).forNoKeyUpdate('payment').executeTakeFirst()
}

/** The payment that a notification is about, found by the provider's id. */
export async function findByProviderId(db: Db, providerId: string): Promise<Payment | undefined> {
  return payments(db).where('payment.provider_id', '=', providerId).executeTakeFirst()
}

/** The newest payment at the provider for a package that is not paid, since `since`. The caller has locked the holder. */
export async function findUnpaid(
  tx: Tx,
  {
    holderId,
    packageId,
    since,
  }: { readonly holderId: number; readonly packageId: number; readonly since: Date },
): Promise<Payment | undefined> {
  return payments(tx)
    .where('payment.holder_id', '=', holderId)
    .where('payment.package_id', '=', packageId)
    .where('payment.state', 'in', ['created', 'pending'])
    .where('payment.valid_until', 'is', null)
    .where('payment.created_at', '>', since)
    .orderBy('payment.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type NewPayment = Pick<
  Payment,
  | 'id'
  | 'holderId'
  | 'actorId'
  | 'packageId'
  | 'uses'
  | 'amount'
  | 'language'
  | 'idempotenceKey'
  | 'createdAt'
> & { readonly email: string; readonly validUntil?: Date }

export async function insertPayment(tx: Tx, payment: NewPayment): Promise<void> {
  await tx
    .insertInto('payment')
    .values({
      id: payment.id,
      holder_id: payment.holderId,
      actor_id: payment.actorId,
      package_id: payment.packageId,
      uses: payment.uses,
      amount: payment.amount,
      language: payment.language,
      ...(payment.validUntil !== undefined && { state: 'pending', valid_until: payment.validUntil }),
      idempotence_key: payment.idempotenceKey,
      company_id: sql<number | null>`(select max(id) from company where holder_id = ${payment.holderId})`,
      created_at: payment.createdAt,
    })
    .execute()
  await tx
    .insertInto('payment_address')
    .values({ payment_id: payment.id, holder_id: payment.holderId, email: payment.email })
    .execute()
}

interface Step {
  readonly id: string
  readonly from: readonly PaymentState[]
  readonly to: PaymentState
  readonly providerId?: string
  readonly confirmationUrl?: string | null
  readonly cancelReason?: CancelReason | null
  readonly receipt?: Progress | null
  /** When it was paid or canceled. */
  readonly settledAt?: Date
}

/** Advances a payment. @returns whether it was in one of the states to advance from */
export async function advancePayment(db: Db | Tx, step: Step): Promise<boolean> {
  const row = await db
    .updateTable('payment')
    .set({
      state: step.to,
      ...(step.providerId !== undefined && { provider_id: step.providerId }),
      ...(step.confirmationUrl !== undefined && { confirmation_url: step.confirmationUrl }),
      ...(step.cancelReason !== undefined && { cancel_reason: step.cancelReason }),
      ...(step.receipt !== undefined && { receipt: step.receipt }),
      ...(step.settledAt !== undefined && { settled_at: step.settledAt }),
      ...(step.to === 'succeeded' && { uncredited_since: null }),
    })
    .where('id', '=', step.id)
    .where('state', 'in', step.from)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Notes since when the provider has money for which nothing is credited, or with null that this is over. One that is
 * credited meanwhile stays as it is.
 */
export async function setUncredited(db: Db | Tx, id: string, since: Date | null): Promise<void> {
  await db
    .updateTable('payment')
    .set({ uncredited_since: since === null ? null : sql`coalesce(uncredited_since, ${since})` })
    .where('id', '=', id)
    .where('state', 'in', ['created', 'pending', 'canceled'])
    .where((is) => (since === null ? is('uncredited_since', 'is not', null) : is.lit(true)))
    .execute()
}

/** Payments that are open at the provider, and those that are paid but not credited; of each the oldest. Reads what is open and nothing else. */
export async function countOpenPayments(db: Db): Promise<OpenPayments> {
  const { rows } = await sql<OpenPayments>`
    select created, "oldestCreated", pending, uncredited, "oldestUncredited" from
      (select count(*) filter (where state = 'created') as created, count(*) filter (where state = 'pending') as pending,
        min(created_at) filter (where state = 'created') as "oldestCreated"
        from payment where state in ('created', 'pending') and valid_until is null) as open,
      (select count(*) as uncredited, min(uncredited_since) as "oldestUncredited"
        from payment where uncredited_since is not null and state in ('created', 'pending', 'canceled')) as paid`.execute(
    db,
  )
  return rows[0]!
}

export interface OpenPayments {
  readonly created: number
  readonly oldestCreated: Date | null
  readonly pending: number
  readonly uncredited: number
  readonly oldestUncredited: Date | null
}

/** Notes which card paid, or was declined, as long as the account is there. */
export async function setCardEnding(tx: Tx, id: string, cardEnding: string | null): Promise<void> {
  await tx
    .updateTable('payment_address')
    .set({ card_ending: cardEnding })
    .where('payment_id', '=', id)
    .execute()
}

export async function setReceipt(tx: Tx, id: string, receipt: Progress | null): Promise<void> {
  await tx.updateTable('payment').set({ receipt }).where('id', '=', id).execute()
}

/**
 * Claims the right to ask the provider about a payment or a refund: of several simultaneous callers one gets it.
 * @param before the last claim must be earlier than this
 */
export async function claimCheck(
  db: Db,
  table: 'payment' | 'refund',
  { id, now, before }: { readonly id: string; readonly now: Date; readonly before: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(table)} set checked_at = ${now}
    where id = ${id} and (checked_at is null or checked_at < ${before})
    returning id`.execute(db)
  return rows.length === 1
}

/**
 * Payments about which to ask the provider now: open ones every minute at first, at least every 8 minutes during the first
 * day and every hour after it; paid ones without a receipt every hour for three days.
 */
export async function duePayments(db: Db, now: Date, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, checked_at, case
          when ${now}::timestamptz - created_at > interval '1 day' then interval '1 hour'
          else least(interval '8 minutes', greatest(interval '50 seconds', (${now}::timestamptz - created_at) / 4))
        end as pause, created_at
      from payment
      where state in ('created', 'pending') and valid_until is null and created_at <= ${now}::timestamptz - interval '20 seconds'
      union all
      select id, checked_at, interval '1 hour', created_at
      from payment where receipt = 'pending' and state = 'succeeded' and settled_at > ${now}::timestamptz - interval '3 days'
    ) as open
    where checked_at is null or checked_at <= ${now}::timestamptz - pause
    order by checked_at nulls first, created_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
