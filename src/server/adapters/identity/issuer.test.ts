import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ISSUER_SENTINELS } from '#local/identity/accounts.ts'
import { type LocalIssuer, startLocalIssuer } from '#local/identity/local-issuer.ts'
import { readConfig } from '#server/config/config.ts'
import { type LocalListener, openLocalListener } from '#server/http/local-listener.ts'
import { TestClock } from '#test/support/test-clock.ts'
import { createIdentity, readRoles } from './create-identity.ts'
import type { Attempt, RedirectProvider } from './identity.ts'
import { issuerIdentity } from './issuer.ts'

const clock = new TestClock()
const log = pino({ level: 'silent' })
const common = { secret: Buffer.alloc(32, 'secret'), clock, log }
const ATTEMPT: Attempt = { state: 'a state', browserToken: 'a browser' }
let listener: LocalListener
let issuer: LocalIssuer
let other: LocalIssuer
beforeAll(async () => {
  listener = await openLocalListener(0)
  issuer = await startLocalIssuer({ clock, url: listener.url })
  other = await startLocalIssuer({ clock, url: listener.url, path: '/other' })
  await listener.serve([(fastify) => issuer.register(fastify), (fastify) => other.register(fastify)], log)
})
afterAll(() => listener[Symbol.asyncDispose]())

const open = (more: Partial<Parameters<typeof issuerIdentity>[0]> = {}): RedirectProvider =>
  issuerIdentity({
    ...common,
    issuer: issuer.issuer,
    name: 'Acme',
    clientId: issuer.clientId,
    clientSecret: issuer.clientSecret,
    scopes: 'openid email profile',
    redirectUrl: 'http://127.0.0.1:3000/login',
    roles: null,
    trustsAddresses: false,
    ...more,
  })

interface Chosen {
  readonly email: string
  readonly name?: string
  readonly groups?: string
  readonly sub?: string
}

/** Follows the provider to its page and chooses an account. @returns the query that the browser brings back */
async function choose(page: string, account: Readonly<Record<string, string>>): Promise<string> {
  const url = new URL(page)
  for (const [name, value] of Object.entries(account)) url.searchParams.set(name, value)
  const answer = await fetch(url, { redirect: 'manual' })
  expect(answer.status).toBe(302)
  const back = new URL(answer.headers.get('location') ?? '')
  expect(back.origin + back.pathname).toBe('http://127.0.0.1:3000/login')
  return back.search.slice(1)
}

async function come(provider: RedirectProvider, account: Chosen, attempt = ATTEMPT) {
  const query = await choose(await provider.start(attempt), { ...account })
  return provider.identify(await provider.finish(attempt, query))
}

const REFUSED = { code: 'wrong_token', fields: { credential: 'sign_in_refused' } }

