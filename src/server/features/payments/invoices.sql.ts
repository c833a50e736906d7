import { sql } from 'kysely'
import type { CommandOutput } from '#shared/api/commands.ts'
import type { PaymentState } from '#shared/api/payments.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { paymentNumber } from '#shared/rules/uses.ts'
import type { Db, Tx } from '#server/db/connect.ts'

export type InvoiceRecord = CommandOutput<'invoices list'>[number]

const LISTED = 200

function invoices(db: Db) {
  return db
    .selectFrom('payment')
    .leftJoin('company', 'company.id', 'payment.company_id')
    .select(['payment.id', 'payment.holder_id as holderId', 'payment.actor_id as actorId'])
    .select(['payment.package_id as packageId', sql<Language>`payment.language`.as('language')])
    .select(['payment.amount', 'payment.uses', 'payment.created_at as createdAt'])
    .select(['payment.valid_until as validUntil', sql<PaymentState>`payment.state`.as('state')])
    .select('payment.cancel_reason as cancelReason')
    .select(['company.name as buyer', sql<string | null>`coalesce(inn, vat_number)`.as('taxNumber')])
    .where('payment.valid_until', 'is not', null)
}

type InvoiceRow = Awaited<ReturnType<ReturnType<typeof invoices>['execute']>>[number]

export function asInvoice({ id, createdAt, validUntil, ...row }: InvoiceRow): InvoiceRecord {
  const { holderId, buyer, taxNumber, packageId, amount, state } = row
  const sale = { holderId, buyer, taxNumber, packageId, amount, state }
  return { number: paymentNumber(id), createdAt, validUntil: validUntil!, ...sale }
}

/** The newest invoices in a state. */
export async function listInvoices(db: Db, state: PaymentState): Promise<InvoiceRecord[]> {
  const rows = await invoices(db)
    .where('payment.state', '=', state)
    .orderBy('payment.created_at', 'desc')
    .limit(LISTED)
    .execute()
  return rows.map(asInvoice)
}

/** @param number in lower case */
export async function findInvoice(db: Db, number: string): Promise<InvoiceRow | undefined> {
  return invoices(db).where(sql<boolean>`left(payment.id::text, 8) = ${number}`).executeTakeFirst()
}

/** A holder's invoice for a package that can still be paid. The caller has locked the holder. */
export async function findOpenInvoice(
  tx: Tx,
  { holderId, packageId, now }: { readonly holderId: number; readonly packageId: number; readonly now: Date },
): Promise<{ readonly id: string } | undefined> {
  return tx
    .selectFrom('payment')
    .select('id')
    .where('holder_id', '=', holderId)
    .where('package_id', '=', packageId)
    .where('state', '=', 'pending')
    .where('valid_until', '>', now)
    .executeTakeFirst()
}

/** Cancels the invoices that nobody paid in time. */
export async function expireInvoices(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('payment')
    .set({ state: 'canceled', cancel_reason: 'expired', settled_at: now })
    .where('state', '=', 'pending')
    .where('valid_until', '<=', now)
    .execute()
}

interface Period {
  readonly holderId: number
  /** The first and the last Moscow date, `YYYY-MM-DD`. */
  readonly from: string
  readonly to: string
}

/** What was rendered of a payment in a period, and before it. */
export interface Rendered {
  readonly paymentId: string
  readonly packageId: number
  /** Kopecks, and the uses that they bought. */
  readonly amount: number
  readonly uses: number
  readonly before: number
  readonly until: number
}

/**
 * What a holder was rendered for payments in a period of Moscow dates: contacts opened by uses of a package, and a
 * subscription's allowance of the days that are over, whether it was spent or not.
 */
export async function readRendered(
  db: Db,
  { holderId, from, to, today }: Period & { readonly today: string },
): Promise<readonly Rendered[]> {
  const { rows } = await sql<Rendered>`
    select payment.id as "paymentId", payment.package_id as "packageId", payment.amount, payment.uses,
      coalesce(sum(part.uses) filter (where part.day < ${from}::date), 0)::integer as before,
      sum(part.uses)::integer as until
    from payment join (
      select lot.payment_id, (entry.created_at at time zone 'Europe/Moscow')::date as day, 1 as uses
      from uses_lot lot join uses_entry entry on entry.holder_id = lot.holder_id and entry.lot_id = lot.id
      where lot.holder_id = ${holderId} and entry.reason = 'reveal' and (lot.valid_on is null or lot.withdrawn_at is not null)
      union all
      select payment_id, valid_on, granted from uses_lot
      where holder_id = ${holderId} and valid_on < ${today}::date and withdrawn_at is null
    ) as part on part.payment_id = payment.id
    where part.day <= ${to}::date
    group by payment.id
    having bool_or(part.day >= ${from}::date)
    order by payment.settled_at, payment.id`.execute(db)
  return rows
}

/** Kopecks that a holder paid, and got back, in a period of Moscow dates. */
export async function readPaid(
  db: Db,
  { holderId, from, to }: Period,
): Promise<{ readonly paid: number; readonly refunded: number }> {
  const within = (column: string) =>
    sql`(${sql.ref(column)} at time zone 'Europe/Moscow')::date between ${from}::date and ${to}::date`
  const { rows } = await sql<{ paid: number; refunded: number }>`
    select
      (select coalesce(sum(amount), 0)::integer from payment
        where holder_id = ${holderId} and state in ('succeeded', 'refunded') and ${within('settled_at')}) as paid,
      (select coalesce(sum(refund.amount), 0)::integer from refund join payment on payment.id = refund.payment_id
        where payment.holder_id = ${holderId} and refund.state = 'succeeded'
          and ${within('refund.settled_at')}) as refunded`.execute(db)
  return rows[0]!
}
