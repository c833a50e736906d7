import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { LocalRefund } from '#local/yookassa/wire.ts'
import { mails } from '#shared/i18n/server-texts.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import {
  asBuyer,
  closeAccount,
  logIn,
  makeChannels,
  makePerson,
  type TestPerson,
} from '#test/support/factories.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { openPayment, paymentOf, until } from '#test/support/pay.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { OPERATOR } from '#test/support/operator.ts'
import { refundPayment } from './refund-payment.ts'
import { settleExternalRefund } from './settle-external-refunds.ts'

/** Messages logged as errors. */
const errors: string[] = []
const world = useTestApp({
  env: { RATE_LIMITS: 'off' },
  overrides: { log: pino({ level: 'error' }, { write: (line) => errors.push(line) }) },
})
afterAll(() => expectSoundLedger(world.app))

let person: TestPerson
let client: TestClient
beforeEach(async () => {
  person = await makePerson(world.app)
  client = await logIn(world, person)
})

const uses = () => usesOf(world.app, person.id)

/** Pays for a package. `providerId` is the payment's id at the provider. */
async function pay(packageId: number, email = person.email) {
  const { id, payment } = await openPayment(world, client, { packageId, email })
  world.yookassa.provider.pay(payment, '5555555555554444')
  await until(async () => (await paymentOf(world, id)).state === 'succeeded')
  return { id, providerId: payment.id }
}

/** Refunds as shop staff do in the provider's cabinet: the refund carries none of our ids. */
function refundByHand(providerId: string, roubles: number): LocalRefund {
  const amount = { value: roubles.toFixed(2), currency: 'RUB' } as const
  const refund = world.yookassa.provider.refund({ payment_id: providerId, amount, metadata: {} })
  if (refund === null) throw new Error('the provider does not refund that')
  return refund
}

async function look(): Promise<void> {
  world.clock.advance({ minutes: 10 })
  await reconcilePayments(world.app)
}

async function spend(count: number): Promise<void> {
  for (const { channelId } of await makeChannels(world.app, count))
    await revealContact(world.app, { ...asBuyer(person.id), channelId })
}

async function shown(id: string) {
  const { state, refund } = (await client.call('GET /payments/{id}', { params: { id } })).body.data
  return { ...refund, state, refund: refund?.state }
}

test('an external refund is found, withdraws its share of uses, and the person is told, once', async () => {
  const { id, providerId } = await pay(2)
  refundByHand(providerId, 1_500)
  expect(await uses()).toBe(50)
  await look()
  await look()
  expect(await uses()).toBe(0)
  expect(await shown(id)).toEqual({ state: 'refunded', refund: 'succeeded', amount: 1_500, uses: 50 })
  await expect(refundPayment(world.app, OPERATOR, id)).rejects.toMatchObject({ code: 'refunded_before' })
  const { body } = await client.call('GET /payments', { query: { limit: 50 } })
  expect(body.data).toHaveLength(1)
  const messages = () =>
    world.mail.inbox.list(person.email).filter(({ subject }) => subject === mails.en.payments.refund.subject)
  await until(() => messages().length > 0)
  expect(messages()).toHaveLength(1)
  await expectSoundLedger(world.app)
})

test('spent uses are not withdrawn, and the balance is never negative', async () => {
  const { id, providerId } = await pay(1)
  await spend(8)
  refundByHand(providerId, 500)
  await look()
  expect(await uses()).toBe(0)
  expect(await shown(id)).toMatchObject({ state: 'refunded', amount: 500, uses: 2 })
})

test('partial refunds withdraw parts that add up to the whole', async () => {
  const { id, providerId } = await pay(3)
  for (const [roubles, left] of [
    [1_000, 45],
    [1_000, 15],
    [500, 0],
  ] as const) {
    refundByHand(providerId, roubles)
    await look()
    expect(await uses()).toBe(left)
    await expectSoundLedger(world.app)
  }
  expect(await shown(id)).toMatchObject({ amount: 2_500, uses: 75 })
})

test('a subscription loses whole dates from its end, even when another one follows', async () => {
  const first = await pay(4)
  await pay(4)
  const expiry = async () =>
    (await client.call('GET /cookie')).body.data.userInformation.subscription_expiration
  const before = await expiry()
  refundByHand(first.providerId, 1_600)
  await look()
  // 1,600 of 4,500 is 53 of 150 uses, which is ten whole dates.
  expect(await shown(first.id)).toMatchObject({ state: 'refunded', uses: 50 })
  expect([await uses(), await expiry()]).toEqual([5, before])
  await expectSoundLedger(world.app)
})

