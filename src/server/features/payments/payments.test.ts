import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { logIn, makePerson, type TestPerson } from '#test/support/factories.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { openPayment, paymentOf, until } from '#test/support/pay.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { settlePayment } from './settle-payment.ts'

/** Messages logged as errors. */
const errors: string[] = []
const world = useTestApp({
  env: { RATE_LIMITS: 'off', YOOKASSA_TIMEOUT_SECONDS: '1' },
  overrides: { log: pino({ level: 'error' }, { write: (line) => errors.push(line) }) },
})
afterAll(() => expectSoundLedger(world.app))

let person: TestPerson
let client: TestClient
beforeEach(async () => {
  person = await makePerson(world.app)
  client = await logIn(world, person)
})

/** A receipt address with a sentinel that makes the stand-in misbehave. */
const address = (sentinel: string) => `buyer${person.id}+${sentinel}@buyer.example`
const uses = () => usesOf(world.app, person.id)

async function stateOf(id: string): Promise<string> {
  const { body } = await client.call('GET /payments/{id}', { params: { id } })
  return body.data.state
}

test.each([
  [1, 10, 50_000],
  [2, 50, 150_000],
  [3, 75, 250_000],
])('package %i is paid, credited once and confirmed by email', async (packageId, bought, kopecks) => {
  const { id, confirmationURL, payment } = await openPayment(world, client, { packageId })
  expect(confirmationURL).toBe(`${world.localUrl}/local/yookassa/pay/${payment.id}`)
  expect(payment).toMatchObject({ status: 'pending', value: (kopecks / 100).toFixed(2) })
  expect(await stateOf(id)).toBe('pending')
  expect(await uses()).toBe(0)

  world.yookassa.provider.pay(payment, '5555555555554444')
  await until(async () => (await paymentOf(world, id)).state === 'succeeded')
  expect(await uses()).toBe(bought)
  const { body } = await client.call('GET /payments/{id}', { params: { id } })
  expect(body.data).toMatchObject({
    state: 'succeeded',
    packageId,
    uses: bought,
    amount: kopecks / 100,
    receipt: 'succeeded',
    cardEnding: '4444',
    confirmationURL: null,
    refund: null,
  })
  await until(() => world.mail.inbox.list(person.email).length === 1)
  expect(world.mail.inbox.list(person.email)[0]?.text).toContain(`${bought} uses`)
})

test('a subscription gives 5 uses on each of 30 Moscow dates, and a second one the 30 after them', async () => {
  world.clock.set('2026-03-10T20:59:00.000Z')
  for (const first of ['2026-03-10', '2026-04-09']) {
    const { id, payment } = await openPayment(world, client, { packageId: 4 })
    world.yookassa.provider.pay(payment, '5555555555554444')
    await until(async () => (await paymentOf(world, id)).state === 'succeeded')
    const dates = await world.app.db
      .selectFrom('uses_lot')
      .select(['valid_on', 'granted'])
      .where('holder_id', '=', person.id)
      .where('payment_id', '=', id)
      .orderBy('valid_on')
      .execute()
    expect(dates).toHaveLength(30)
    expect(dates[0]).toEqual({ valid_on: first, granted: 5 })
  }
  expect(await uses()).toBe(5)
  const { body } = await client.call('GET /cookie')
  expect(body.data.userInformation).toMatchObject({ uses: 5, subscription_expiration: '2026-05-08' })
  await expectSoundLedger(world.app)
})

test.each([
  ['5555555555554600', 'insufficient_funds'],
  ['5555555555554592', 'not_confirmed'],
  ['5555555555554543', 'card_expired'],
  ['5555555555554626', 'card'],
  ['5555555555554568', 'suspicious'],
  ['5555555555554527', 'declined'],
])('card %s is declined: canceled, with our own reason, and nothing is credited', async (card, reason) => {
  const { id, payment } = await openPayment(world, client)
  world.yookassa.provider.pay(payment, card)
  await until(async () => (await paymentOf(world, id)).state === 'canceled')
  const { body } = await client.call('GET /payments/{id}', { params: { id } })
  expect(body.data).toMatchObject({ state: 'canceled', cancelReason: reason })
  expect(await uses()).toBe(0)
})

test('the same package again within 10 minutes is the same payment, even at the same moment', async () => {
  const body = { user_id: person.id, packageId: 2, userEmail: person.email }
  const answers = await Promise.all(Array.from({ length: 8 }, () => client.call('POST /payment', { body })))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(new Set(answers.map((answer) => answer.body.confirmationURL)).size).toBe(1)
  const made = [...world.yookassa.provider.payments.values()].filter(({ email }) => email === person.email)
  expect(made).toHaveLength(1)
  const other = await client.call('POST /payment', { body: { ...body, packageId: 1 } })
  expect(other.body.data.id).not.toBe(answers[0]?.body.data.id)
  world.clock.advance({ minutes: 10 })
  const later = await client.call('POST /payment', { body })
  expect(later.body.data.id).not.toBe(answers[0]?.body.data.id)
})

