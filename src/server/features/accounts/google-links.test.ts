import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { PASSWORD, signUp, waitForCode, waitForMails } from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off', GOOGLE_SIGN_IN: 'local' } })

interface Account {
  readonly email: string
  readonly sub: string
}

/** Signs in with the provider's button and supplies what the API then asks for. */
async function signIn(client: TestClient, { email, sub }: Account, more: object = {}) {
  const { body } = await client.call('GET /auth/google/nonce')
  const answer = await fetch(`${world.localUrl}/local/google/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, nonce: body.data.nonce, sub }),
  })
  const { credential } = (await answer.json()) as { readonly credential: string }
  return client.call('POST /auth/google', { body: { credential, ...more } })
}

const NEWCOMER = { isAgreed: true, isConsentGiven: true }

const linksOf = async (client: TestClient) => (await client.call('GET /identities')).body.data

describe('links to Google accounts', () => {
  it('are listed, and only their owner can unlink them; the password keeps working', async () => {
    const account = { email: 'cut@example.com', sub: 'cut' }
    const client = world.client()
    await signUp(world, client, account.email)
    expect(await linksOf(client)).toEqual([])
    await signIn(world.client(), account, { password: PASSWORD })
    const links = await linksOf(client)
    const connectedAt = world.clock.now().toISOString()
    expect(links).toEqual([{ id: expect.any(Number), provider: 'google', name: 'Google', connectedAt }])
    const [{ id } = { id: 0 }] = links
    const stranger = world.client()
    await signUp(world, stranger, 'stranger@example.com')
    expect((await stranger.call('DELETE /identities/{id}', { params: { id } })).status).toBe(404)
    expect((await client.call('DELETE /identities/{id}', { params: { id } })).status).toBe(200)
    expect((await client.call('DELETE /identities/{id}', { params: { id } })).status).toBe(404)
    expect((await signIn(world.client(), account)).body).toMatchObject({ isPasswordRequired: true })
  })

  it('keep one while they are the only way to log in, even when two are unlinked at the same moment', async () => {
    const account = { email: 'only@example.com', sub: 'only' }
    const client = world.client()
    await signIn(client, account, NEWCOMER)
    const { db, clock } = world.app
    const second = { issuer: 'accounts.google.com', subject: 'only-2', person_id: client.userId ?? 0 }
    await db
      .insertInto('identity')
      .values({ ...second, created_at: clock.now() })
      .execute()
    const links = await linksOf(client)
    expect(links).toHaveLength(2)
    const answers = await Promise.all(
      links.map(({ id }) => client.call('DELETE /identities/{id}', { params: { id } })),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ body }) => body.error?.code)).toEqual(['last_login'])
    const [last] = await linksOf(client)
    await client.call('POST /verification/{action}', {
      params: { action: 'change' },
      body: { email: account.email },
    })
    const changed = await client.call('PUT /update/{user_id}', {
      params: { user_id: client.userId ?? 0 },
      body: {
        changeMethod: 'password',
        newValue: PASSWORD,
        user_id: client.userId,
        verification_code: await waitForCode(world, account.email),
      },
    })
    expect(changed.status).toBe(200)
    const cut = await client.call('DELETE /identities/{id}', { params: { id: last?.id ?? 0 } })
    expect(cut.status).toBe(200)
  })

  it('are unlinked by a password reset', async () => {
    const account = { email: 'email@example.com', sub: 'email' }
    const client = world.client()
    await signIn(client, account, NEWCOMER)
    await client.call('POST /verification/{action}', {
      params: { action: 'reset' },
      body: { email: account.email },
    })
    const messages = (await waitForMails(world, account.email)).map(({ text }) => text).join('\n')
    const token = /\/reset\?token=(\S+)/.exec(messages)?.[1] ?? ''
    expect((await client.call('PUT /reset', { body: { newPassword: PASSWORD, token } })).status).toBe(200)
    expect((await signIn(world.client(), account)).body).toMatchObject({ isPasswordRequired: true })
    await client.call('POST /login', { body: { email: account.email, password: PASSWORD } })
    expect(await linksOf(client)).toEqual([])
  })
})

describe('a second factor', () => {
  it('is required at Google sign-in, directly and on linking, and no nonce is consumed before it', async () => {
    const account = { email: 'second@example.com', sub: 'second' }
    const client = world.client()
    await signUp(world, client, account.email)
    const { data } = (await client.call('POST /second-factor/totp', { body: {} })).body
    const totp = new TOTP({ secret: Secret.fromBase32(data.secret) })
    const code = () => totp.generate({ timestamp: world.clock.now().getTime() })
    await client.call('PUT /second-factor/totp', { body: { ticket: data.ticket, code: code() } })
    world.clock.advance({ seconds: 30 })

    const browser = world.client()
    const { body: nonce } = await browser.call('GET /auth/google/nonce')
    const answer = await fetch(`${world.localUrl}/local/google/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...account, nonce: nonce.data.nonce }),
    })
    const { credential } = (await answer.json()) as { readonly credential: string }
    const call = (more: object) => browser.call('POST /auth/google', { body: { credential, ...more } })
    expect((await call({ password: 'wrong' })).body.error?.code).toBe('invalid_credentials')
    const asked = await call({ password: PASSWORD })
    expect(asked.body).toMatchObject({ data: null, isSecondFactorRequired: true })
    expect(await linksOf(client)).toEqual([])
    const wrong = await call({ password: PASSWORD, second_factor_code: '0000-0000-0000' })
    expect(wrong.body.error?.code).toBe('wrong_second_factor')
    const entered = await call({ password: PASSWORD, second_factor_code: code() })
    expect(entered.body.data?.userInformation.email).toBe(account.email)

    world.clock.advance({ seconds: 30 })
    const later = await signIn(world.client(), account)
    expect(later.body).toMatchObject({ isSecondFactorRequired: true, secondFactor: { hasTotp: true } })
    expect((await signIn(world.client(), account, { second_factor_code: code() })).status).toBe(200)
  })
})
