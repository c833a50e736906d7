import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv } from 'ajv'
import { default as addFormats } from 'ajv-formats'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { local } from '#shared/i18n/server-texts.ts'
import { logIn, makePerson } from '#test/support/factories.ts'
import { openPayment, until } from '#test/support/pay.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { DOCUMENTED } from '#test/support/yookassa-documented.ts'
import type { LocalPayment } from './wire.ts'

/**
 * The provider's own API description is not ours to publish. Where it lies beside the checkout, it is checked against, too.
 */
const OPENAPI = fileURLToPath(
  new URL(
    '../../../../shared/fixtures/yookassa/yookassa-openapi-specification_2026-02.yaml.gz',
    import.meta.url,
  ),
)
const AUTHORIZATION = `Basic ${Buffer.from('local:local').toString('base64')}`

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

async function open(sentinel = ''): Promise<LocalPayment> {
  const person = await makePerson(world.app)
  const email = `buyer${person.id}${sentinel}@buyer.example`
  return (await openPayment(world, await logIn(world, person), { email })).payment
}

interface Asked {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

async function ask(path: string, { method = 'GET', body, headers = {} }: Asked = {}) {
  const response = await fetch(`${world.localUrl}/local/yookassa/v3${path}`, {
    method,
    headers: {
      authorization: AUTHORIZATION,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const order = (value = '500.00') => ({
  amount: { value, currency: 'RUB' },
  capture: true,
  confirmation: { type: 'redirect', return_url: 'http://127.0.0.1/back' },
})

describe('the API', () => {
  it('authenticates the shop by its key', async () => {
    const answer = await ask('/payments', { headers: { authorization: 'Basic d3Jvbmc=' } })
    expect(answer).toMatchObject({ status: 401, body: { type: 'error', code: 'invalid_credentials' } })
  })

  it('creates one payment per key, and refuses a reused key with other data', async () => {
    const headers = { 'idempotence-key': 'one' }
    const first = await ask('/payments', { method: 'POST', body: order(), headers })
    const again = await ask('/payments', { method: 'POST', body: order(), headers })
    expect(first.status).toBe(200)
    expect(again).toEqual(first)
    const other = await ask('/payments', { method: 'POST', body: order('1.00'), headers })
    expect(other).toMatchObject({ status: 400, body: { parameter: 'Idempotence-Key' } })
    expect(await ask('/payments', { method: 'POST', body: order() })).toMatchObject({ status: 400 })
  })

  it('refuses what the real API refuses', async () => {
    const wrong = [
      { ...order(), amount: { value: '500', currency: 'RUB' } },
      { ...order(), amount: { value: '500.00', currency: 'XXX' } },
      { ...order(), description: 'x'.repeat(129) },
      { ...order(), receipt: { customer: { email: 'a@b.example' }, items: [] } },
    ]
    for (const [index, body] of wrong.entries()) {
      const headers = { 'idempotence-key': `wrong-${index}` }
      expect(await ask('/payments', { method: 'POST', body, headers })).toMatchObject({
        status: 400,
        body: { code: 'invalid_request' },
      })
    }
    expect(await ask('/payments/none')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await ask('/refunds/none')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('refunds no more than was paid', async () => {
    const payment = await open()
    const refund = (value: string, key: string) =>
      ask('/refunds', {
        method: 'POST',
        body: { payment_id: payment.id, amount: { value, currency: 'RUB' } },
        headers: { 'idempotence-key': key },
      })
    expect(await refund('1.00', 'too soon')).toMatchObject({ status: 400 })
    world.yookassa.provider.pay(payment, '5555555555554444')
    expect(await refund('300.00', 'r1')).toMatchObject({ status: 200 })
    expect(await refund('300.00', 'r1')).toMatchObject({ status: 200 })
    expect(payment.refunded).toBe(30_000)
    expect(await refund('300.00', 'r2')).toMatchObject({ status: 400 })
  })

  it('lists in pages', async () => {
    for (let count = 0; count < 3; count += 1) await open()
    const first = await ask('/payments?limit=2')
    expect(first.body['items']).toHaveLength(2)
    const next = await ask(`/payments?limit=2&cursor=${String(first.body['next_cursor'])}`)
    expect(next.body['items']).not.toEqual(first.body['items'])
  })
})

/** Returns `yes`, or what is wrong with a value. */
type Accepts = (schema: keyof typeof DOCUMENTED, value: unknown) => string

const descriptions: (readonly [string, () => Promise<Accepts>])[] = [
  [
    'the documents',
    async () => (schema, value) => {
      const { error } = DOCUMENTED[schema].safeParse(value)
      return error === undefined ? 'yes' : z.prettifyError(error)
    },
  ],
]
if (existsSync(OPENAPI)) descriptions.push(["the provider's own description of its API", readOpenapi])

async function readOpenapi(): Promise<Accepts> {
  const validator = new Validator()
  // Only parsed here: as strict OpenAPI, the file has errors of its own.
  await validator.validate(gunzipSync(readFileSync(OPENAPI)).toString())
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  // `type` says which alternative is meant, so it does no harm when others match, too. `(?s)` is a flag of other
  // regular-expression dialects.
  const text = JSON.stringify(validator.specification)
    .replaceAll('"oneOf":', '"anyOf":')
    .replaceAll('(?s)', '')
  ajv.addSchema(JSON.parse(text) as object, 'yookassa')
  return (schema, value) => {
    const validate = ajv.compile({ $ref: `yookassa#/components/schemas/${schema}` })
    return validate(value) === true ? 'yes' : ajv.errorsText(validate.errors)
  }
}

describe.each(descriptions)('according to %s', (_name, readDescription) => {
  let accepts: Accepts
  beforeAll(async () => {
    accepts = await readDescription()
  })

  it('payments are valid in every state', async () => {
    const [paid, declined, expired, pending] = [await open(), await open(), await open(), await open()]
    world.yookassa.provider.pay(paid, '5555555555554444')
    world.yookassa.provider.pay(declined, '5555555555554600')
    world.yookassa.provider.cancel(expired, 'expired_on_confirmation')
    for (const payment of [paid, declined, expired, pending]) {
      const { body } = await ask(`/payments/${payment.id}`)
      expect(accepts('Payment', body), JSON.stringify(body)).toBe('yes')
    }
    expect(accepts('PaymentList', (await ask('/payments?limit=100')).body)).toBe('yes')
    expect(accepts('Payment', { ...(await ask(`/payments/${paid.id}`)).body, status: 'odd' })).not.toBe('yes')
  })

  it('refunds, lists and errors are valid', async () => {
    const payment = await open('+slow')
    world.yookassa.provider.pay(payment, '5555555555554444')
    const { body } = await ask('/refunds', {
      method: 'POST',
      body: { payment_id: payment.id, amount: { value: '100.00', currency: 'RUB' } },
      headers: { 'idempotence-key': payment.id },
    })
    expect(accepts('Refund', body)).toBe('yes')
    expect(accepts('RefundList', (await ask(`/refunds?payment_id=${payment.id}`)).body)).toBe('yes')
    expect(accepts('NotFound', (await ask('/payments/none')).body)).toBe('yes')
    expect(accepts('BadRequest', (await ask('/payments', { method: 'POST', body: {} })).body)).toBe('yes')
    expect(
      accepts('InvalidCredentials', (await ask('/payments', { headers: { authorization: '' } })).body),
    ).toBe('yes')
  })
})

describe('the payment page', () => {
  const page = (payment: LocalPayment, init: RequestInit = {}) =>
    fetch(`${world.localUrl}/local/yookassa/pay/${payment.id}`, { redirect: 'manual', ...init })
  const press = (payment: LocalPayment, fields: Readonly<Record<string, string>>) =>
    page(payment, { method: 'POST', body: new URLSearchParams(fields) })

  it('uses the reader’s language', async () => {
    const payment = await open()
    const english = await (await page(payment, { headers: { 'accept-language': 'en' } })).text()
    const russian = await (await page(payment, { headers: { 'accept-language': 'ru' } })).text()
    expect(english).toContain(local.en.yookassa.pay('500 ₽'))
    expect(russian).toContain(local.ru.yookassa.pay('500 ₽'))
  })

  it.each([
    [{ action: 'pay', number: '5555 5555 5555 4444' }, 'succeeded'],
    [{ action: 'pay', number: '5555 5555 5555 4600' }, 'canceled'],
    [{ action: 'expire' }, 'canceled'],
    [{ action: 'close' }, 'pending'],
  ])('%o returns to the shop with a payment that %s', async (fields, status) => {
    const payment = await open()
    const answer = await press(payment, fields)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, payment.returnUrl])
    await until(() => payment.status === status)
    expect(payment.status).toBe(status)
  })

  it('stays open for a card that is not a test card', async () => {
    const payment = await open()
    const answer = await press(payment, { action: 'pay', number: '4000 0000 0000 0002' })
    expect([answer.status, payment.status]).toEqual([200, 'pending'])
    expect(await answer.text()).toContain('Only the test cards below work here.')
  })

  it('refuses what its forms do not send, as anybody may at a demonstration', async () => {
    const payment = await open()
    const post = async (init: RequestInit) => (await page(payment, { method: 'POST', ...init })).status
    const json = { 'content-type': 'application/json' }
    expect(await post({})).toBe(400)
    expect(await post({ headers: json, body: '{"action":"pay","number":5}' })).toBe(400)
    expect(await post({ headers: json, body: 'null' })).toBe(400)
    expect(payment.status).toBe('pending')
  })

  it('refunds by hand as the shop’s cabinet does, up to the rest', async () => {
    const payment = await open()
    expect(await (await page(payment)).text()).not.toContain('name="amount"')
    await press(payment, { action: 'pay', number: '5555 5555 5555 4444' })
    expect(await (await page(payment)).text()).toContain('value="500.00"')
    expect((await press(payment, { action: 'refund', amount: '120.5' })).status).toBe(303)
    expect(await (await page(payment)).text()).toContain('value="379.50"')
    for (const amount of ['380', '0', '-1', 'all', '']) {
      const answer = await press(payment, { action: 'refund', amount })
      expect([answer.status, await answer.text()]).toEqual([
        200,
        expect.stringContaining('That is more than can be refunded.'),
      ])
    }
    expect(payment.refunded).toBe(12_050)
    const { body } = await ask(`/refunds?payment_id=${payment.id}`)
    expect(body['items']).toMatchObject([{ amount: { value: '120.50' }, metadata: {}, status: 'succeeded' }])
  })
})