test('a payment declined without a notification is not offered again; a paid one is not paid twice', async () => {
  const order = { packageId: 2, email: address('lost') }
  const declined = await openPayment(world, client, order)
  world.yookassa.provider.pay(declined.payment, '5555555555554600')
  const next = await openPayment(world, client, order)
  expect(next.confirmationURL).toBe(`${world.localUrl}/local/yookassa/pay/${next.payment.id}`)
  expect(next.payment).toMatchObject({ status: 'pending' })
  expect(await stateOf(declined.id)).toBe('canceled')
  world.yookassa.provider.pay(next.payment, '5555555555554444')
  const again = await openPayment(world, client, order)
  expect([again.id, again.confirmationURL]).toEqual([
    next.id,
    `${world.app.config.publicUrl}/paymentsuccess?payment=${next.id}`,
  ])
  expect(await uses()).toBe(50)
})

test.each(['fails', 'busy'])(
  'a call that %s is repeated with its key and creates one payment',
  async (how) => {
    const { id, payment } = await openPayment(world, client, { email: address(how) })
    const made = [...world.yookassa.provider.payments.values()].filter(({ email }) => email === address(how))
    expect(made).toEqual([payment])
    world.yookassa.provider.pay(payment, '5555555555554444')
    await until(async () => (await paymentOf(world, id)).state === 'succeeded')
    expect(await uses()).toBe(10)
  },
)

test('an unanswered call is refused, and the same order again finds the payment it created', async () => {
  const body = { user_id: person.id, packageId: 1, userEmail: address('hangs') }
  const first = await client.call('POST /payment', { body })
  expect(first).toMatchObject({ status: 502, body: { error: { code: 'provider_failed' } } })
  const { id, payment } = await openPayment(world, client, { email: address('hangs') })
  const made = [...world.yookassa.provider.payments.values()].filter(
    ({ email }) => email === address('hangs'),
  )
  expect(made).toEqual([payment])
  world.yookassa.provider.pay(payment, '5555555555554444')
  await until(async () => (await paymentOf(world, id)).state === 'succeeded')
  expect(await uses()).toBe(10)
})

test('an order that the provider refuses is canceled; one that it cannot take now is canceled by the job a day later', async () => {
  const refused = await client.call('POST /payment', {
    body: { user_id: person.id, packageId: 1, userEmail: address('refused') },
  })
  const down = await client.call('POST /payment', {
    body: { user_id: person.id, packageId: 2, userEmail: address('down') },
  })
  expect([refused.status, down.status]).toEqual([502, 502])
  const list = async () => (await client.call('GET /payments')).body.data.map(({ state }) => state)
  expect((await list()).toSorted()).toEqual(['canceled', 'created'])
  // A day later the idempotence key has expired, and nobody was sent to a payment page.
  world.clock.advance({ days: 1 })
  await reconcilePayments(world.app)
  expect(await list()).toEqual(['canceled', 'canceled'])
  expect(await uses()).toBe(0)
})

test('a malformed answer is a refusal, never a credit', async () => {
  const body = { user_id: person.id, packageId: 1, userEmail: address('broken') }
  expect(await client.call('POST /payment', { body })).toMatchObject({ status: 502 })
  const [payment] = [...world.yookassa.provider.payments.values()].filter(
    ({ email }) => email === address('broken'),
  )
  world.yookassa.provider.succeed(payment!)
  world.clock.advance({ minutes: 5 })
  await reconcilePayments(world.app)
  expect(await uses()).toBe(0)
})

test.each(['amount', 'currency'])(
  'a payment with another %s than ordered is not credited, and is logged as an error',
  async (what) => {
    const { id, payment } = await openPayment(world, client, { email: address(what) })
    world.yookassa.provider.pay(payment, '5555555555554444')
    world.clock.advance({ minutes: 5 })
    await reconcilePayments(world.app)
    expect(await stateOf(id)).toBe('pending')
    expect(await uses()).toBe(0)
    const alarms = errors.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(alarms).toContainEqual(expect.objectContaining({ payment: id, because: what, level: 50 }))
  },
)

test('a payment with later broken answers keeps its state', async () => {
  const { id, payment } = await openPayment(world, client, { email: address('garbled') })
  world.yookassa.provider.pay(payment, '5555555555554444')
  world.clock.advance({ minutes: 5 })
  await reconcilePayments(world.app)
  expect(await stateOf(id)).toBe('pending')
  expect(await uses()).toBe(0)
})

test('a payment with a lost notification is credited within 10 minutes', async () => {
  const { id, payment } = await openPayment(world, client, { email: address('lost') })
  world.clock.advance({ minutes: 30 })
  await reconcilePayments(world.app)
  world.yookassa.provider.pay(payment, '5555555555554444')
  for (let minute = 0; minute < 9; minute += 1) {
    world.clock.advance({ minutes: 1 })
    await reconcilePayments(world.app)
  }
  expect((await paymentOf(world, id)).state).toBe('succeeded')
  expect(await uses()).toBe(10)
})

