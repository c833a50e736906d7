import { type RawBuilder, sql } from 'kysely'
import type { Period } from '#shared/api/command.ts'
import type { CommandInput, CommandOutput } from '#shared/api/commands.ts'
import { paymentNumber } from '#shared/rules/uses.ts'
import type { Operator } from '#server/actor/actor.ts'
import { moscowDate } from '#server/clock.ts'
import type { Core } from '#server/core.ts'
import type { Db } from '#server/db/connect.ts'
import { isAfter, isWithin, listByInstant, moscowDay, type OfDay } from '#server/db/list-page.ts'
import { Refusal } from '#server/refusal.ts'
import { REFUNDS } from './payments.sql.ts'
import { UUID } from './settlement.sql.ts'
import { writeDocument } from './write-document.ts'

type Payment = CommandOutput<'payments list'>['rows'][number]
type Refund = CommandOutput<'payments refunds'>['rows'][number]

const AT = sql`coalesce(payment.settled_at, payment.created_at)`
const REFUND_AT = sql`coalesce(refund.settled_at, refund.created_at)`
const IS_PAID = sql`payment.state in ('succeeded', 'refunded')`
const IS_UNRECEIPTED = sql`(payment.receipt = 'canceled' and ${IS_PAID})`
const IS_UNCREDITED = sql`(payment.uncredited_since is not null and payment.state in ('created', 'pending', 'canceled'))`

const PAYMENTS = sql`payment left join lateral ${REFUNDS} refund on true`
const PAYMENT = sql`payment.id, payment.created_at as "createdAt", ${AT} as at, payment.holder_id as "holderId",
  payment.package_id as "packageId", payment.amount, payment.state, payment.receipt, refund.state as refund,
  refund.cancel_reason as "refundCanceled"`
const REFUND = sql`id, payment_id as "paymentId", ${REFUND_AT} as at, state, cause, reason, amount, uses`

