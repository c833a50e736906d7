import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
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

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
afterAll(() => expectSoundLedger(world.app))

let person: TestPerson
let client: TestClient
beforeEach(async () => {
  world.clock.set('2026-03-10T09:00:00.000Z')
  person = await makePerson(world.app)
  client = await logIn(world, person)
})

const uses = () => usesOf(world.app, person.id)

async function pay(packageId: number, sentinel = ''): Promise<string> {
  const email = sentinel === '' ? person.email : `buyer${person.id}+${sentinel}@buyer.example`
  const { id, payment } = await openPayment(world, client, { packageId, email })
  world.yookassa.provider.pay(payment, '5555555555554444')
  await until(async () => (await paymentOf(world, id)).state === 'succeeded')
  return id
}

async function spend(count: number): Promise<void> {
  if (count === 0) return
  for (const { channelId } of await makeChannels(world.app, count)) {
    await revealContact(world.app, { ...asBuyer(person.id), channelId })
  }
}

const refund = (paymentId: string) => refundPayment(world.app, OPERATOR, paymentId)
const preview = (paymentId: string) => refundPayment(world.app, OPERATOR, paymentId, { isDryRun: true })
async function expectRefused(paymentId: string, code: string): Promise<void> {
  await expect(preview(paymentId)).rejects.toMatchObject({ code })
  await expect(refund(paymentId)).rejects.toMatchObject({ code })
}
const refunded = (id: string) =>
  [...world.yookassa.provider.payments.values()].find((payment) => payment.metadata['payment_id'] === id)!
    .refunded

test.each([
  [1, 3, 7, 35_000],
  [2, 0, 50, 150_000],
  [3, 1, 74, 246_667],
])(
  'package %i with %i spent: %i uses are refunded for %i kopecks',
  async (packageId, spent, back, kopecks) => {
    const id = await pay(packageId)
    await spend(spent)
    const left = await uses()
    expect(await preview(id)).toEqual({ state: 'created', amount: kopecks, uses: back, isByHand: false })
    expect([await uses(), (await paymentOf(world, id)).state]).toEqual([left, 'succeeded'])
    expect(await refund(id)).toMatchObject({
      state: 'succeeded',
      amount: kopecks,
      uses: back,
    })
    expect(await uses()).toBe(0)
    expect(refunded(id)).toBe(kopecks)
    const { body } = await client.call('GET /payments/{id}', { params: { id } })
    expect(body.data).toMatchObject({
      state: 'refunded',
      refund: { state: 'succeeded', amount: kopecks / 100, uses: back },
    })
    await expectRefused(id, 'refunded_before')
    expect(refunded(id)).toBe(kopecks)
    await until(() =>
      world.mail.inbox
        .list(person.email)
        .some(
          ({ subject, text }) =>
            subject === mails.en.payments.refund.subject && text.includes(`payment=${id}`),
        ),
    )
  },
)

test('a subscription’s remaining full dates are refunded, and become free for another', async () => {
  const id = await pay(4)
  await spend(1)
  world.clock.advance({ days: 1 })
  await spend(2)
  world.clock.advance({ days: 1 })
  // The first two dates have begun; 28 remain.
  expect(await preview(id)).toMatchObject({ amount: 420_000, uses: 140 })
  expect(await refund(id)).toMatchObject({ amount: 420_000, uses: 140 })
  expect(await uses()).toBe(0)
  await pay(4)
  expect(await uses()).toBe(5)
  const { body } = await client.call('GET /cookie')
  expect(body.data.userInformation.subscription_expiration).toBe('2026-04-10')
})

test('of two consecutive subscriptions the last is refunded first, and no day between is left without an allowance', async () => {
  const [first, last] = [await pay(4), await pay(4)]
  const expiry = async () =>
    (await client.call('GET /cookie')).body.data.userInformation.subscription_expiration
  expect(await expiry()).toBe('2026-05-08')
  await expect(refund(first)).rejects.toMatchObject({ code: 'refund_other_first', extras: { id: last } })
  expect([await uses(), await expiry(), refunded(first)]).toEqual([5, '2026-05-08', 0])
  expect(await refund(last)).toMatchObject({ state: 'succeeded', amount: 450_000, uses: 150 })
  expect([await uses(), await expiry()]).toEqual([5, '2026-04-08'])
  await expectSoundLedger(world.app)
  // Nothing follows the first one now: it is refunded too, and a new one begins today.
  expect(await refund(first)).toMatchObject({ state: 'succeeded', amount: 450_000, uses: 150 })
  await pay(4)
  expect([await uses(), await expiry()]).toEqual([5, '2026-04-08'])
})

test('a subscription that is over has nothing left to refund, whatever follows it', async () => {
  const first = await pay(4)
  await pay(4)
  world.clock.advance({ days: 40 })
  await expectRefused(first, 'nothing_left')
})

