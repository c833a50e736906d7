import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGzip } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { type Db, openDatabase, openPool } from '#server/db/connect.ts'
import { PLATFORMS } from '#server/platforms/platforms.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { TestClock } from '#test/support/test-clock.ts'
import { createCaptcha } from '../captcha/create-captcha.ts'
import { createIdentity } from '../identity/create-identity.ts'
import { yookassa } from '../payments/yookassa.ts'
import { AnswerTooLong, readAnswer } from './read-answer.ts'

const CHUNK = Buffer.alloc(64 * 1024, ' ')
/** Number of chunks that it would send in all: 128 MiB. */
const CHUNKS = 2_048
/** An eighth of them: more than any limit plus what socket buffers hold. */
const FAR_FEWER = CHUNKS / 8

let sent = 0
/** A service whose answer goes on and on; paths that begin with /packed are compressed. */
const service = createServer((request, response) => void answerForLong(request, response))
async function answerForLong(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const isPacked = request.url?.startsWith('/packed') === true
  response.writeHead(200, {
    'content-type': 'application/json',
    ...(isPacked && { 'content-encoding': 'gzip' }),
  })
  const out = isPacked ? createGzip({ level: 1 }) : response
  if (out !== response) out.pipe(response)
  const closed = once(response, 'close')
  for (sent = 0; sent < CHUNKS && !response.closed; sent += 1) {
    if (!out.write(CHUNK)) await Promise.race([once(out, 'drain'), closed])
  }
  out.end('{}')
}
const stack = new AsyncDisposableStack()
let url: string
let db: Db
beforeAll(async () => {
  await once(service.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const database = stack.use(await createTestDatabase())
  db = openDatabase(openPool(database.url, { max: 2, onLost: () => undefined }))
  stack.defer(() => db.destroy())
})
afterAll(async () => {
  service.closeAllConnections()
  service.close()
  await stack.disposeAsync()
})
beforeEach(() => {
  sent = 0
})

const clock = new TestClock()
const log = pino({ level: 'silent' })

it.each(['/', '/packed'])('an answer at %s is read up to the limit, then cut off', async (path) => {
  const response = await fetch(`${url}${path}`)
  await expect(readAnswer(response, 1024 * 1024)).rejects.toThrow(AnswerTooLong)
  expect(sent).toBeGreaterThan(0)
  expect(sent).toBeLessThan(FAR_FEWER)
})

it('a short answer is read whole, wherever its chunks are split', async () => {
  const text = 'Имя 🎬 '.repeat(20_000)
  const bytes = Buffer.from(text)
  const cut = new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.subarray(at, at + 7))
      controller.close()
    },
  })
  expect(await readAnswer(new Response(cut), bytes.length)).toBe(text)
  expect(await readAnswer(new Response(null), 1)).toBe('')
})

it('the payment provider’s answers are limited, too', async () => {
  const payments = yookassa({
    url: () => url,
    shopId: 's',
    secretKey: 'k',
    timeoutMs: 60_000,
    receipts: null,
  })
  await expect(payments.findPayment('id')).rejects.toMatchObject({ name: 'ProviderUnavailable' })
  expect(sent).toBeGreaterThan(0)
  expect(sent).toBeLessThan(FAR_FEWER)
})

it('the video platform’s answers are limited, too', async () => {
  const config = readConfig({})
  const [platform] = PLATFORMS
  const videos = platform!.open({ config, access: { url, key: 'k' }, db, clock, log })
  await expect(videos.channels(['UCx'], 'person')).rejects.toMatchObject({ name: 'VideosUnavailable' })
  expect(sent).toBeGreaterThan(0)
  expect(sent).toBeLessThan(FAR_FEWER)
})

it('the captcha verifier’s answers are limited, too', async () => {
  const config = readConfig({
    CAPTCHA: 'turnstile',
    CAPTCHA_SITE_KEY: 'key',
    CAPTCHA_SECRET_KEY: 'secret',
    CAPTCHA_URL: url,
  })
  const captcha = createCaptcha({ config, secret: Buffer.alloc(32, 1), clock, db, workOf: async () => 1 })
  await expect(captcha.verify('solved', { network: '192.0.2.1' })).rejects.toMatchObject({
    code: 'provider_failed',
  })
  expect(sent).toBeGreaterThan(0)
  expect(sent).toBeLessThan(FAR_FEWER)
})

it('the identity provider’s keys are limited, too', async () => {
  const config = readConfig({
    GOOGLE_SIGN_IN: 'google',
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_JWKS_URL: `${url}/packed`,
  })
  const common = { secret: Buffer.alloc(32, 1), clock, log }
  const { google } = createIdentity({ config, local: { google: null, issuer: null }, ...common })
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = `${part({ alg: 'RS256', kid: 'one' })}.${part({ sub: '1' })}.${part({})}`
  await expect(google?.identify(token)).rejects.toMatchObject({ code: 'provider_failed' })
  expect(sent).toBeGreaterThan(0)
  expect(sent).toBeLessThan(FAR_FEWER)
})
