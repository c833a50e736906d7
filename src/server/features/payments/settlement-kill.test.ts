import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLocalYookassa, type LocalYookassa } from '#local/yookassa/local-yookassa.ts'
import type { App } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config/config.ts'
import { createApp } from '#server/create-app.ts'
import { openDatabase, openPool } from '#server/db/connect.ts'
import type { FaultPoint } from '#server/faults.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { logIn, makePerson } from '#test/support/factories.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { type ServerProcess, startRefundProcess, startServerProcess } from '#test/support/server-process.ts'
import { shared } from '#test/support/shared.ts'
import { TestClient } from '#test/support/test-client.ts'
import { refundPayment } from './refund-payment.ts'
import { findExternalRefunds } from './settle-external-refunds.ts'

const SHOP = { shopId: 'shop', secretKey: 'key' }

const database = shared(createTestDatabase)
let world: { readonly db: ReturnType<typeof openDatabase>; readonly clock: typeof systemClock }
/** Outlives the killed servers, as the real provider does. */
let yookassa: LocalYookassa
let env: Readonly<Record<string, string>>
/** The server that goes on when another is killed, and two more that only refund. */
let survivor: ServerProcess
let refunders: readonly App[]
const fastify = Fastify()
beforeAll(async () => {
  world = {
    db: openDatabase(openPool(database.url, { max: 4, onLost: () => undefined })),
    clock: systemClock,
  }
  yookassa = startLocalYookassa({ log: pino({ level: 'silent' }), ...SHOP, notifyUrl: null })
  await yookassa.register(fastify)
  const url = await fastify.listen({ port: 0, host: '127.0.0.1' })
  env = {
    YOOKASSA_URL: `${url}/local/yookassa/v3`,
    YOOKASSA_SHOP_ID: SHOP.shopId,
    YOOKASSA_SECRET_KEY: SHOP.secretKey,
  }
  survivor = await startServerProcess(database.url, { env })
  refunders = [1, 2].map(() =>
    createApp(readConfig({ ...env, APP_SECRET: 'a secret of tests, long enough to be one' }), {
      databaseUrl: database.url,
      smtpUrl: 'smtp://127.0.0.1:9',
      log: pino({ level: 'silent' }),
    }),
  )
})
afterAll(async () => {
  for (const app of refunders) await app[Symbol.asyncDispose]()
  await survivor.kill()
  yookassa.close()
  await fastify.close()
  await world.db.destroy()
})

function clientOf(baseUrl: string, session?: TestClient): TestClient {
  const client = new TestClient({ baseUrl, apiKey: 'channelbook-web' })
  for (const [name, value] of session?.cookies ?? []) client.cookies.set(name, value)
  client.csrfToken = session?.csrfToken ?? null
  client.userId = session?.userId ?? null
  return client
}

const paymentsOf = (email: string) =>
  [...yookassa.provider.payments.values()].filter((payment) => payment.email === email)

/** `answered`, or `nothing` from a killed server. */
const orNothing = <T>(answer: Promise<T>) =>
  answer.then(
    () => 'answered',
    () => 'nothing',
  )

test.each(['payment.stored', 'payment.asked', 'payment.settled'] as const)(
  'a server killed at %s while ordering creates one payment, and the next attempt finds it',
  async (point: FaultPoint) => {
    const person = await makePerson(world)
    const dying = await startServerProcess(database.url, { stayAt: point, env })
    const client = await logIn({ app: world, client: () => clientOf(dying.baseUrl) }, person)
    const body = { user_id: person.id, packageId: 1, userEmail: person.email }
    const unanswered = orNothing(client.call('POST /payment', { body }))
    await dying.reached(point)
    await dying.kill()
    expect(await unanswered).toBe('nothing')

    const again = clientOf(survivor.baseUrl, client)
    const { status, body: started } = await again.call('POST /payment', { body })
    expect(status).toBe(200)
    const [payment, ...others] = paymentsOf(person.email)
    expect(others).toEqual([])
    yookassa.provider.pay(payment!, '5555555555554444')
    const { id } = started.data
    const shown = await again.call('GET /payments/{id}', { params: { id } })
    expect(shown.body.data.state).toBe('succeeded')
    expect(await usesOf(world, person.id)).toBe(10)
    await expectSoundLedger(world)
  },
)

