import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LocalRefund } from '#local/yookassa/wire.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { closeAccount, logIn, makeChannels, makePerson, type TestPerson } from '#test/support/factories.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { openPayment, paymentOf, until } from '#test/support/pay.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { refundPayment } from './refund-payment.ts'
import { settleExternalRefund } from './settle-external-refund.ts'

/** What was logged as an error. */
const errors: string[] = []
let world: TestApp
beforeAll(async () => {
  world = await createTestApp({
    env: { RATE_LIMITS: 'off' },
    overrides: { log: pino({ level: 'error' }, { write: (line) => errors.push(line) }) },
  })
})
afterAll(async () => {
  await expectSoundLedger(world.app)
  await world[Symbol.asyncDispose]()
})

let person: TestPerson
let client: TestClient
beforeEach(async () => {
  person = await makePerson(world.app)
  client = await logIn(world, person)
})

const uses = () => usesOf(world.app, person.id)

/** Pays; `theirs` is the provider's id of the payment. */
async function pay(packageId: number, email = person.email) {
  const { id, payment } = await openPayment(world, client, { packageId, email })
  world.yookassa.provider.pay(payment, '5555555555554444')
  await until(async () => (await paymentOf(world, id)).state === 'succeeded')
  return { id, theirs: payment.id }
}

/** Gives back as the shop's people do in its cabinet: the refund names nothing of ours. */
function refundByHand(theirs: string, roubles: number): LocalRefund {
  const amount = { value: roubles.toFixed(2), currency: 'RUB' } as const
  const refund = world.yookassa.provider.refund({ payment_id: theirs, amount, metadata: {} })
  if (refund === null) throw new Error('the provider does not refund that')
  return refund
}

async function look(): Promise<void> {
  world.clock.advance({ minutes: 10 })
  await reconcilePayments(world.app)
}

async function spend(count: number): Promise<void> {
  for (const { channelId } of await makeChannels(world.app, count))
    await revealContact(world.app, { personId: person.id, channelId })
}

async function shown(id: string) {
  const { state, refund } = (await client.call('GET /payments/{id}', { params: { id } })).body.data
  return { ...refund, state, refund: refund?.state }
}

test('a refund by hand is found, takes back what it paid back, and the person is told, once', async () => {
  const { id, theirs } = await pay(2)
  refundByHand(theirs, 1_500)
  expect(await uses()).toBe(50)
  await look()
  await look()
  expect(await uses()).toBe(0)
  expect(await shown(id)).toEqual({ state: 'refunded', refund: 'succeeded', amount: 1_500, uses: 50 })
  expect(await refundPayment(world.app, { paymentId: id, reason: 'again' })).toEqual({
    outcome: 'refunded before',
  })
  const { body } = await client.call('GET /payments', { query: { limit: 50 } })
  expect(body.data).toHaveLength(1)
  const letters = () =>
    world.mail.inbox.list(person.email).filter(({ subject }) => subject.includes('way back'))
  await until(() => letters().length > 0)
  expect(letters()).toHaveLength(1)
  await expectSoundLedger(world.app)
})

test('of what is spent nothing is taken back, and the balance is never negative', async () => {
  const { id, theirs } = await pay(1)
  await spend(8)
  refundByHand(theirs, 500)
  await look()
  expect(await uses()).toBe(0)
  expect(await shown(id)).toMatchObject({ state: 'refunded', amount: 500, uses: 2 })
})

test('refunds in parts take back parts, which add up to the whole', async () => {
  const { id, theirs } = await pay(3)
  for (const [roubles, left] of [
    [1_000, 45],
    [1_000, 15],
    [500, 0],
  ] as const) {
    refundByHand(theirs, roubles)
    await look()
    expect(await uses()).toBe(left)
    await expectSoundLedger(world.app)
  }
  expect(await shown(id)).toMatchObject({ amount: 2_500, uses: 75 })
})

