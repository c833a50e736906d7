import { expect, test } from 'vitest'
import { logIn, makePerson } from '#test/support/factories.ts'
import { usesOf } from '#test/support/ledger-world.ts'
import { openPayment } from '#test/support/pay.ts'
import { createTestApp } from '#test/support/test-app.ts'

test('notifications are accepted only from the configured networks, as the proxy reports them', async () => {
  const env = { RATE_LIMITS: 'off', TRUST_PROXY: '1', YOOKASSA_NETWORKS: '185.71.76.0/27,2a02:5180::/32' }
  await using world = await createTestApp({ env, notifies: false })
  const person = await makePerson(world.app)
  const { payment } = await openPayment(world, await logIn(world, person))
  world.yookassa.provider.pay(payment, '5555555555554444')
  const body = JSON.stringify(world.yookassa.notification('payment.succeeded', payment))
  const notify = async (from: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
    return (await world.client().send('POST', '/api/payments/notifications', { headers, body })).status
  }
  for (const from of ['185.71.76.32', '10.0.0.1', '2a02:5181::1', 'nobody'])
    expect(await notify(from)).toBe(403)
  expect(await usesOf(world.app, person.id)).toBe(0)
  expect(await notify('2a02:5180::1')).toBe(200)
  expect(await notify('185.71.76.31')).toBe(200)
  expect(await usesOf(world.app, person.id)).toBe(10)
})

test('demo channels are served with the local provider, and not with a real shop', async () => {
  await using local = await createTestApp()
  expect(local.app.demo).not.toBeNull()
  const env = {
    YOOKASSA_SHOP_ID: '123456',
    YOOKASSA_SECRET_KEY: 'a key',
    SELLER_NAME: 'ООО «Пример»',
    SELLER_INN: '7700000000',
  }
  await using real = await createTestApp({ databaseUrl: local.databaseUrl, env })
  expect(real.app.demo).toBeNull()
})
