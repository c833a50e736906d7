import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pino } from 'pino'
import { account, SENTINELS } from '#local/identity/accounts.ts'
import { LOCAL_CLIENT_ID, type LocalGoogle, startLocalGoogle } from '#local/identity/local-google.ts'
import { createIdentity } from '#server/adapters/identity/create-identity.ts'
import type { WidgetProvider } from '#server/adapters/identity/identity.ts'
import { readConfig } from '#server/config/config.ts'
import { TestClock } from '#test/support/test-clock.ts'

const clock = new TestClock()
const common = { secret: Buffer.alloc(32, 'secret'), clock, log: pino({ level: 'silent' }) }
let google: LocalGoogle
beforeAll(async () => {
  google = await startLocalGoogle({ clock, url: 'http://127.0.0.1:1' })
})
afterAll(() => google.close())

const open = (env: Readonly<Record<string, string>> = {}): WidgetProvider => {
  const config = readConfig({ GOOGLE_SIGN_IN: 'local', ...env })
  const { google: provider } = createIdentity({ config, local: { google, issuer: null }, ...common })
  if (provider === null) throw new Error('There is no provider')
  return provider
}
const tokenOf = (email: string, name = 'Anna Petrova', clientId = LOCAL_CLIENT_ID) =>
  google.token({ clientId, nonce: 'a nonce', account: account(email, name) })

describe('an ID token of Google', () => {
  it('identifies a person', async () => {
    expect(await open().identify(await tokenOf('Anna@Gmail.example'))).toEqual({
      issuer: 'accounts.google.test',
      subject: expect.stringMatching(/^1\d{20}$/),
      email: 'anna@gmail.example',
      name: 'Anna Petrova',
      nonce: 'a nonce',
      roles: null,
    })
  })

  it.each(SENTINELS.filter((sentinel) => sentinel !== 'wrong-nonce'))(
    'that is %s identifies nobody',
    async (what) => {
      // A future token is signed with today's key: only its start time is wrong.
      expect(await open().identify(await tokenOf(`${what}@gmail.example`))).toBeNull()
    },
  )

  it('for another site identifies nobody', async () => {
    expect(await open().identify(await tokenOf('anna@gmail.example', '', 'another'))).toBeNull()
    expect(await open({ GOOGLE_CLIENT_ID: 'another' }).identify(await tokenOf('a@b.example'))).toBeNull()
  })

  it('of an issuer that is not configured identifies nobody', async () => {
    const provider = open({ GOOGLE_ISSUERS: 'https://accounts.google.com,accounts.google.com' })
    expect(await provider.identify(await tokenOf('anna@gmail.example'))).toBeNull()
  })

  it('is valid for an hour, by the server’s clock', async () => {
    const token = await tokenOf('anna@gmail.example')
    clock.advance({ minutes: 59 })
    expect(await open().identify(token)).not.toBeNull()
    clock.advance({ minutes: 2 })
    expect(await open().identify(token)).toBeNull()
  })

  it('that was changed identifies nobody', async () => {
    const [header = '', claims = '', signature = ''] = (await tokenOf('anna@gmail.example')).split('.')
    const other = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object
    const forged = Buffer.from(JSON.stringify({ ...other, email: 'boris@gmail.example' })).toString(
      'base64url',
    )
    expect(await open().identify(`${header}.${forged}.${signature}`)).toBeNull()
    expect(await open().identify(`${header}.${claims}.${signature.slice(0, -4)}AAAA`)).toBeNull()
  })

  it.each(['', 'x', 'a.b.c', '..', 'e30.e30.', '💥', 'A'.repeat(10_000)])('is not %j', async (text) => {
    expect(await open().identify(text)).toBeNull()
  })
})

describe('the keys of Google', () => {
  it('are fetched once for many tokens, and again after a change', async () => {
    const provider = open()
    const before = google.keyRequests()
    const tokens = await Promise.all(['a', 'b', 'c'].map((name) => tokenOf(`${name}@gmail.example`)))
    for (const token of tokens) expect(await provider.identify(token)).not.toBeNull()
    expect(google.keyRequests() - before).toBe(1)
    await google.rotateKeys()
    const fresh = open()
    expect(await fresh.identify(await tokenOf('new@gmail.example'))).not.toBeNull()
    expect(await fresh.identify(tokens[0] ?? '')).not.toBeNull()
  })

  it('are not fetched for every token with a forged key', async () => {
    const provider = open()
    expect(await provider.identify(await tokenOf('a@gmail.example'))).not.toBeNull()
    const before = google.keyRequests()
    const unknown = Buffer.from('{"alg":"RS256","kid":"nobody"}').toString('base64url')
    for (let time = 0; time < 20; time += 1) expect(await provider.identify(`${unknown}.e30.AAAA`)).toBeNull()
    expect(google.keyRequests() - before).toBe(0)
  })

  it('that cannot be fetched are a provider failure, never an accepted or refused login', async () => {
    const server = createServer((_request, response) => response.writeHead(500).end())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const provider = open({ GOOGLE_JWKS_URL: `http://127.0.0.1:${port}/certs` })
    const token = await tokenOf('anna@gmail.example')
    await expect(provider.identify(token)).rejects.toMatchObject({ code: 'provider_failed' })
    server.close()
    await once(server, 'close')
    await expect(provider.identify(token)).rejects.toMatchObject({ code: 'provider_failed' })
  })
})

describe('the settings', () => {
  it('leave it off by default, and name what is missing', () => {
    const of = (env: Readonly<Record<string, string>>) =>
      createIdentity({ config: readConfig(env), local: { google: null, issuer: null }, ...common })
    expect(of({}).google).toBeNull()
    expect(() => of({ GOOGLE_SIGN_IN: 'google' })).toThrow('GOOGLE_CLIENT_ID')
    const real = of({ GOOGLE_SIGN_IN: 'google', GOOGLE_CLIENT_ID: 'a.apps.googleusercontent.com' }).google
    expect(real?.widget.script).toBe('https://accounts.google.com/gsi/client')
  })
})
