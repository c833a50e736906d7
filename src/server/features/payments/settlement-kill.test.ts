import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLocalYookassa, type LocalYookassa } from '#local/yookassa/local-yookassa.ts'
import type { LocalPayment } from '#local/yookassa/wire.ts'
import { systemClock } from '#server/clock.ts'
import type { FaultPoint } from '#server/faults.ts'
import { logIn, makePerson, type TestPerson } from '#test/support/factories.ts'
import { createKillWorld, type KillWorld, orNothing } from '#test/support/kill-world.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { type ServerProcess, startRefundProcess } from '#test/support/server-process.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { OPERATOR } from '#test/support/operator.ts'
import { refundPayment } from './refund-payment.ts'
import { findExternalRefunds } from './settle-external-refunds.ts'

const SHOP = { shopId: 'shop', secretKey: 'key' }

/** Outlives the killed servers, as the real provider does. */
const yookassa: LocalYookassa = startLocalYookassa({
  log: pino({ level: 'silent' }),
  ...SHOP,
  notifyUrl: null,
})
const fastify = Fastify()
let env: Readonly<Record<string, string>>
let world: KillWorld
/** Refunds beside the survivor. */
let second: TestApp
beforeAll(async () => {
  await yookassa.register(fastify)
  const url = await fastify.listen({ port: 0, host: '127.0.0.1' })
  env = {
    YOOKASSA_URL: `${url}/local/yookassa/v3`,
    YOOKASSA_SHOP_ID: SHOP.shopId,
    YOOKASSA_SECRET_KEY: SHOP.secretKey,
  }
  world = await createKillWorld(env)
  const { databaseUrl } = world
  second = await createTestApp({ databaseUrl, env, overrides: { clock: systemClock } })
})
afterAll(async () => {
  await second[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
  yookassa.close()
  await fastify.close()
})

const bodyOf = ({ id, email }: TestPerson) => ({ user_id: id, packageId: 1, userEmail: email })
const paymentsOf = ({ email }: TestPerson) =>
  [...yookassa.provider.payments.values()].filter((payment) => payment.email === email)
const pay = (payment: LocalPayment) => yookassa.provider.pay(payment, '5555555555554444')
const uses = ({ id }: TestPerson) => usesOf(world.survivor, id)

async function newPerson(at?: ServerProcess) {
  const { survivor: app } = world
  const person = await makePerson(app)
  const given = at === undefined ? {} : { at }
  return { person, client: await logIn({ app, client: () => world.browser(given) }, person) }
}

/** A payment at the survivor. */
async function newPayment() {
  const { person, client } = await newPerson()
  const { id } = (await client.call('POST /payment', { body: bodyOf(person) })).body.data
  const [payment] = paymentsOf(person)
  pay(payment!)
  return { person, payment: payment!, id, shown: () => show(client, id) }
}

const show = async (client: TestClient, id: string) =>
  (await client.call('GET /payments/{id}', { params: { id } })).body.data

/** Begins something at a server that is killed meanwhile. @returns what must hold afterwards */
type Begin = (dying: ServerProcess) => Promise<() => Promise<void>>

/** An order: the next attempt finds its payment. */
const order: Begin = async (dying) => {
  const { person, client } = await newPerson(dying)
  const unanswered = orNothing(client.call('POST /payment', { body: bodyOf(person) }))
  return async () => {
    expect(await unanswered).toBe('nothing')
    const again = world.browser({ of: client })
    const { status, body } = await again.call('POST /payment', { body: bodyOf(person) })
    expect(status).toBe(200)
    const [payment, ...others] = paymentsOf(person)
    expect(others).toEqual([])
    pay(payment!)
    expect((await show(again, body.data.id)).state).toBe('succeeded')
    expect(await uses(person)).toBe(10)
  }
}

/** A settlement, which leaves these uses: the next one gives exactly one credit. */
const settle =
  (left: number): Begin =>
  async (dying) => {
    const { person, payment, shown } = await newPayment()
    const notification = JSON.stringify(yookassa.notification('payment.succeeded', payment))
    const notify = (at?: ServerProcess) =>
      world.browser(at === undefined ? {} : { at }).send('POST', '/api/payments/notifications', {
        headers: { 'content-type': 'application/json' },
        body: notification,
      })
    const unanswered = orNothing(notify(dying))
    return async () => {
      expect(await unanswered).toBe('nothing')
      expect(await uses(person)).toBe(left)
      const answers = await Promise.all(Array.from({ length: 4 }, () => notify()))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(await uses(person)).toBe(10)
      expect((await shown()).state).toBe('succeeded')
    }
  }

test.each<[FaultPoint, readonly Begin[]]>([
  ['payment.stored', [order]],
  ['payment.asked', [order, settle(0)]],
  ['payment.credited', [settle(0)]],
  ['payment.settled', [order, settle(10)]],
])(
  'a server killed at %s while ordering creates one payment, and while settling gives one credit',
  async (point, begins) => {
    const dying = await world.startDying(point)
    const checks = await Promise.all(begins.map((begin) => begin(dying)))
    await dying.reached(point, begins.length)
    await dying.kill()
    for (const check of checks) await check()
    await expectSoundLedger(world.survivor)
  },
)

test.each(['payment.stored', 'payment.asked', 'payment.credited', 'payment.settled'] as const)(
  'a refund killed at %s is completed by the next attempts, and the money is refunded once',
  async (point) => {
    const { person, payment, id, shown } = await newPayment()
    expect((await shown()).state).toBe('succeeded')
    const dying = await startRefundProcess(world.databaseUrl, { paymentId: id, stayAt: point, env })
    await dying.reached(point)
    await dying.kill()
    // Withdrawn before the provider is asked, so nobody can spend them meanwhile.
    expect(await uses(person)).toBe(0)

    const apps = [world.survivor, second.app]
    const outcomes = await Promise.allSettled(apps.map((app) => refundPayment(app, OPERATOR, id)))
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'refunded_before' })
    expect(payment.refunded).toBe(50_000)
    const made = [...yookassa.provider.refunds.values()].filter(({ paymentId }) => paymentId === payment.id)
    expect(made).toHaveLength(1)
    expect((await shown()).state).toBe('refunded')
    expect(await uses(person)).toBe(0)
    await expectSoundLedger(world.survivor)
  },
)

test.each(['payment.asked', 'payment.credited', 'payment.settled'] as const)(
  'an external refund whose settlement is killed at %s is settled by the next attempts, once',
  async (point) => {
    const { person, payment, shown } = await newPayment()
    expect((await shown()).state).toBe('succeeded')
    const amount = { value: '250.00', currency: 'RUB' } as const
    yookassa.provider.refund({ payment_id: payment.id, amount, metadata: {} })

    const dying = await startRefundProcess(world.databaseUrl, { paymentId: 'found', stayAt: point, env })
    await dying.reached(point)
    await dying.kill()
    expect(await uses(person)).toBe(point === 'payment.settled' ? 5 : 10)

    // Lets both ask the provider: the killed one has used the turn.
    await world.survivor.db.deleteFrom('refund_search').execute()
    await Promise.all([world.survivor, second.app].map((app) => findExternalRefunds(app)))
    expect(await uses(person)).toBe(5)
    expect(await shown()).toMatchObject({
      state: 'refunded',
      refund: { state: 'succeeded', amount: 250, uses: 5 },
    })
    await expectSoundLedger(world.survivor)
  },
)