test.each([
  ['payment.asked', 0],
  ['payment.credited', 0],
  ['payment.settled', 10],
] as const)(
  'a server killed at %s while settling leaves %i uses, and the next one gives exactly one credit',
  async (point: FaultPoint, left) => {
    const person = await makePerson(world)
    const client = await logIn({ app: world, client: () => clientOf(survivor.baseUrl) }, person)
    const body = { user_id: person.id, packageId: 1, userEmail: person.email }
    const { id } = (await client.call('POST /payment', { body })).body.data
    const [payment] = paymentsOf(person.email)
    yookassa.provider.pay(payment!, '5555555555554444')
    const notification = JSON.stringify(yookassa.notification('payment.succeeded', payment!))
    const notify = (baseUrl: string) =>
      clientOf(baseUrl).send('POST', '/api/payments/notifications', {
        headers: { 'content-type': 'application/json' },
        body: notification,
      })

    const dying = await startServerProcess(database.url, { stayAt: point, env })
    const unanswered = orNothing(notify(dying.baseUrl))
    await dying.reached(point)
    await dying.kill()
    expect(await unanswered).toBe('nothing')
    expect(await usesOf(world, person.id)).toBe(left)

    const answers = await Promise.all(Array.from({ length: 4 }, () => notify(survivor.baseUrl)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await usesOf(world, person.id)).toBe(10)
    const shown = await client.call('GET /payments/{id}', { params: { id } })
    expect(shown.body.data.state).toBe('succeeded')
    await expectSoundLedger(world)
  },
)

test.each(['payment.stored', 'payment.asked', 'payment.credited', 'payment.settled'] as const)(
  'a refund killed at %s is completed by the next attempts, and the money is refunded once',
  async (point: FaultPoint) => {
    const person = await makePerson(world)
    const client = await logIn({ app: world, client: () => clientOf(survivor.baseUrl) }, person)
    const body = { user_id: person.id, packageId: 1, userEmail: person.email }
    const { id } = (await client.call('POST /payment', { body })).body.data
    const [payment] = paymentsOf(person.email)
    yookassa.provider.pay(payment!, '5555555555554444')
    const shown = async () => (await client.call('GET /payments/{id}', { params: { id } })).body.data.state
    expect(await shown()).toBe('succeeded')

    const dying = await startRefundProcess(database.url, { paymentId: id, stayAt: point, env })
    await dying.reached(point)
    await dying.kill()
    // Withdrawn before the provider is asked, so nobody can spend them meanwhile.
    expect(await usesOf(world, person.id)).toBe(0)

    const refund = { paymentId: id, actor: 'a test', reason: 'a mistake of ours' }
    const outcomes = await Promise.all(refunders.map((app) => refundPayment(app, refund)))
    for (const { outcome } of outcomes) expect(['refunding', 'refunded before']).toContain(outcome)
    expect(payment!.refunded).toBe(50_000)
    expect(
      [...yookassa.provider.refunds.values()].filter((made) => made.paymentId === payment!.id),
    ).toHaveLength(1)
    expect(await shown()).toBe('refunded')
    expect(await usesOf(world, person.id)).toBe(0)
    await expectSoundLedger(world)
  },
)

test.each(['payment.asked', 'payment.credited', 'payment.settled'] as const)(
  'an external refund whose settlement is killed at %s is settled by the next attempts, once',
  async (point: FaultPoint) => {
    const person = await makePerson(world)
    const client = await logIn({ app: world, client: () => clientOf(survivor.baseUrl) }, person)
    const body = { user_id: person.id, packageId: 1, userEmail: person.email }
    const { id } = (await client.call('POST /payment', { body })).body.data
    const [payment] = paymentsOf(person.email)
    yookassa.provider.pay(payment!, '5555555555554444')
    const shown = async () => (await client.call('GET /payments/{id}', { params: { id } })).body.data
    expect((await shown()).state).toBe('succeeded')
    const amount = { value: '250.00', currency: 'RUB' } as const
    yookassa.provider.refund({ payment_id: payment!.id, amount, metadata: {} })

    const dying = await startRefundProcess(database.url, { paymentId: 'found', stayAt: point, env })
    await dying.reached(point)
    await dying.kill()
    expect(await usesOf(world, person.id)).toBe(point === 'payment.settled' ? 5 : 10)

    // Lets both ask the provider: the killed one has used the turn.
    await world.db.deleteFrom('refund_search').execute()
    await Promise.all(refunders.map((app) => findExternalRefunds(app)))
    expect(await usesOf(world, person.id)).toBe(5)
    expect(await shown()).toMatchObject({
      state: 'refunded',
      refund: { state: 'succeeded', amount: 250, uses: 5 },
    })
    await expectSoundLedger(world)
  },
)
