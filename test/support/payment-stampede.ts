import { setImmediate as nextTurn } from 'node:timers/promises'

import { sql } from 'kysely'
import type { LocalYookassa } from '#local/yookassa/local-yookassa.ts'
import type { LocalPayment } from '#local/yookassa/wire.ts'
import type { App } from '#server/app.ts'
import { checkInvariants } from '#server/db/invariant.ts'
import { startPayment } from '#server/features/payments/start-payment.ts'
import { invariants } from '#server/features.ts'
import { asBuyer } from './factories.ts'

interface Stage {
  readonly app: App
  readonly baseUrl: string
  readonly yookassa: LocalYookassa
}

interface Load {
  readonly payments: number
  /** Of all payments together; each gets at least one. */
  readonly notifications: number
  /** Notifications that claim a payment for unpaid ones. */
  readonly forged: number
  readonly atOnce: number
}

/** Repeatable: a linear congruential generator (Numerical Recipes). */
function shuffled<T>(items: readonly T[]): T[] {
  let state = 20_260_310
  const order = [...items]
  for (let last = order.length - 1; last > 0; last -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const place = state % (last + 1)
    ;[order[last], order[place]] = [order[place]!, order[last]!]
  }
  return order
}

async function workOff(tasks: readonly (() => Promise<void>)[], atOnce: number): Promise<void> {
  const next = tasks.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const task of next) await task()
    }),
  )
}

/** Creates people who pay, and sends the notifications over HTTP, duplicated, shuffled and mixed with forged ones. */
export async function stampede(stage: Stage, { payments, notifications, forged, atOnce }: Load) {
  const { app, yookassa } = stage
  const paid = await openMany(stage, payments, atOnce)
  const unpaid = await openMany(stage, forged, atOnce)
  for (const payment of paid) yookassa.provider.pay(payment, '5555555555554444')

  const real = Array.from({ length: notifications }, (_, index) => {
    const payment = paid[index % paid.length]!
    // One in five is stale: it says late that the payment is canceled.
    const event = index % 5 === 4 ? 'payment.canceled' : 'payment.succeeded'
    return yookassa.notification(event, payment)
  })
  const made = unpaid.map((payment) =>
    yookassa.notification('payment.succeeded', {
      ...payment,
      status: 'succeeded',
      settledAt: payment.createdAt,
    }),
  )
  let refused = 0
  const begun = performance.now()
  const tasks = shuffled([...real, ...made]).map((body) => async () => {
    const response = await fetch(`${stage.baseUrl}/api/payments/notifications`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await response.arrayBuffer()
    if (response.status !== 200) refused += 1
  })
  await workOff(tasks, atOnce)
  const seconds = (performance.now() - begun) / 1_000
  await nextTurn()

  const { rows } = await sql<{ credits: number; twice: number; forged: number }>`
    select count(*) as credits, count(*) - count(distinct payment_id) as twice,
      count(*) filter (where payment_id = any(${unpaid.map(orderOf)}::uuid[])) as forged
    from uses_lot where kind = 'package'`.execute(app.db)
  const findings = await checkInvariants(app.db, invariants)
  return {
    credits: rows[0]?.credits,
    creditedTwice: rows[0]?.twice,
    forgedCredits: rows[0]?.forged,
    refused,
    seconds,
    broken: findings.filter(({ count }) => count > 0).map(({ invariant }) => invariant.name),
  }
}

function orderOf(payment: LocalPayment): string {
  return payment.metadata['payment_id'] ?? ''
}

async function openMany({ app, yookassa }: Stage, count: number, atOnce: number): Promise<LocalPayment[]> {
  const now = app.clock.now()
  const { rows } = await sql<{ id: number }>`
    with own as (
      insert into holder (kind) select 'person' from generate_series(1, ${count}::integer) returning id
    )
    insert into person (id, email, username, agreement_version, agreed_at, consent_version, consented_at, created_at)
    select id, id || '@buyer.example', 'Buyer', '1', ${now}::timestamptz, '1', ${now}::timestamptz, ${now}::timestamptz
    from own returning id`.execute(app.db)
  const opened: LocalPayment[] = []
  const before = new Set(yookassa.provider.payments.keys())
  await workOff(
    rows.map(({ id }) => async () => {
      const email = `r${id}@buyer.example`
      await startPayment(app, { ...asBuyer(id), packageId: 1, email, network: '192.0.2.1', language: 'en' })
    }),
    atOnce,
  )
  for (const [id, payment] of yookassa.provider.payments) if (!before.has(id)) opened.push(payment)
  return opened
}
