import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pino } from 'pino'
import { bareEnvironment } from '#test/support/processes.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { startTcpProxy } from '#test/support/tcp-proxy.ts'
import { ConfigError } from '#server/config/settings.ts'
import { startServer } from './start.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'channelbook-start-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** Starts nothing that lasts: what is tested with it is refused. */
const start = (env: Readonly<Record<string, string>>) =>
  startServer({ env: { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...env } })

it.each([
  [{ LIMITS: 'logins=1/60' }, 'LIMITS has "logins=1/60"'],
  [{ APP_SECRET: 'short' }, 'APP_SECRET must have 32 characters or more'],
  [{ YOOKASSA_SHOP_ID: '123456' }, 'YOOKASSA_SECRET_KEY is not set'],
  [{ DKIM_SELECTOR: 'mail' }, 'DKIM_SELECTOR needs DKIM_PRIVATE_KEY'],
  [{ STATISTICS_RETENTION_DAYS: '1' }, 'STATISTICS_RETENTION_DAYS must be a whole number from 2'],
  [{ YOUTUBE_API_KEY: 'key', YOUTUBE_RESERVE: '100' }, 'leave jobs no calls of statistics'],
  [{ YOUTUBE_API_KEY: 'key', YOUTUBE_QUOTA: 'other=1' }, 'leave jobs no calls of other'],
  [{ HOST: '0.0.0.0' }, 'SMTP_URL is not set'],
  [{ HOST: '0.0.0.0', SMTP_URL: 'smtp://mail.example' }, 'YOOKASSA_SHOP_ID is not set'],
  [{ TRUST_PROXY: '1' }, 'SMTP_URL is not set: local stand-ins start only without proxies in front'],
])('with %j nothing is started, and one sentence says why', async (env, sentence) => {
  const refused = await start(env).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ConfigError)
  expect((refused as Error).message).toContain(sentence)
  expect((refused as Error).message).not.toContain('\n')
  expect(await readdir(dataDir)).toEqual([])
})

it.each(['PORT', 'LOCAL_PORT'])(
  'one sentence names a taken %s, before a database is created',
  async (name) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const refused = start({ [name]: String(port) })
    await expect(refused).rejects.toThrow(
      `${name} ${port} is taken: another program listens there on 127.0.0.1; set another ${name}.`,
    )
    other.close()
    expect(await readdir(dataDir)).toEqual([])
  },
)

it('the program ends with an error, and prints nothing but the sentence', async () => {
  const env = { ...bareEnvironment, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', APP_SECRET: 'short' }
  const ended = promisify(execFile)(process.execPath, ['src/start/main.ts'], { env })
  await expect(ended).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Channelbook cannot start: APP_SECRET [^\n]+\n$/),
  })
  expect(await readdir(dataDir)).toEqual([])
})

it('one sentence names a pooler that drops the options by which a release finds its functions', async () => {
  await using database = await createTestDatabase()
  await using pooler = await startTcpProxy(database.url, { dropsOptions: true })
  await expect(start({ DATABASE_URL: pooler.url })).rejects.toThrow(
    /^DATABASE_URL does not work: [^\n]* drops the start-up parameter "options"[^\n]*$/,
  )
})

const statusOf = async (url: string) => (await fetch(url)).status

it('stand-ins, metrics and the payment page answer at the local port, and not at the product’s port', async () => {
  await using database = await createTestDatabase()
  const server = await startServer({
    env: { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
  })
  const { port } = server.fastify.server.address() as AddressInfo
  const statuses = (origin: string) =>
    Promise.all(['/local/mail.json', '/metrics'].map((path) => statusOf(origin + path)))
  expect(await statuses(server.localUrl ?? '')).toEqual([200, 200])
  expect(await statuses(`http://127.0.0.1:${port}`)).toEqual([404, 404])
  expect(await (await fetch(server.localUrl ?? '')).text()).toContain('<a href="/local/mail">')
  expect(server.app.localInboxUrl).toBe(`${server.localUrl}/local/mail`)
  const receipt = { email: 'anna@example.com', item: 'Light' }
  const order = { id: 'one', key: 'one', amount: 50_000, description: 'Light', receipt } as const
  const made = await server.app.payments.createPayment({
    ...order,
    language: 'en',
    returnUrl: 'http://127.0.0.1:1/',
  })
  expect(made.confirmationUrl).toMatch(new RegExp(`^${server.localUrl}/local/yookassa/pay/`))
  expect(await statusOf(made.confirmationUrl ?? '')).toBe(200)
  await server.stop(1_000)
})

const REAL = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  YOOKASSA_SHOP_ID: '1',
  YOOKASSA_SECRET_KEY: 'key',
  YOOKASSA_URL: 'http://127.0.0.1:9/v3',
  YOUTUBE_API_KEY: 'key',
}