test('twenty refunds at once, while uses are spent, refund the rest once', async () => {
  const id = await pay(2)
  const channels = await makeChannels(world.app, 20)
  const outcomes = await Promise.allSettled([
    ...channels.map(({ channelId }) => revealContact(world.app, { ...asBuyer(person.id), channelId })),
    ...Array.from({ length: 20 }, () => refund(id)),
  ])
  const sold = outcomes.slice(0, 20).filter(({ status }) => status === 'fulfilled').length
  for (const outcome of outcomes.slice(20))
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'refunded_before' })
  expect(refunded(id)).toBe((50 - sold) * 3_000)
  expect(await uses()).toBe(0)
  await expectSoundLedger(world.app)
})

test('a slow refund is tracked to its end', async () => {
  const id = await pay(1, 'slow')
  expect(await refund(id)).toMatchObject({ state: 'pending', uses: 10 })
  expect(await uses()).toBe(0)
  for (let minute = 0; minute < 3; minute += 1) {
    world.clock.advance({ minutes: 1 })
    await reconcilePayments(world.app)
  }
  expect((await paymentOf(world, id)).state).toBe('refunded')
  expect(refunded(id)).toBe(50_000)
})

test('a refund that the provider cancels is retried by the operator, and withdraws nothing twice', async () => {
  const id = await pay(1, 'poor')
  expect(await refund(id)).toMatchObject({ state: 'canceled', uses: 10 })
  expect((await paymentOf(world, id)).state).toBe('succeeded')
  expect(await refund(id)).toMatchObject({ state: 'canceled', uses: 10 })
  expect(refunded(id)).toBe(0)
  expect(await uses()).toBe(0)
})

test('a refund made before its call was refused is found, and the money is refunded once', async () => {
  const id = await pay(1, 'torn')
  await spend(5)
  expect(await refund(id)).toMatchObject({ state: 'canceled', uses: 5 })
  expect(refunded(id)).toBe(25_000)
  expect(await refund(id)).toMatchObject({ state: 'succeeded', amount: 25_000, uses: 5 })
  expect(refunded(id)).toBe(25_000)
  await expectRefused(id, 'refunded_before')
})

test('a refund blocked by a wrong shop key stays open, and resumes by itself when the key is right', async () => {
  const logged: string[] = []
  await using wrong = await createTestApp({
    env: {
      YOOKASSA_URL: `${world.localUrl}/local/yookassa/v3`,
      YOOKASSA_SHOP_ID: 'local',
      YOOKASSA_SECRET_KEY: 'wrong',
    },
    databaseUrl: world.databaseUrl,
    clock: world.clock,
    overrides: { log: pino({ level: 'warn' }, { write: (line) => logged.push(line) }) },
  })
  const id = await pay(1)
  await expect(refundPayment(wrong.app, OPERATOR, id)).rejects.toThrow('401 invalid_credentials')
  const refunds = () =>
    world.app.db.selectFrom('refund').select(['id', 'state']).where('payment_id', '=', id).execute()
  const [stored] = await refunds()
  expect(stored?.state).toBe('created')
  expect(await uses()).toBe(0)
  world.clock.advance({ minutes: 1 })
  await reconcilePayments(wrong.app)
  expect(await refunds()).toEqual([stored])
  expect(logged.find((line) => line.includes(stored!.id))).toContain('401 invalid_credentials')
  world.clock.advance({ minutes: 1 })
  await reconcilePayments(world.app)
  expect(await refunds()).toEqual([{ ...stored, state: 'succeeded' }])
  expect(refunded(id)).toBe(50_000)
})

test('unpaid, spent and unknown payments are not refunded', async () => {
  const open = await openPayment(world, client)
  await expectRefused(open.id, 'not_paid')
  const id = await pay(1)
  await spend(10)
  await expectRefused(id, 'nothing_left')
  expect((await paymentOf(world, id)).state).toBe('succeeded')
  await expectRefused('00000000-0000-4000-8000-00000000dead', 'no_such_payment')
})

test('a payment that succeeds after its account is deleted is refunded in full by itself', async () => {
  const { id, payment } = await openPayment(world, client, { packageId: 3 })
  await closeAccount(world.app, person.id)
  world.yookassa.provider.pay(payment, '5555555555554444')
  await until(async () => (await paymentOf(world, id)).state === 'succeeded')
  expect(await uses()).toBe(0)
  world.clock.advance({ minutes: 1 })
  await reconcilePayments(world.app)
  expect((await paymentOf(world, id)).state).toBe('refunded')
  expect(refunded(id)).toBe(250_000)
  const addresses = world.app.db.selectFrom('payment_address').select('email').where('payment_id', '=', id)
  expect(await addresses.execute()).toEqual([])
})
