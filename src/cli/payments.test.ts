import { execFile } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logIn, makePerson } from '#test/support/factories.ts'
import { usesOf } from '#test/support/ledger-world.ts'
import { openPayment, paymentOf } from '#test/support/pay.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let world: TestApp
beforeAll(async () => {
  world = await createTestApp({ notifies: false })
})
afterAll(() => world[Symbol.asyncDispose]())

/** Runs the command line as an operator does, beside a working server with its local provider. */
function payments(...given: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const env = {
    ...process.env,
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: world.app.config.dataDir,
    APP_SECRET: world.app.config.appSecret ?? '',
    PORT: new URL(world.baseUrl).port,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, ['src/cli/main.ts', 'payments', ...given], { env }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err })
    })
  })
}

// Each run is a process of its own and takes seconds.
it('settles a payment, lists it, and gives back what is unspent', async () => {
  const person = await makePerson(world.app)
  const { id, payment } = await openPayment(world, await logIn(world, person), { packageId: 2 })
  world.yookassa.provider.pay(payment, '5555555555554444')
  expect(await payments('settle', id)).toEqual({ code: 0, out: 'The payment is succeeded.\n', err: '' })
  expect(await usesOf(world.app, person.id)).toBe(50)
  const { out } = await payments('list', '--state', 'succeeded')
  expect(out).toContain(`${id}  `)
  expect(out).toContain(' 1500.00  succeeded\n')
  expect(out).not.toContain('@')
  expect(await payments('refund', id, '--reason', 'our mistake')).toMatchObject({
    code: 0,
    out: '1500.00 roubles for 50 uses: the refund is succeeded.\n',
  })
  expect((await paymentOf(world, id)).state).toBe('refunded')
  expect(await payments('refund', id, '--reason', 'again')).toMatchObject({
    code: 1,
    err: 'It was refunded before.\n',
  })
}, 120_000)
