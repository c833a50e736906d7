import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { logIn, makePerson, type TestPerson } from '#test/support/factories.ts'
import { usesOf } from '#test/support/ledger-world.ts'
import { openPayment } from '#test/support/pay.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

/** How many times the provider was asked. */
let asked = 0
let world: TestApp
beforeAll(async () => {
  const faults = async (point: string) => {
    if (point === 'payment.asked') asked += 1
  }
  world = await createTestApp({ notifies: false, overrides: { faults } })
})
afterAll(() => world[Symbol.asyncDispose]())

let person: TestPerson
let opened: Awaited<ReturnType<typeof openPayment>>
beforeEach(async () => {
  person = await makePerson(world.app)
  opened = await openPayment(world, await logIn(world, person))
  asked = 0
})

/** Sends a notification that the payment succeeded. */
async function notify() {
  const answer = await fetch(`${world.baseUrl}/api/payments/notifications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(world.yookassa.notification('payment.succeeded', opened.payment)),
  })
  await answer.arrayBuffer()
  return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')) }
}

test('fifty notifications at once ask the provider once, and all are accepted', async () => {
  world.yookassa.provider.pay(opened.payment, '5555555555554444')
  const answers = await Promise.all(Array.from({ length: 50 }, notify))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect([asked, await usesOf(world.app, person.id)]).toEqual([1, 10])
})

test('forged ones cause at most sixty provider calls a minute; a true one behind them is sent again', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 65; count += 1) statuses.push((await notify()).status)
  expect(statuses).toEqual([
    ...Array.from({ length: 60 }, () => 200),
    ...Array.from({ length: 5 }, () => 503),
  ])
  expect(asked).toBe(60)
  world.yookassa.provider.pay(opened.payment, '5555555555554444')
  const refused = await notify()
  expect(refused.status).toBe(503)
  expect(refused.retryAfter).toBeGreaterThan(0)
  world.clock.advance({ seconds: refused.retryAfter })
  expect((await notify()).status).toBe(200)
  expect(await usesOf(world.app, person.id)).toBe(10)
})

test('a network over its limit is told to retry, never that it sends too much', async () => {
  await using narrow = await createTestApp({ notifies: false, env: { LIMITS: 'notifications=3/60' } })
  const send = () =>
    narrow.client().send('POST', '/api/payments/notifications', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(world.yookassa.notification('payment.succeeded', opened.payment)),
    })
  const statuses: number[] = []
  for (let count = 0; count < 5; count += 1) statuses.push((await send()).status)
  expect(statuses).toEqual([200, 200, 200, 503, 503])
})
