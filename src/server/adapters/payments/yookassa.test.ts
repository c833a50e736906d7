import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { yookassa } from './yookassa.ts'

/** The status of the provider's next answer to any call. */
let status = 200
const provider = createServer((_, response) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ type: 'error', id: 'one', code: 'some_code', retry_after: 0 }))
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