test('of a subscription whole dates go back from its end, also when another one follows', async () => {
  const first = await pay(4)
  await pay(4)
  const expiry = async () =>
    (await client.call('GET /cookie')).body.data.userInformation.subscription_expiration
  const before = await expiry()
  refundByHand(first.theirs, 1_600)
  await look()
  // 1,600 of 4,500 is 53 of 150 uses: ten whole dates.
  expect(await shown(first.id)).toMatchObject({ state: 'refunded', uses: 50 })
  expect([await uses(), await expiry()]).toEqual([5, before])
  await expectSoundLedger(world.app)
})

test('our own refunds are not taken for others, whatever became of their answer', async () => {
  const { id } = await pay(1, `buyer${person.id}+torn@buyer.example`)
  await spend(5)
  await refundPayment(world.app, { paymentId: id, reason: 'a mistake of ours' })
  const stored = () => world.app.db.selectFrom('refund').selectAll().where('payment_id', '=', id).execute()
  const before = await stored()
  await look()
  expect(await stored()).toEqual(before)
  expect(await refundPayment(world.app, { paymentId: id, reason: 'again' })).toMatchObject({ uses: 5 })
})

test('the operator’s refund finds what was given back by hand a moment ago, and gives nothing twice', async () => {
  const { id, theirs } = await pay(1)
  refundByHand(theirs, 200)
  expect(await refundPayment(world.app, { paymentId: id, reason: 'a mistake of ours' })).toEqual({
    outcome: 'refunded before',
  })
  expect(await shown(id)).toMatchObject({ state: 'refunded', amount: 200, uses: 4 })
  expect(world.yookassa.provider.payments.get(theirs)?.refunded).toBe(20_000)
  expect(await uses()).toBe(6)
})

test('a refund of ours that the provider canceled and that was made by hand then ends the matter', async () => {
  const { id, theirs } = await pay(1, `buyer${person.id}+poor@buyer.example`)
  await refundPayment(world.app, { paymentId: id, reason: 'a mistake of ours' })
  expect(await shown(id)).toMatchObject({ state: 'succeeded', refund: 'canceled', uses: 10 })
  // By hand it works.
  Object.assign(refundByHand(theirs, 500), { status: 'succeeded' })
  await look()
  expect(await shown(id)).toEqual({ state: 'refunded', refund: 'succeeded', amount: 500, uses: 10 })
  expect(await uses()).toBe(0)
})

test('what was paid and given back before we heard of either is settled, credit first', async () => {
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

test('a refund that is found many times at once, while uses are spent, takes back once', async () => {
  const { id, theirs } = await pay(2)
  const { id: refundId } = refundByHand(theirs, 750)
  const found = await world.app.payments.findRefund(refundId)
  await using other = await createTestApp({
    databaseUrl: world.databaseUrl,
    clock: world.clock,
    notifies: false,
  })
  const channels = await makeChannels(world.app, 30)
  const outcomes = await Promise.allSettled([
    ...channels.map(({ channelId }) => revealContact(world.app, { personId: person.id, channelId })),
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

test('a refund of a payment whose account is gone is noted, and nobody is written to', async () => {
  const { id, theirs } = await pay(1)
  await closeAccount(world.app, person.id)
  refundByHand(theirs, 500)
  await look()
  expect((await paymentOf(world, id)).state).toBe('refunded')
})

test('refunds of others and impossible ones change nothing', async () => {
  const { id, theirs } = await pay(1)
  const found = {
    id: 'a-refund',
    state: 'succeeded',
    paymentId: theirs,
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

test('what was made while the provider could not be asked is found later, a page of refunds after the other', async () => {
  const { id, theirs } = await pay(1)
  for (let refunds = 0; refunds < 101; refunds += 1) refundByHand(theirs, 1)
  refundByHand(theirs, 399)
  world.clock.advance({ days: 100 })
  client = await logIn(world, person)
  await reconcilePayments(world.app)
  expect(await shown(id)).toMatchObject({ amount: 500, uses: 10 })
})