test.each(['thrice', 'late', 'shuffled'])('notifications sent %s give one credit', async (how) => {
  const { id, payment } = await openPayment(world, client, { email: address(how) })
  world.yookassa.provider.pay(payment, '5555555555554444')
  await until(async () => (await paymentOf(world, id)).state === 'succeeded')
  const { settled_at: settledAt } = await paymentOf(world, id)
  world.clock.advance({ seconds: 1 })
  expect(await settlePayment(world.app, id)).toBe('succeeded')
  // With the credit the email would go out again.
  expect((await paymentOf(world, id)).settled_at).toEqual(settledAt)
  expect(await uses()).toBe(10)
})

test('a notification before the answer of the ordering call gives one credit', async () => {
  const body = { user_id: person.id, packageId: 1, userEmail: address('early') }
  const { status, body: answer } = await client.call('POST /payment', { body })
  expect(status).toBe(200)
  expect(answer.confirmationURL).toBe(
    `${world.app.config.publicUrl}/paymentsuccess?payment=${answer.data.id}`,
  )
  expect(await stateOf(answer.data.id)).toBe('succeeded')
  expect(await uses()).toBe(10)
})

test('a payment that nobody pays expires', async () => {
  const { id } = await openPayment(world, client)
  world.clock.advance({ hours: 1, minutes: 1 })
  const { body } = await client.call('GET /payments/{id}', { params: { id } })
  expect(body.data).toMatchObject({ state: 'canceled', cancelReason: 'expired' })
})

test('a forged notification is ignored', async () => {
  const { id, payment } = await openPayment(world, client)
  const strangers = await openPayment(world, await logIn(world, await makePerson(world.app)))
  const paid = { event: 'payment.succeeded', object: { ...payment, status: 'succeeded', paid: true } }
  const forged = [
    paid,
    { event: 'payment.succeeded', object: { id: 'no such payment' } },
    { event: 'payment.succeeded', object: { id: '../refunds', metadata: { payment_id: id } } },
    { event: 'payment.succeeded', object: { id: strangers.payment.id, metadata: { payment_id: id } } },
    { event: 'refund.succeeded', object: { id: payment.id } },
    { event: 'nonsense', object: { id: id, metadata: 'none' } },
    { event: 'payment.succeeded', object: { id: '\0' } },
    { event: 'payment.succeeded', object: { id: 'x'.repeat(101), metadata: { payment_id: '\ud800' } } },
    { object: { id } },
    { event: 'payment.succeeded' },
  ]
  for (const body of forged) {
    const { status, text } = await world.client().send('POST', '/api/payments/notifications', {
      headers: { 'x-api-key': '', 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'notification', ...body }),
    })
    expect([status, text]).toEqual([200, 'null'])
  }
  expect(await stateOf(id)).toBe('pending')
  expect(await uses()).toBe(0)
})

test('a paid payment has a confirmation as a PDF, for its own person only', async () => {
  const { id, payment } = await openPayment(world, client)
  const ask = (by = client, language: 'en' | 'ru' = 'en') =>
    by.call('GET /payments/{id}/document', { params: { id }, query: { language } })
  expect((await ask()).body.error?.code).toBe('not_found')
  world.yookassa.provider.pay(payment, '5555555555554444')
  await until(async () => (await paymentOf(world, id)).state === 'succeeded')
  for (const language of ['en', 'ru'] as const) {
    const answer = await ask(client, language)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    const name = `channelbook-${id.slice(0, 8).toUpperCase()}.pdf`
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
    expect(answer.text).toMatch(/^%PDF-/)
    expect(answer.text.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)
  }
  const other = await logIn(world, await makePerson(world.app))
  expect((await ask(other)).body.error?.code).toBe('not_found')
})

test('people see only their own payments', async () => {
  const { id } = await openPayment(world, client)
  const stranger = await logIn(world, await makePerson(world.app))
  expect((await stranger.call('GET /payments/{id}', { params: { id } })).status).toBe(404)
  expect((await stranger.call('GET /payments')).body.data).toEqual([])
})

test('the list has pages, newest first', async () => {
  const ids: string[] = []
  for (const packageId of [1, 2, 3]) {
    ids.unshift((await openPayment(world, client, { packageId })).id)
    world.clock.advance({ seconds: 1 })
  }
  const first = await client.call('GET /payments', { query: { limit: 2 } })
  expect(first.body.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  const cursor = first.body.meta.nextCursor!
  const rest = await client.call('GET /payments', { query: { limit: 2, cursor } })
  expect(rest.body.data.map(({ id }) => id)).toEqual(ids.slice(2))
  expect(rest.body.meta.nextCursor).toBeNull()
  const wrong = await client.call('GET /payments', { query: { cursor: 'x' } })
  expect(wrong).toMatchObject({ status: 400, body: { error: { fields: { cursor: 'invalid' } } } })
})