describe('signing in with an issuer', () => {
  it('identifies a person by the issuer and the subject', async () => {
    expect(await come(open(), { email: 'Anna@Studio.example', name: 'Anna Petrova' })).toEqual({
      issuer: issuer.issuer,
      subject: expect.stringMatching(/^1\d{20}$/),
      email: 'anna@studio.example',
      name: 'Anna Petrova',
      nonce: ATTEMPT.state,
      roles: null,
    })
  })

  it('asks with PKCE, state and nonce, which differ from browser to browser', async () => {
    const provider = open()
    const [one, two] = await Promise.all(
      [ATTEMPT, { ...ATTEMPT, browserToken: 'another' }].map(async (attempt) =>
        Object.fromEntries(new URL(await provider.start(attempt)).searchParams),
      ),
    )
    expect(one).toMatchObject({ response_type: 'code', scope: 'openid email profile', state: 'a state' })
    expect(one).toMatchObject({ code_challenge_method: 'S256', client_id: issuer.clientId })
    expect(one?.['code_challenge']).not.toBe(two?.['code_challenge'])
    expect(one?.['nonce']).not.toBe(two?.['nonce'])
  })

  it('reads at the userinfo endpoint what the token lacks', async () => {
    const found = await come(open(), { email: 'thin@studio.example', name: 'Thin' })
    expect(found).toMatchObject({ email: 'thin@studio.example', name: 'Thin' })
  })

  it('takes the address that the issuer calls verified, and not another beside it', async () => {
    const email = 'two-addresses@studio.example'
    expect(await come(open(), { email })).toMatchObject({ email })
  })

  it('takes signatures by Ed25519, too', async () => {
    const at = await openLocalListener(0)
    const local = await startLocalIssuer({ clock, url: at.url, algorithm: 'Ed25519' })
    await at.serve([(fastify) => local.register(fastify)], log)
    const account = { email: 'anna@studio.example' }
    expect(await come(open({ issuer: local.issuer }), account)).toMatchObject(account)
    await at[Symbol.asyncDispose]()
  })

  it.each(ISSUER_SENTINELS)('that is %s identifies nobody', async (what) => {
    const problem = what === 'unverified' ? 'address_unverified' : 'sign_in_refused'
    await expect(come(open(), { email: `${what}@studio.example` })).rejects.toMatchObject({
      code: 'wrong_token',
      fields: { credential: problem },
    })
  })

  it('is refused when the person comes back without a choice', async () => {
    const provider = open()
    const query = await choose(await provider.start(ATTEMPT), { cancel: '1' })
    expect(query).toContain('error=access_denied')
    await expect(provider.finish(ATTEMPT, query)).rejects.toMatchObject(REFUSED)
  })

  it('with a code works once, in one browser, for one attempt', async () => {
    const provider = open()
    const query = await choose(await provider.start(ATTEMPT), { email: 'once@studio.example' })
    const thief = { ...ATTEMPT, browserToken: 'a thief' }
    await expect(provider.finish(thief, query)).rejects.toMatchObject(REFUSED)
    const again = await choose(await provider.start(ATTEMPT), { email: 'once@studio.example' })
    const late = { ...ATTEMPT, state: 'another state' }
    await expect(provider.finish(late, again)).rejects.toMatchObject(REFUSED)
    expect(await provider.finish(ATTEMPT, again)).not.toBe('')
    await expect(provider.finish(ATTEMPT, again)).rejects.toMatchObject(REFUSED)
  })

  it('refuses a code that another issuer gave, whether it says so or not', async () => {
    const [mine, others] = [open(), open({ issuer: other.issuer })]
    const account = { email: 'anna@studio.example' }
    const query = await choose(await others.start(ATTEMPT), account)
    await expect(mine.finish(ATTEMPT, query)).rejects.toMatchObject(REFUSED)
    // The attacker in the middle renames the issuer: its code is unknown here.
    const renamed = new URLSearchParams(query)
    renamed.set('iss', issuer.issuer)
    await expect(mine.finish(ATTEMPT, renamed.toString())).rejects.toMatchObject(REFUSED)
    const nameless = new URLSearchParams(query)
    nameless.delete('iss')
    await expect(mine.finish(ATTEMPT, nameless.toString())).rejects.toMatchObject(REFUSED)
  })

  it('gives a credential that only this issuer’s sign-in takes, for ten minutes', async () => {
    const provider = open()
    const query = await choose(await provider.start(ATTEMPT), { email: 'late@studio.example' })
    const credential = await provider.finish(ATTEMPT, query)
    expect(await open({ issuer: other.issuer }).identify(credential)).toBeNull()
    expect(await open({ secret: Buffer.alloc(32, 'other') }).identify(credential)).toBeNull()
    for (const text of ['', 'x', `${credential}AAAA`, 'A'.repeat(10_000), '💥'])
      expect(await provider.identify(text)).toBeNull()
    clock.advance({ minutes: 9 })
    expect(await provider.identify(credential)).not.toBeNull()
    clock.advance({ minutes: 1 })
    expect(await provider.identify(credential)).toBeNull()
  })

  it.each([
    '',
    'x',
    'code=a',
    'state=a%20state',
    'code=a&state=a%20state',
    'code=a&code=b&state=a%20state',
    '%ff',
  ])('is not finished by %j', async (query) => {
    await expect(open().finish(ATTEMPT, query)).rejects.toMatchObject(REFUSED)
  })
})

describe('addresses', () => {
  it('of an issuer that says nothing about them are taken only where it is trusted, and never an unverified one', async () => {
    const silent = await silentIssuer()
    const account = { email: 'anna@studio.example' }
    const at = { issuer: silent.issuer, redirectUrl: 'http://127.0.0.1:3000/login' }
    await expect(come(open(at), account)).rejects.toMatchObject({
      fields: { credential: 'address_unverified' },
    })
    expect(await come(open({ ...at, trustsAddresses: true }), account)).toMatchObject(account)
    await silent.close()
    const trusting = open({ trustsAddresses: true })
    await expect(come(trusting, { email: 'unverified@studio.example' })).rejects.toMatchObject({
      fields: { credential: 'address_unverified' },
    })
  })
})

