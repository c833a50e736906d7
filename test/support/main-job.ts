import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { createTestDatabase } from './database.ts'
import { until } from './pay.ts'
import { freePort } from './processes.ts'
import { signUp } from './sign-up.ts'
import { TestClient } from './test-client.ts'

type Settings = Readonly<Record<string, string>>

interface Installation {
  /** Starts the server with settings, its standard output piped. */
  readonly start: (settings: Settings) => ChildProcess
  /** Runs its command `verify`. @returns what it printed */
  readonly verify: (settings: Settings) => string
}

/** Starts an installation on a database of its own with the demo catalogue, walks the main job there, and stops it. @returns what `verify` says */
export async function tryInstallation({ start, verify }: Installation): Promise<string> {
  await using database = await createTestDatabase()
  const [port, localPort] = [await freePort(), await freePort()]
  const settings = {
    DATABASE_URL: database.url,
    HOST: '127.0.0.1',
    PORT: String(port),
    LOCAL_PORT: String(localPort),
    APP_SECRET: 'a secret of tests, long enough to be one',
    SEED_DEMO: 'true',
    CAPTCHA_WORK: '9',
    LOG_LEVEL: 'warn',
  }
  const begin = performance.now()
  const server = start(settings)
  const exited = once(server, 'exit')
  try {
    const ready = Promise.withResolvers<void>()
    createInterface({ input: server.stdout! }).on('line', (line) => {
      if (line.includes('is ready at')) ready.resolve()
    })
    await Promise.race([ready.promise, exited.then(() => Promise.reject(new Error('it did not start')))])
    await walkMainJob(`http://127.0.0.1:${port}`, `http://127.0.0.1:${localPort}`, begin)
    return verify(settings)
  } finally {
    server.kill('SIGTERM')
    await exited
  }
}

/**
 * What the product is for, on an installation with the demo catalogue: a person finds a channel, signs up, buys uses, opens
 * the contact and finds it among the purchases.
 * @param begin when its start began, as `performance.now()`: the time until the first search is printed
 */
export async function walkMainJob(baseUrl: string, localUrl: string, begin: number): Promise<void> {
  const client = new TestClient({ baseUrl, clientKey: 'channelbook-web' })
  const found = await client.call('POST /filter', { body: { hasContact: true } })
  expect(found.status, found.text).toBe(200)
  const [channel] = found.body.data
  if (channel === undefined) throw new Error('the catalogue is empty')
  process.stdout.write(
    `from its start to the first search: ${((performance.now() - begin) / 1_000).toFixed(1)} s\n`,
  )
  for (const page of ['/', '/ru', '/search']) expect((await client.send('GET', page)).status, page).toBe(200)
  const email = 'anna@buyer.example'
  await signUp({ localUrl }, client, email)

  const payment = await client.call('POST /payment', {
    body: { user_id: client.userId!, packageId: 1, userEmail: email },
  })
  expect(payment.status, payment.text).toBe(200)
  const before = await usesOf(client)
  await payAt(payment.body.confirmationURL)
  await until(async () => (await usesOf(client)) > before)

  const bought = await usesOf(client)
  const revealed = await client.call('POST /getemail', { body: { channelId: channel.channelId } })
  expect(revealed.status, revealed.text).toBe(200)
  expect(revealed.body.data.email).toContain('@')
  expect(revealed.body.data.uses).toBe(bought - 1)
  const purchases = await client.call('GET /purchases')
  expect(purchases.body.data.map(({ email: address }) => address)).toEqual([revealed.body.data.email])
}

async function usesOf(client: TestClient): Promise<number> {
  return (await client.call('GET /cookie')).body.data.userInformation.uses
}

/** Pays at the shop's page as its form does. */
async function payAt(url: string): Promise<void> {
  const body = new URLSearchParams({ number: '5555555555554444', expiry: '12/30', csc: '123', action: 'pay' })
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  expect(answer.status).toBe(303)
}