const any = (...conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

/** Payments of everybody or filtered, the last settled or ordered first. */
export async function listPayments(
  { db }: Core,
  _by: Operator,
  asked: CommandInput<'payments list'>,
): Promise<CommandOutput<'payments list'>> {
  const { state = null, refund = null, person = null } = asked
  const wanted = any(
    isWithin(AT, asked),
    sql`(${state}::text is null or payment.state = ${state})`,
    sql`(${refund}::text is null or refund.state = ${refund})`,
    sql`(${person}::integer is null or payment.holder_id = ${person})`,
    ...(asked.paid ? [IS_PAID] : []),
    ...(asked.uncredited ? [IS_UNCREDITED] : []),
    ...(asked.unreceipted ? [IS_UNRECEIPTED] : []),
  )
  return listByInstant(
    asked,
    async ({ limit, after }) => {
      const { rows } = await sql<Payment>`
        select ${PAYMENT} from ${PAYMENTS} where ${wanted} and ${isAfter([AT, sql`payment.id`], after, 'uuid')}
        order by ${AT} desc, payment.id desc limit ${limit}`.execute(db)
      return rows
    },
    async () => {
      const { rows } = await sql<{ count: number; kopecks: number }>`
        select count(*)::integer as count, coalesce(sum(payment.amount), 0)::float as kopecks
        from ${PAYMENTS} where ${wanted}`.execute(db)
      return rows[0]!
    },
  )
}

/** Refunds, the last settled or ordered first. */
export async function listRefunds(
  { db }: Core,
  _by: Operator,
  asked: CommandInput<'payments refunds'>,
): Promise<CommandOutput<'payments refunds'>> {
  const { state = null } = asked
  const wanted = any(isWithin(REFUND_AT, asked), sql`(${state}::text is null or state = ${state})`)
  return listByInstant(
    asked,
    async ({ limit, after }) => {
      const { rows } = await sql<Refund>`
        select ${REFUND} from refund where ${wanted} and ${isAfter([REFUND_AT, sql`id`], after, 'uuid')}
        order by ${REFUND_AT} desc, id desc limit ${limit}`.execute(db)
      return rows
    },
    async () => {
      const { rows } = await sql<{ count: number; kopecks: number; uses: number }>`
        select count(*)::integer as count, coalesce(sum(amount), 0)::float as kopecks,
          coalesce(sum(uses), 0)::integer as uses from refund where ${wanted}`.execute(db)
      return rows[0]!
    },
  )
}

/** The money of each day in kopecks, and the payments whose receipt failed. */
export async function countMoney(
  db: Db,
  period: Period,
): Promise<readonly OfDay<'paid' | 'refunded' | 'receipts_failed'>[]> {
  const { rows } = await sql<OfDay<'paid' | 'refunded' | 'receipts_failed'>>`
    select ${moscowDay(AT)} as day, 'paid' as metric, sum(amount)::float as value
    from payment where ${IS_PAID} and ${isWithin(AT, period)} group by 1
    union all
    select ${moscowDay(AT)}, 'receipts_failed', count(*) from payment where ${IS_UNRECEIPTED} and ${isWithin(AT, period)} group by 1
    union all
    select ${moscowDay(REFUND_AT)}, 'refunded', sum(amount)
    from refund where state = 'succeeded' and ${isWithin(REFUND_AT, period)} group by 1`.execute(db)
  return rows
}

/** What waits for the operator or the provider now. */
export async function countWaiting(
  db: Db,
): Promise<{ readonly uncredited: number; readonly unreceipted: number; readonly invoices: number }> {
  const { rows } = await sql<{ uncredited: number; unreceipted: number; invoices: number }>`
    select (select count(*) from payment where ${IS_UNCREDITED})::integer as uncredited,
      (select count(*) from payment where ${IS_UNRECEIPTED})::integer as unreceipted,
      (select count(*) from payment where valid_until is not null and state = 'pending')::integer as invoices`.execute(
    db,
  )
  return rows[0]!
}

/** One payment, and what has happened to it in the order of time. @throws Refusal no_such_payment */
export async function showPayment(
  { db, clock }: Core,
  _by: Operator,
  { id }: CommandInput<'payments show'>,
): Promise<CommandOutput<'payments show'>> {
  type Shown = Omit<CommandOutput<'payments show'>, 'number' | 'hasDocument' | 'refunds' | 'events'>
  type Times = Record<'uncreditedSince' | 'settledAt', Date | null>
  const found = UUID.test(id)
    ? await sql<Shown & Times>`
      select ${PAYMENT}, payment.actor_id as "actorId", payment.uses, payment.provider_id as "providerId",
        payment.cancel_reason as "cancelReason", valid_until as "validUntil", company.name as company,
        (select coalesce(sum(granted - spent), 0)::integer from uses_lot
          where payment_id = payment.id and (valid_on is null or valid_on >= ${moscowDate(clock.now())})) as unspent,
        uncredited_since as "uncreditedSince", settled_at as "settledAt"
      from ${PAYMENTS} left join company on company.holder_id = payment.holder_id where payment.id = ${id}`.execute(
        db,
      )
    : null
  if (found?.rows[0] === undefined) throw new Refusal('no_such_payment')
  const { uncreditedSince, settledAt, ...payment } = found.rows[0]
  const { rows: refunds } = await sql<Refund & { createdAt: Date }>`
    select ${REFUND}, created_at as "createdAt" from refund where payment_id = ${id} order by created_at`.execute(
    db,
  )
  const isPaid = payment.state === 'succeeded' || payment.state === 'refunded'
  type Event = CommandOutput<'payments show'>['events'][number]
  const event = (name: Event['event'], at: Date | null): Event[] => (at === null ? [] : [{ at, event: name }])
  const ends = { succeeded: 'refunded', canceled: 'refund_canceled' } as const
  const events = [
    ...event('ordered', payment.createdAt),
    ...event('uncredited', uncreditedSince),
    ...event(isPaid ? 'paid' : 'canceled', settledAt),
    ...refunds.flatMap(({ state, at, createdAt }) => [
      ...event('refund_ordered', createdAt),
      ...(state === 'succeeded' || state === 'canceled' ? event(ends[state], at) : []),
    ]),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const hasDocument = isPaid || (payment.validUntil !== null && payment.state === 'pending')
  const shown = refunds.map(({ createdAt: _, ...refund }) => refund)
  return { ...payment, number: paymentNumber(id), hasDocument, refunds: shown, events }
}

/** The document of a payment, as the buyer downloads it. @throws Refusal no_such_payment: also while it is not paid */
export async function readDocument(
  core: Core,
  _by: Operator,
  { id, language }: CommandInput<'payments document'>,
): Promise<CommandOutput<'payments document'>> {
  const payment = UUID.test(id)
    ? await core.db.selectFrom('payment').select('holder_id').where('id', '=', id).executeTakeFirst()
    : undefined
  if (payment === undefined) throw new Refusal('no_such_payment')
  const file = await writeDocument(core, { holderId: payment.holder_id, id, language }).catch(
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'not_found')
        throw new Refusal('no_such_payment', { cause: error })
      throw error
    },
  )
  const content = Buffer.from(await new Response(file.body).arrayBuffer()).toString('base64')
  return { name: file.name, content }
}