describe('roles', () => {
  const roles = { claim: 'groups', roles: new Map([['sponsors', 'sponsor' as const]]) }
  const account = { email: 'boris@studio.example', groups: 'sponsors,admins' }

  it('are never taken from claims that are not mapped', async () => {
    expect((await come(open(), account))?.roles).toBeNull()
  })

  it('follow the mapped values, from the token or the userinfo endpoint', async () => {
    expect((await come(open({ roles }), account))?.roles).toEqual(['sponsor'])
    expect((await come(open({ roles }), { ...account, groups: 'admins' }))?.roles).toEqual([])
    const thin = { email: 'thin@studio.example', groups: 'sponsors' }
    expect((await come(open({ roles }), thin))?.roles).toEqual(['sponsor'])
    const nested = { ...roles, claim: 'realm_access.roles' }
    expect((await come(open({ roles: nested }), account))?.roles).toEqual([])
  })

  it('are mapped by two settings that need each other', () => {
    const of = (env: Readonly<Record<string, string>>) => readRoles(readConfig(env))
    expect(of({})).toBeNull()
    const mapped = of({ OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'team=a=sponsor, b=sponsor' })
    expect([...(mapped?.roles ?? [])]).toEqual([
      ['team=a', 'sponsor'],
      ['b', 'sponsor'],
    ])
    expect(() => of({ OIDC_ROLE_CLAIM: 'groups' })).toThrow('OIDC_ROLES')
    expect(() => of({ OIDC_ROLES: 'a=sponsor' })).toThrow('OIDC_ROLE_CLAIM')
    expect(() => of({ OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'a=admin' })).toThrow('a=admin')
  })
})

describe('what the issuer publishes', () => {
  it('is fetched once for many sign-ins, and again after ten minutes', async () => {
    const provider = open()
    const before = issuer.requests()
    for (const name of ['a', 'b', 'c']) await come(provider, { email: `${name}@studio.example` })
    const after = issuer.requests()
    expect([after.discovery - before.discovery, after.keys - before.keys]).toEqual([1, 1])
    clock.advance({ minutes: 10 })
    await come(provider, { email: 'd@studio.example' })
    expect(issuer.requests().discovery - after.discovery).toBe(1)
  })

  it('may rotate: an unknown key is looked for once more', async () => {
    const provider = open({ keysPauseMs: 0 })
    await come(provider, { email: 'before@studio.example' })
    await issuer.rotateKeys()
    const before = issuer.requests().keys
    expect(await come(provider, { email: 'after@studio.example' })).not.toBeNull()
    expect(issuer.requests().keys - before).toBe(1)
  })

  it('that does not answer, or names another issuer, is a provider failure, never an accepted or refused login', async () => {
    const server = createServer((_request, response) =>
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ issuer: 'https://somebody.example' })),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const provider = open({ issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
    const failed = { code: 'provider_failed' }
    await expect(provider.start(ATTEMPT)).rejects.toMatchObject(failed)
    expect(await provider.leave()).toBeNull()
    server.close()
    await once(server, 'close')
    await expect(provider.start(ATTEMPT)).rejects.toMatchObject(failed)
    await expect(provider.finish(ATTEMPT, 'code=a&state=a%20state')).rejects.toMatchObject(failed)
  })

  it('a wrong secret is the operator’s failure, not the person’s', async () => {
    const provider = open({ clientSecret: 'wrong' })
    await expect(come(provider, { email: 'anna@studio.example' })).rejects.toMatchObject({
      code: 'provider_failed',
    })
  })

  it('has a page that ends the session there', async () => {
    const url = new URL((await open().leave()) ?? '')
    expect(url.pathname).toBe('/local/oidc/logout')
    const answer = await fetch(url, { redirect: 'manual' })
    expect(answer.headers.get('location')).toBe('http://127.0.0.1:3000/login')
  })
})

describe('the settings', () => {
  const of = (env: Readonly<Record<string, string>>) =>
    createIdentity({ config: readConfig(env), local: { google: null, issuer: null }, ...common }).oidc

  it('leave it off by default, and name what is missing or wrong', () => {
    expect(of({})).toBeNull()
    expect(() => of({ OIDC_ISSUER: 'https://id.example.com' })).toThrow('OIDC_CLIENT_ID')
    for (const wrong of ['id.example.com', 'http://id.example.com', 'https://id.example.com/?a=b'])
      expect(() => of({ OIDC_ISSUER: wrong })).toThrow('OIDC_ISSUER')
    const address = 'https://id.example.com/application/o/channelbook/'
    expect(of({ OIDC_ISSUER: address, OIDC_CLIENT_ID: 'a' })).toMatchObject({
      name: 'id.example.com',
      issuer: address,
    })
    const named = of({ OIDC_ISSUER: address, OIDC_CLIENT_ID: 'a', OIDC_NAME: 'Acme' })
    expect(named?.name).toBe('Acme')
  })
})

/** The stand-in, of which nobody learns whether addresses are verified. */
async function silentIssuer(): Promise<{ readonly issuer: string; close(): Promise<void> }> {
  const at = await openLocalListener(0)
  const local = await startLocalIssuer({ clock, url: at.url, isSilent: true })
  await at.serve([(fastify) => local.register(fastify)], log)
  return { issuer: local.issuer, close: async () => at[Symbol.asyncDispose]() }
}