it.each([
  [{ METRICS_TOKEN: 'a token' }, false],
  [{}, true],
])('without stand-ins the local port is opened only for metrics: %j', async (env, isOpen) => {
  await using database = await createTestDatabase()
  const own = { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }
  const server = await startServer({ env: { ...own, ...REAL, ...env } })
  expect(server.localUrl !== null).toBe(isOpen)
  expect(server.app.localInboxUrl).toBeNull()
  await server.stop(1_000)
})

it('a demonstration runs in public with its stand-ins’ pages, and tells search engines to stay away', async () => {
  await using database = await createTestDatabase()
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    DEMO: 'true',
    PUBLIC_URL: 'https://demo.channelbook.example',
    TRUST_PROXY: '1',
  }
  const server = await startServer({ env, demoChannels: 50 })
  const { port } = server.fastify.server.address() as AddressInfo
  const at = `http://127.0.0.1:${port}`
  const robots = await fetch(`${at}/robots.txt`)
  expect([await robots.text(), robots.headers.get('x-robots-tag')]).toEqual([
    'User-agent: *\nDisallow: /api/\n',
    'noindex, nofollow',
  ])
  const config = await fetch(`${at}/api/config`, { headers: { 'x-api-key': server.app.config.clientKey } })
  expect(((await config.json()) as { data: object }).data).toMatchObject({
    demo: { email: 'buyer@demo.example' },
    localInbox: `${env.PUBLIC_URL}/local/mail`,
  })
  const receipt = { email: 'anna@example.com', item: 'Light' }
  const order = {
    id: 'one',
    key: 'one',
    amount: 50_000,
    description: 'Light',
    receipt,
    language: 'en',
  } as const
  const made = await server.app.payments.createPayment({ ...order, returnUrl: `${env.PUBLIC_URL}/` })
  expect(made.confirmationUrl).toMatch(new RegExp(`^${env.PUBLIC_URL}/local/yookassa/pay/`))
  expect(await statusOf(at + new URL(made.confirmationUrl ?? '').pathname)).toBe(200)
  // One sees the emails to an address that one knows, and neither all nor one by its number.
  const message = { id: 'one', to: 'anna@example.com', subject: 'A secret email', html: '<p></p>', text: '' }
  await server.app.mail.send(message)
  const isShown = async (query: string) =>
    (await (await fetch(`${at}/local/mail${query}`)).text()).includes(message.subject)
  expect([await isShown('?to=anna@example.com'), await isShown(''), await isShown('?to=')]).toEqual([
    true,
    false,
    false,
  ])
  expect(await statusOf(`${at}/local/mail/2?to=anna@example.com`)).toBe(200)
  for (const path of [
    '/local/mail/2',
    '/local/mail/2?to=boris@example.com',
    '/local/mail.json',
    '/local/yookassa/v3/payments',
  ])
    expect(await statusOf(at + path), path).toBe(404)
  await server.stop(1_000)
  // The same database without the setting, and the setting on another one with people.
  await expect(startServer({ env: { ...env, DEMO: 'false', ALLOW_LOCAL_SERVICES: 'true' } })).rejects.toThrow(
    'demonstration',
  )
})

it('every start warns of explicitly allowed stand-ins, and their inbox is not shown to others', async () => {
  await using database = await createTestDatabase()
  const lines: string[] = []
  const server = await startServer({
    env: {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: '0',
      PUBLIC_URL: 'https://channelbook.example',
      ALLOW_LOCAL_SERVICES: 'true',
    },
    overrides: { log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }) },
  })
  expect(lines.join('')).toContain('ALLOW_LOCAL_SERVICES=true: stand-ins run')
  expect(server.app.localInboxUrl).toBeNull()
  expect(server.localUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  await server.stop(1_000)
})