test('our own refunds are never treated as external, whatever happened to their answer', async () => {
  const { id } = await pay(1, `buyer${person.id}+torn@buyer.example`)
  await spend(5)
  await refundPayment(world.app, OPERATOR, id)
  const stored = () => world.app.db.selectFrom('refund').selectAll().where('payment_id', '=', id).execute()
  const before = await stored()
  await look()
  expect(await stored()).toEqual(before)
  expect(await refundPayment(world.app, OPERATOR, id)).toMatchObject({
    uses: 5,
  })
})

test('the operator’s refund finds an external refund made a moment ago, and refunds nothing twice', async () => {
  const { id, providerId } = await pay(1)
  refundByHand(providerId, 200)
  await expect(refundPayment(world.app, OPERATOR, id)).rejects.toMatchObject({ code: 'refunded_before' })
  expect(await shown(id)).toMatchObject({ state: 'refunded', amount: 200, uses: 4 })
  expect(world.yookassa.provider.payments.get(providerId)?.refunded).toBe(20_000)
  expect(await uses()).toBe(6)
})

test('a refund that the provider canceled is closed by an external one', async () => {
  const { id, providerId } = await pay(1, `buyer${person.id}+poor@buyer.example`)
  await refundPayment(world.app, OPERATOR, id)
  expect(await shown(id)).toMatchObject({ state: 'succeeded', refund: 'canceled', uses: 10 })
  // By hand it succeeds.
  Object.assign(refundByHand(providerId, 500), { status: 'succeeded' })
  await look()
  expect(await shown(id)).toEqual({ state: 'refunded', refund: 'succeeded', amount: 500, uses: 10 })
  expect(await uses()).toBe(0)
})

test('a payment and its refund that we learn of together are settled, credit first', async () => {
  const { id, payment } = await openPayment(world, client, {
    packageId: 1,
    email: `buyer${person.id}+lost@buyer.example`,
  })
  world.yookassa.provider.pay(payment, '5555555555554444')
  refundByHand(payment.id, 500)
  await look()
  expect(await shown(id)).toMatchObject({ state: 'refunded', uses: 10 })
  expect(await uses()).toBe(0)
})

test('a refund found many times at once, while uses are spent, withdraws once', async () => {
  const { id, providerId } = await pay(2)
  const { id: refundId } = refundByHand(providerId, 750)
  const found = await world.app.payments.findRefund(refundId)
  await using other = await createTestApp({
    databaseUrl: world.databaseUrl,
    clock: world.clock,
    notifies: false,
  })
  const channels = await makeChannels(world.app, 30)
  const outcomes = await Promise.allSettled([
    ...channels.map(({ channelId }) => revealContact(world.app, { ...asBuyer(person.id), channelId })),
    ...[world, other, world, other, world, other].map(({ app }) => settleExternalRefund(app, found)),
  ])
  const sold = outcomes.slice(0, 30).filter(({ status }) => status === 'fulfilled').length
  const settled = outcomes.slice(30).filter((outcome) => outcome.status === 'fulfilled' && outcome.value)
  expect(settled).toHaveLength(1)
  const { uses: taken = 0 } = await shown(id)
  expect(taken).toBeGreaterThan(0)
  expect(await uses()).toBe(50 - sold - taken)
  await expectSoundLedger(world.app)
})

test('a refund of a payment whose account is deleted is recorded, and no email is sent', async () => {
  const { id, providerId } = await pay(1)
  await closeAccount(world.app, person.id)
  refundByHand(providerId, 500)
  await look()
  expect((await paymentOf(world, id)).state).toBe('refunded')
})

test('foreign and impossible refunds change nothing', async () => {
  const { id, providerId } = await pay(1)
  const found = {
    id: 'a-refund',
    state: 'succeeded',
    paymentId: providerId,
    amount: 50_000,
    currency: 'RUB',
    orderId: null,
    cancelReason: null,
  } as const
  expect(await settleExternalRefund(world.app, { ...found, paymentId: 'of-another-shop' })).toBe(false)
  expect(await settleExternalRefund(world.app, { ...found, state: 'pending' })).toBe(false)
  for (const odd of [{ amount: 50_001 }, { currency: 'USD' }]) {
    expect(await settleExternalRefund(world.app, { ...found, ...odd })).toBe(false)
    expect(errors.pop()).toContain(id)
  }
  expect(await uses()).toBe(10)
})

test('refunds made while the provider was unreachable are found later, page by page', async () => {
  const { id, providerId } = await pay(1)
  for (let refunds = 0; refunds < 101; refunds += 1) refundByHand(providerId, 1)
  refundByHand(providerId, 399)
  world.clock.advance({ days: 100 })
  client = await logIn(world, person)
  await reconcilePayments(world.app)
  expect(await shown(id)).toMatchObject({ amount: 500, uses: 10 })
})
