import path from 'node:path'
import { expect, it } from 'vitest'
import { settlePayment } from '#server/features/payments/settle-payment.ts'
import { BANK } from '#test/support/bank.ts'
import { logIn, makePerson } from '#test/support/factories.ts'
import { usesOf } from '#test/support/ledger-world.ts'
import { openPayment, paymentOf } from '#test/support/pay.ts'
import { type Ended, runCli } from '#test/support/run-cli.ts'
import { useTestApp } from '#test/support/test-app.ts'

const world = useTestApp({ notifies: false, env: { ...BANK } })

/** Settings of the next runs, besides those that point to the running server. */
let env: Readonly<Record<string, string>> = {}

/** Runs the command line as an operator does, beside a running server with its local provider. */
function run(...given: readonly string[]): Promise<Ended> {
  const all = {
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: world.app.config.dataDir,
    APP_SECRET: world.app.config.appSecret ?? '',
    LOCAL_PORT: new URL(world.localUrl).port,
    // Keeps security events out of the output that these tests read.
    SECURITY_LOG_FILE: path.join(world.app.config.dataDir, 'security.log'),
    ...env,
  }
  return runCli(all, ...given)
}

const payments = (...given: readonly string[]) => run('payments', ...given)

it('settles a payment, lists it, and refunds the unspent part', async () => {
  const person = await makePerson(world.app)
  const { id, payment } = await openPayment(world, await logIn(world, person), { packageId: 2 })
  world.yookassa.provider.pay(payment, '5555555555554444')
  expect(await payments('settle', id)).toEqual({ code: 0, out: 'The payment is succeeded.\n', err: '' })
  expect(await usesOf(world.app, person.id)).toBe(50)
  const { out } = await payments('list', '--state', 'succeeded')
  expect(out).toMatch(new RegExp(`^${id} .* 1500\\.00  succeeded  succeeded  -  `, 'm'))
  expect(out).not.toContain('@')
  expect(await payments('refund', id, '--reason', 'our mistake', '--yes')).toMatchObject({
    code: 0,
    out: '1500.00 roubles for 50 uses: the refund is succeeded.\n',
  })
  expect((await paymentOf(world, id)).state).toBe('refunded')
  expect(await payments('refund', id, '--reason', 'again', '--yes')).toMatchObject({
    code: 1,
    err: 'It has already been refunded.\n',
  })
}, 180_000)

it('lists an invoice, confirms it, and names what to transfer back', async () => {
  const person = await makePerson(world.app)
  const client = await logIn(world, person)
  await client.call('PUT /company', {
    body: { name: 'Fine Tools Ltd', country: 'GB', vatNumber: 'GB123456789', address: 'London' },
  })
  const { body } = await client.call('POST /invoices', { body: { packageId: 2 } })
  const number = body.data.id.slice(0, 8).toUpperCase()
  const invoices = (...given: readonly string[]) => run('invoices', ...given)
  expect((await invoices('list')).out).toMatch(
    new RegExp(`^${number} .* 1500\\.00  pending  Fine Tools Ltd GB123456789\n$`),
  )
  const confirm = ['confirm', number, '--reason', 'order 17', '--amount']
  expect((await invoices(...confirm, '1.5')).err).toContain('whole number of roubles')
  expect((await invoices(...confirm, '150')).err).toContain('The invoice is for 1500.00 roubles')
  expect(await invoices(...confirm, '1500', '--dry-run')).toMatchObject({ code: 0 })
  expect(await usesOf(world.app, person.id)).toBe(0)
  expect((await invoices(...confirm, '1500')).out).toBe(
    `Invoice ${number}: 50 uses for holder ${person.id}.\n`,
  )
  expect((await invoices(...confirm, '1500')).out).toContain('nothing was changed')
  expect((await invoices('cancel', number, '--reason', 'late', '--yes')).err).toContain('payments refund')
  expect((await invoices('list')).out).toBe('There are no such invoices.\n')
  expect((await payments('refund', body.data.id, '--reason', 'our mistake', '--yes')).out).toBe(
    '50 uses are withdrawn. Transfer 1500.00 roubles back to the company now: we told them.\n',
  )
}, 180_000)

it('lists what is paid but not credited', async () => {
  const person = await makePerson(world.app)
  const email = `buyer${person.id}+amount@buyer.example`
  const { id, payment } = await openPayment(world, await logIn(world, person), { email })
  world.yookassa.provider.pay(payment, '5555555555554444')
  await settlePayment(world.app, id)
  expect((await payments('list', '--uncredited')).out).toMatch(new RegExp(`^${id} .* pending `, 'm'))
})

it('shows refunds that the provider canceled, and why', async () => {
  const person = await makePerson(world.app)
  const email = `buyer${person.id}+poor@buyer.example`
  const { id, payment } = await openPayment(world, await logIn(world, person), { email })
  world.yookassa.provider.pay(payment, '5555555555554444')
  await settlePayment(world.app, id)
  expect(await payments('refund', id, '--reason', 'our mistake', '--yes')).toMatchObject({
    code: 1,
    err: expect.stringContaining('the refund is canceled. No money went back'),
  })
  const canceled = await payments('list', '--refund', 'canceled')
  expect(canceled.out).toMatch(new RegExp(`^${id} .* canceled  insufficient_funds$`, 'm'))
})

it('reports the state of a refund when the provider is unreachable', async () => {
  const person = await makePerson(world.app)
  const { id, payment } = await openPayment(world, await logIn(world, person))
  world.yookassa.provider.pay(payment, '5555555555554444')
  await settlePayment(world.app, id)
  // Nothing listens on this port.
  env = { YOOKASSA_URL: 'http://127.0.0.1:1/v3', YOOKASSA_SHOP_ID: 'shop', YOOKASSA_SECRET_KEY: 'key' }
  const { code, err } = await payments('refund', id, '--reason', 'our mistake', '--yes')
  env = {}
  expect([code, err]).toEqual([
    1,
    'The payment provider gave no usable answer: no connection. The uses are withdrawn and the refund is stored; the server will finish it on its own.\n',
  ])
  expect(await usesOf(world.app, person.id)).toBe(0)
  expect((await payments('list', '--refund', 'created')).out).toContain(id)
})

it.each([
  [['list', '--state', 'paid'], 'created, pending, succeeded, canceled, refunded'],
  [['list', '--person', 'anna'], 'A person is a number'],
  [['refund', '00000000-0000-4000-8000-00000000dead', '--reason', ' '], 'Give the reason in a few words'],
])('refuses %j with a reason', async (given, words) => {
  const { code, err } = await payments(...given)
  expect(code).toBe(1)
  expect(err).toContain(words)
})
