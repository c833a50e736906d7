import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn, makePerson } from '#test/support/factories.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { openPayment, paymentOf } from '#test/support/pay.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let world: TestApp
beforeAll(async () => {
  // Without notifications, only the return reports the payment.
  world = await createTestApp({ notifies: false })
})
afterAll(async () => {
  await expectSoundLedger(world.app)
  await world[Symbol.asyncDispose]()
})

async function order(sentinel = '') {
  const person = await makePerson(world.app)
  const email = `buyer${person.id}${sentinel}@buyer.example`
  return { person, ...(await openPayment(world, await logIn(world, person), { email })) }
}

/** Follows the provider's return address in a browser without our cookies. */
async function comeBack(address: string): Promise<string | null> {
  const { status, headers, text } = await world
    .client()
    .send('GET', address, { headers: { 'x-api-key': '' } })
  expect([status, text, headers.getSetCookie()]).toEqual([303, '', []])
  expect(headers.get('cache-control')).toBe('no-store')
  return headers.get('location')
}

/** The return address given to the provider, without the origin. */
function pathOf({ returnUrl }: { readonly returnUrl: string }): string {
  const { publicUrl } = world.app.config
  expect(returnUrl.startsWith(`${publicUrl}/`)).toBe(true)
  return returnUrl.slice(publicUrl.length)
}

test('a person who paid returns to the success page, credited, in any browser', async () => {
  const { person, id, payment } = await order()
  world.yookassa.provider.pay(payment, '5555555555554444')
  const together = await Promise.all([1, 2, 3].map(() => comeBack(pathOf(payment))))
  expect(new Set(together)).toEqual(new Set([`/paymentsuccess?payment=${id}`]))
  expect(await usesOf(world.app, person.id)).toBe(10)
})

test('a person who left without paying does not return to the success page until it is paid', async () => {
  const { person, id, payment } = await order()
  expect(await comeBack(pathOf(payment))).toBe(`/paymenterror?payment=${id}`)
  expect((await paymentOf(world, id)).state).toBe('pending')
  world.yookassa.provider.pay(payment, '5555555555554444')
  expect(await comeBack(pathOf(payment))).toBe(`/paymentsuccess?payment=${id}`)
  expect(await usesOf(world.app, person.id)).toBe(10)
})

test('a person whose card is declined returns to the error page', async () => {
  const { person, id, payment } = await order()
  world.yookassa.provider.pay(payment, '5555555555554600')
  expect(await comeBack(pathOf(payment))).toBe(`/paymenterror?payment=${id}`)
  expect((await paymentOf(world, id)).state).toBe('canceled')
  expect(await usesOf(world.app, person.id)).toBe(0)
})

test('an unreadable answer of the provider does not lead to the success page', async () => {
  const { id, payment } = await order('+garbled')
  world.yookassa.provider.pay(payment, '5555555555554444')
  expect(await comeBack(pathOf(payment))).toBe(`/paymenterror?payment=${id}`)
})

test('an unknown payment looks like an unpaid one, and redirects nowhere else', async () => {
  for (const id of ['00000000-0000-4000-8000-000000000000', 'https://elsewhere.example/', '\r\n//x']) {
    const encoded = encodeURIComponent(id).replaceAll('.', '%2e')
    const location = await comeBack(`/api/payments/${encoded}/return`)
    expect(new URL(location ?? '', 'http://here.example').href).toBe(
      `http://here.example/paymenterror?payment=${encodeURIComponent(id)}`,
    )
  }
})

test('however often it is opened, the provider is asked at most 60 times a minute, and nobody is refused', async () => {
  const { id, payment } = await order()
  await world.app.limits.consume('notified', id, 59)
  for (let times = 0; times < 2; times += 1) await comeBack(pathOf(payment))
  world.yookassa.provider.pay(payment, '5555555555554444')
  expect(await comeBack(pathOf(payment))).toBe(`/paymenterror?payment=${id}`)
  world.clock.advance({ minutes: 1 })
  expect(await comeBack(pathOf(payment))).toBe(`/paymentsuccess?payment=${id}`)
})

test('a flood from one network is redirected without a database query, and others return as usual', async () => {
  await using busy = await createTestApp({
    notifies: false,
    databaseUrl: world.databaseUrl,
    clock: world.clock,
    env: { LIMITS: 'all=3/60', TRUST_PROXY: '1' },
  })
  const { id, payment } = await order()
  world.yookassa.provider.pay(payment, '5555555555554444')
  await comeBack(pathOf(payment))
  const from = async (network: string) => {
    const headers = { 'x-api-key': '', 'x-forwarded-for': network }
    return (await busy.client().send('GET', pathOf(payment), { headers })).headers.get('location')
  }
  const locations = []
  for (let calls = 0; calls < 4; calls += 1) locations.push(await from('203.0.113.7'))
  const success = `/paymentsuccess?payment=${id}`
  expect(locations).toEqual([success, success, success, `/paymenterror?payment=${id}`])
  expect(await from('203.0.113.8')).toBe(success)
})
