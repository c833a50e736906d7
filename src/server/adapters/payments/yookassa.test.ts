import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { yookassa } from './yookassa.ts'

/** The status of the provider's next answer to any call. */
let status = 200
let body: object = { type: 'error', id: 'one', code: 'some_code', retry_after: 0 }
const provider = createServer((_, response) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
})
beforeAll(() => new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve)))
afterAll(() => provider.close())

test.each([
  [400, 'ProviderRefused'],
  [404, 'ProviderRefused'],
  [401, 'ProviderUnavailable'],
  [403, 'ProviderUnavailable'],
  [408, 'ProviderUnavailable'],
  [409, 'ProviderUnavailable'],
  [429, 'ProviderUnavailable'],
  [500, 'ProviderUnavailable'],
])('%i means %s: only a refusal of the order itself is final', async (answered, name) => {
  status = answered
  const { port } = provider.address() as AddressInfo
  const url = () => `http://127.0.0.1:${port}`
  const payments = yookassa({ url, shopId: 'shop', secretKey: 'key', timeoutMs: 5_000, receipts: null })
  const refund = {
    id: 'id',
    key: 'key',
    paymentId: 'paid',
    amount: 100,
    description: 'A refund',
    receipt: null,
  }
  await expect(payments.createRefund(refund)).rejects.toMatchObject({
    name,
    message: expect.stringContaining(`${answered} some_code`) as string,
  })
})

const ORDER = {
  id: 'id',
  key: 'key',
  amount: 50_000,
  description: 'Light',
  receipt: { email: 'buyer@example.com', item: 'Light' },
  language: 'en',
  returnUrl: 'https://channelbook.example/api/payments/return',
} as const

test.each([
  ['https://yoomoney.ru/checkout/payments/v2/contract?orderId=1', true],
  ['https://yookassa.ru/pay', true],
  ['https://pay.yookassa.ru/1', true],
  ['https://channelbook.example/local/yookassa/pay/1', true],
  ['http://localhost:4000/local/yookassa/pay/1', true],
  ['http://yoomoney.ru/checkout', false],
  ['https://yoomoney.ru.evil.example/checkout', false],
  ['https://notyoomoney.ru/checkout', false],
  ['https://yoomoney.ru@evil.example/checkout', false],
  ['https://evil.example/yoomoney.ru', false],
  ['https://10.0.0.1/', false],
])('a person is sent to %s to pay: %s', async (page, isAllowed) => {
  status = 200
  body = {
    id: 'one',
    status: 'pending',
    paid: false,
    amount: { value: '500.00', currency: 'RUB' },
    confirmation: { type: 'redirect', confirmation_url: page },
  }
  const { port } = provider.address() as AddressInfo
  const url = () => `http://127.0.0.1:${port}`
  const pageHosts = ['127.0.0.1', 'channelbook.example']
  const options = { url, shopId: 'shop', secretKey: 'key', timeoutMs: 5_000, receipts: null, pageHosts }
  const payments = yookassa(options)
  for (const ask of [() => payments.createPayment(ORDER), () => payments.findPayment('one')]) {
    if (isAllowed) expect((await ask()).confirmationUrl).toBe(page)
    else await expect(ask()).rejects.toThrow('its payment page is at a host that is not its own')
  }
  // A shop at the provider sends nobody to this machine.
  const real = yookassa({ ...options, pageHosts: ['api.yookassa.ru', 'channelbook.example'] })
  if (page.includes('localhost')) await expect(real.findPayment('one')).rejects.toThrow('not its own')
})
