import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDatabase, openPool } from '#server/db/connect.ts'
import { reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { settlePayment } from '#server/features/payments/settle-payment.ts'
import { gaugeOfDatabase } from '#server/database-metrics.ts'
import { keepChecks } from '#server/jobs/check-invariants.ts'
import { addChannels } from '#test/support/catalogue-world.ts'
import { logIn, makePerson } from '#test/support/factories.ts'
import { openPayment, until } from '#test/support/pay.ts'
import { videosOf } from '#test/support/platform-world.ts'
import { createTestApp, type TestApp, useTestApp } from '#test/support/test-app.ts'
import { invariants } from './features.ts'

const world = useTestApp({
  env: { RATE_LIMITS: 'off', YOUTUBE_QUOTA: 'search=3' },
  notifies: false,
  overrides: {
    async faults(point) {
      if (point === 'payment.credited' && fault !== null) throw fault
    },
  },
})
/** What fails while a payment is credited. */
let fault: Error | null = null

/** The values of a metric's series, by their labels, as of now. */
async function metricOf(name: string, { localUrl, clock }: TestApp = world) {
  // Metrics of the database are read once in five seconds.
  clock.advance({ seconds: 5 })
  const text = await (await fetch(`${localUrl}/metrics`)).text()
  const series = text.matchAll(new RegExp(String.raw`^${name}(?:\{(.*)\})? (\S+)$`, 'gm'))
  return Object.fromEntries([...series].map(([, labels = '', value]) => [labels, Number(value)]))
}

async function pay(sentinel: string) {
  const person = await makePerson(world.app)
  const client = await logIn(world, person)
  const email = `buyer${person.id}${sentinel}@buyer.example`
  const { id, payment } = await openPayment(world, client, { email })
  world.yookassa.provider.pay(payment, '5555555555554444')
  return { id, payment }
}

describe('money', () => {
  test('a payment waits for the person, then is credited, and its delay is measured', async () => {
    const person = await makePerson(world.app)
    const client = await logIn(world, person)
    const { id, payment } = await openPayment(world, client)
    expect(await metricOf('payments_open')).toEqual({ 'state="created"': 0, 'state="pending"': 1 })
    expect(await metricOf('payments_created_oldest_seconds')).toEqual({ '': 0 })
    expect(await metricOf('payments_uncredited')).toEqual({ '': 0 })

    world.yookassa.provider.pay(payment, '5555555555554444')
    world.clock.advance({ seconds: 90 })
    await settlePayment(world.app, id)
    expect(await metricOf('payments_open')).toEqual({ 'state="created"': 0, 'state="pending"': 0 })
    const delays = await metricOf('payment_credit_delay_seconds_bucket')
    expect([delays['le="60"'], delays['le="120"']]).toEqual([0, 1])
  })

  test('money for which another amount was paid is not credited until all of it has gone back', async () => {
    const { id, payment } = await pay('+amount')
    await settlePayment(world.app, id)
    await settlePayment(world.app, id)
    world.clock.advance({ hours: 2 })
    expect(await metricOf('payments_uncredited')).toEqual({ '': 1 })
    expect((await metricOf('payments_uncredited_oldest_seconds'))['']).toBeGreaterThanOrEqual(7_200)
    expect(await metricOf('payment_answers_refused_total')).toMatchObject({
      'because="amount"': 2,
      'because="currency"': 0,
    })

    payment.refunded = Math.round(Number(payment.paid.value) * 100)
    await settlePayment(world.app, id)
    expect(await metricOf('payments_uncredited')).toEqual({ '': 0 })
    expect(await metricOf('payments_uncredited_oldest_seconds')).toEqual({ '': 0 })
  })

  test('an order that the provider cannot take now has an age until it is ended', async () => {
    const person = await makePerson(world.app)
    const client = await logIn(world, person)
    const userEmail = `buyer${person.id}+down@buyer.example`
    const body = { user_id: person.id, packageId: 1, userEmail }
    expect((await client.call('POST /payment', { body })).status).toBe(502)
    world.clock.advance({ hours: 1 })
    expect((await metricOf('payments_created_oldest_seconds'))['']).toBeGreaterThanOrEqual(3_600)
    world.clock.advance({ days: 1 })
    await reconcilePayments(world.app)
    expect(await metricOf('payments_created_oldest_seconds')).toEqual({ '': 0 })
  })

  test('a payment whose credit fails counts as not credited until the next run of the job', async () => {
    const { id } = await pay('')
    fault = new Error('a planted fault')
    await expect(settlePayment(world.app, id)).rejects.toThrow('a planted fault')
    expect(await metricOf('payments_uncredited')).toEqual({ '': 1 })
    fault = null
    world.clock.advance({ minutes: 2 })
    await reconcilePayments(world.app)
    expect(await metricOf('payments_uncredited')).toEqual({ '': 0 })
  })

  test('what breaks an invariant is counted by the nightly check, with its time', async () => {
    expect(await metricOf('invariant_offences')).toEqual({})
    await keepChecks(world.app, invariants)
    const checked = world.clock.now().getTime() / 1_000
    const sound = await metricOf('invariant_offences')
    expect(Object.keys(sound)).toHaveLength(invariants.length)
    expect(new Set(Object.values(sound))).toEqual(new Set([0]))
    expect(Object.values(await metricOf('invariant_checked_timestamp_seconds'))).toEqual(
      invariants.map(() => checked),
    )

    const broken = {
      name: 'broken',
      sentence: 'nothing is twice',
      offences: sql<never>`select unnest(array['1', '2']) as offence`,
    }
    await keepChecks(world.app, [broken])
    // The others are no longer checked, and so no longer told.
    expect(await metricOf('invariant_offences')).toEqual({ 'invariant="broken"': 2 })
  })

  test('an invariant whose check takes too long keeps its last result, and holds up no other', async () => {
    const [slow, sound] = ['slow', 'sound'].map((name) => ({
      name,
      sentence: name,
      offences: sql<never>`select '1' as offence where false`,
    })) as [never, never]
    await keepChecks(world.app, [slow, sound])
    const before = world.clock.now().getTime() / 1_000
    world.clock.advance({ days: 1 })
    const hanging = {
      name: 'slow',
      sentence: 'slow',
      offences: sql<never>`select pg_sleep(60)::text as offence`,
    }
    const forChecks = openDatabase(openPool(world.databaseUrl, { max: 1, onLost() {}, statementMs: 50 }))
    await keepChecks({ ...world.app, databases: { ...world.app.databases, forChecks } }, [hanging, sound])
    await forChecks.destroy()
    expect(await metricOf('invariant_checked_timestamp_seconds')).toEqual({
      'invariant="slow"': before,
      'invariant="sound"': before + 86_400,
    })
  })
})

test('a search is timed by stages', async () => {
  await addChannels(world.app, [{ name: 'Anna Cooks' }, { name: 'Anna Sings' }])
  const client = world.client()
  await client.call('POST /search', { body: { mainInputValue: 'anna' } })
  await client.call('POST /search', { body: { mainInputValue: 'anna' } })
  await client.call('POST /filter', { body: { content_type: 'Music' } })
  const counts = await metricOf('search_stage_seconds_count')
  const stages = ['read', 'wait', 'database', 'write']
  expect(stages.map((stage) => counts[`search="text",stage="${stage}"`])).toEqual([2, 2, 2, 2])
  expect(stages.map((stage) => counts[`search="filter",stage="${stage}"`])).toEqual([1, 1, 1, 1])
  expect(Object.keys(await metricOf('catalogue_reads_total'))).toEqual(['server="primary"'])
})

test('jobs tell how late they are, and emails how old', async () => {
  // Without a worker, queued jobs stay queued.
  await world.app.jobs.close()
  const { pool } = world.app.databases
  await pool.query(`insert into pgboss.job (name, state, created_on, start_after) values
    ('mail', 'retry', now() - interval '10 minutes', now() + interval '1 minute'),
    ('mail', 'created', now() - interval '1 minute', now() - interval '1 minute'),
    ('snapshot', 'created', now() - interval '2 hours', now() - interval '1 hour')`)
  const late = await metricOf('jobs_late_seconds')
  expect(late['queue="mail"']).toBeCloseTo(60, -1)
  expect(late['queue="snapshot"']).toBeCloseTo(3_600, -1)
  expect((await metricOf('jobs_oldest_seconds'))['queue="mail"']).toBeCloseTo(600, -1)
})

test('the quota of the video platform that is left is told', async () => {
  expect(await metricOf('youtube_quota_limit_calls')).toMatchObject({ 'quota="search"': 3 })
  await videosOf(world.app)
    .searchInChannel('UC_no_such_channel', 'text', 'person')
    .catch(() => undefined)
  expect(await metricOf('youtube_quota_left_calls')).toMatchObject({ 'quota="search"': 2 })
})

test('calls of outside services are counted by what came of them, each attempt for itself', async () => {
  await using other = await createTestApp({ notifies: false })
  const person = await makePerson(other.app)
  const client = await logIn(other, person)
  await openPayment(other, client)
  const order = (sentinel: string) =>
    client.call('POST /payment', {
      body: { user_id: person.id, packageId: 2, userEmail: `buyer${sentinel}@buyer.example` },
    })
  await order('+refused')
  await order('+down')
  await videosOf(other.app)
    .videos(['quota-error'], 'person')
    .catch(() => undefined)
  await other.app.mail.send({ id: 'x', to: person.email, subject: 'a', text: 'b', html: 'c' })
  await until(async () => {
    const counts = await metricOf('outside_call_duration_seconds_count', other)
    return (counts['service="smtp",outcome="ok"'] ?? 0) > 0
  })
  expect(await metricOf('outside_call_duration_seconds_count', other)).toMatchObject({
    'service="yookassa",outcome="ok"': 1,
    'service="yookassa",outcome="refused"': 1,
    'service="yookassa",outcome="failed"': 3,
    'service="youtube",outcome="refused"': 1,
  })
})

test('the disk of the data folder, and which database servers answer, are told', async () => {
  const [{ '': left }, { '': size }] = [
    await metricOf('data_disk_available_bytes'),
    await metricOf('data_disk_size_bytes'),
  ]
  expect(left).toBeGreaterThan(0)
  expect(size).toBeGreaterThanOrEqual(left ?? 0)
  expect(await metricOf('database_up')).toEqual({ 'server="primary"': 1 })
})

describe('a metric of the database', () => {
  const gauge = (read: () => Promise<number>, labelNames: readonly string[] = []) =>
    gaugeOfDatabase({
      name: 'a_metric',
      help: 'a metric',
      labelNames,
      read,
      values: (value) => [[{}, value]],
    })

  test('is read once in five seconds, however many ask, and by gauges that share it', async () => {
    let reads = 0
    const read = async () => (reads += 1)
    const gauges = [gauge(read)(world.app), gauge(read)(world.app)]
    const values = () => Promise.all(gauges.map(async (each) => (await each.get()).values[0]?.value))
    expect(await values()).toEqual([1, 1])
    world.clock.advance({ seconds: 4 })
    expect(await values()).toEqual([1, 1])
    world.clock.advance({ seconds: 1 })
    expect(await values()).toEqual([2, 2])
  })

  test('is absent while the database is away, and the scrape goes on', async () => {
    const forMetrics = openDatabase(openPool('postgres://127.0.0.1:9/none', { max: 1, onLost() {} }))
    const one = gaugeOfDatabase({
      name: 'a_metric',
      help: 'a metric',
      read: async (db) => db.selectFrom('payment').select('id').execute(),
      values: (rows) => [[{}, rows.length]],
    })({ ...world.app, databases: { ...world.app.databases, forMetrics } })
    expect((await one.get()).values).toEqual([])
    await forMetrics.destroy()
  })

  test('is the same at every server', async () => {
    await using other = await createTestApp({ databaseUrl: world.databaseUrl, clock: world.clock })
    expect(await metricOf('payments_open', other)).toEqual(await metricOf('payments_open'))
  })
})
