import { describe, expect, it } from 'vitest'
import { PASSWORD, signUp } from '#test/support/sign-up.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const world = useTestApp({
  env: {
    RATE_LIMITS: 'off',
    GOOGLE_SIGN_IN: 'local',
    OIDC_ISSUER: 'local',
    OIDC_NAME: 'Acme',
    OIDC_ROLE_CLAIM: 'groups',
    OIDC_ROLES: 'sponsors=sponsor',
    OIDC_LOGOUT: 'issuer',
  },
})

const BOTH = { isAgreed: true, isConsentGiven: true }

interface Chosen {
  readonly email: string
  readonly name?: string
  readonly sub?: string
  readonly groups?: string
}

/** Goes to the issuer, chooses an account there, and comes back. @returns the query of the URL that it came back to */
async function chooseAt(client: TestClient, account: Chosen): Promise<string> {
  const { body } = await client.call('GET /auth/oidc')
  const url = new URL(body.data.url)
  for (const [name, value] of Object.entries(account)) url.searchParams.set(name, value)
  const answer = await fetch(url, { redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '').search.slice(1)
}

async function credentialFor(client: TestClient, account: Chosen): Promise<string> {
  const answer = await client.call('POST /auth/oidc/code', {
    body: { query: await chooseAt(client, account) },
  })
  expect(answer.status).toBe(200)
  return answer.body.data.credential
}

const signIn = (client: TestClient, credential: string, more: object = {}) =>
  client.call('POST /auth/oidc', { body: { credential, ...more } })

const comeIn = async (client: TestClient, account: Chosen, more: object = BOTH) =>
  signIn(client, await credentialFor(client, account), more)

describe('an account at an OpenID Connect issuer', () => {
  it('is offered by the name that the operator gave the issuer', async () => {
    const { signInProviders } = (await world.client().call('GET /config')).body.data
    expect(signInProviders).toContainEqual({ provider: 'oidc', name: 'Acme', clientId: null, script: null })
  })

  it('opens a new account after both consents, and the same one from then on', async () => {
    const account = { email: 'new@studio.example', name: 'Анна Петрова', sub: '42' }
    const client = world.client()
    const credential = await credentialFor(client, account)
    const asked = await signIn(client, credential, { isAgreed: true })
    expect(asked.body).toMatchObject({ data: null, isConsentRequired: true, email: account.email })
    const made = await signIn(client, credential, BOTH)
    expect(made.body.data?.userInformation).toMatchObject({
      email: account.email,
      username: 'Анна_Петрова',
      uses: 3,
    })
    const later = world.client()
    const again = await comeIn(later, { ...account, email: 'moved@studio.example' }, {})
    expect(again.body.data?.userInformation.user_id).toBe(made.body.data?.userInformation.user_id)
    expect((await signIn(client, credential, BOTH)).body.error).toMatchObject({
      code: 'wrong_token',
      fields: { credential: 'sign_in_refused' },
    })
  })

  it('is linked to an account with its address only by that account’s password, and can be unlinked', async () => {
    const email = 'linked@studio.example'
    const owner = world.client()
    const { userId } = await signUp(world, owner, email)
    const client = world.client()
    const credential = await credentialFor(client, { email })
    expect((await signIn(client, credential, BOTH)).body).toMatchObject({
      data: null,
      isPasswordRequired: true,
    })
    expect((await signIn(client, credential, { password: 'wrong' })).body.error?.code).toBe(
      'invalid_credentials',
    )
    const linked = await signIn(client, credential, { password: PASSWORD })
    expect(linked.body.data?.userInformation.user_id).toBe(userId)
    const links = (await owner.call('GET /identities')).body.data
    expect(links).toEqual([
      {
        id: expect.any(Number),
        provider: 'oidc',
        name: 'Acme',
        connectedAt: world.clock.now().toISOString(),
      },
    ])
    await owner.call('DELETE /identities/{id}', { params: { id: links[0]?.id ?? 0 } })
    expect((await comeIn(world.client(), { email }, {})).body).toMatchObject({ isPasswordRequired: true })
  })

  it('is another one than the same address and subject at Google', async () => {
    const account = { email: 'both@studio.example', sub: '7' }
    await comeIn(world.client(), account)
    const client = world.client()
    const { body } = await client.call('GET /auth/google/nonce')
    const answer = await fetch(`${world.localUrl}/local/google/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...account, nonce: body.data.nonce }),
    })
    const { credential } = (await answer.json()) as { readonly credential: string }
    const asked = await client.call('POST /auth/google', { body: { credential } })
    expect(asked.body).toMatchObject({ data: null, isPasswordRequired: true })
    // Neither provider's way takes the other's credential.
    expect((await signIn(client, credential, BOTH)).body.error?.code).toBe('wrong_token')
    const sealed = await credentialFor(client, account)
    const crossed = await client.call('POST /auth/google', { body: { credential: sealed } })
    expect(crossed.body.error?.code).toBe('wrong_token')
  })

  it('cannot be brought into another browser: neither the way back nor the credential', async () => {
    const attacker = world.client()
    const query = await chooseAt(attacker, { email: 'attacker@studio.example' })
    const victim = world.client()
    await victim.call('GET /auth/oidc')
    const refused = { code: 'wrong_token', fields: { credential: 'sign_in_refused' } }
    expect((await victim.call('POST /auth/oidc/code', { body: { query } })).body.error).toMatchObject(refused)
    const fresh = world.client()
    expect((await fresh.call('POST /auth/oidc/code', { body: { query } })).body.error).toMatchObject(refused)
    const credential = await credentialFor(attacker, { email: 'attacker@studio.example' })
    expect((await signIn(victim, credential, BOTH)).body.error).toMatchObject(refused)
    expect((await victim.call('GET /cookie')).status).toBe(401)
  })

  it('with an unverified address is refused, and the answer says why', async () => {
    const client = world.client()
    const query = await chooseAt(client, { email: 'unverified@studio.example' })
    const answer = await client.call('POST /auth/oidc/code', { body: { query } })
    expect([answer.status, answer.body.error?.fields]).toEqual([400, { credential: 'address_unverified' }])
  })
})

describe('the role that a claim is mapped to', () => {
  it('is given and taken at each sign-in with the issuer, never by Google, and noted in the audit', async () => {
    const account = { email: 'role@studio.example', sub: 'role' }
    const client = world.client()
    const isSponsor = async (groups: string) =>
      (await comeIn(client, { ...account, groups })).body.data?.userInformation.isVoteEnabled
    expect(await isSponsor('admins')).toBe(false)
    expect(await isSponsor('admins,sponsors')).toBe(true)
    expect(await isSponsor('sponsors')).toBe(true)
    expect(await isSponsor('')).toBe(false)
    const noted = await world.app.db
      .selectFrom('audit_entry')
      .select(['actor', 'verb', 'after'])
      .where('subject_id', '=', String(client.userId))
      .orderBy('id')
      .execute()
    const entry = { actor: world.issuer?.issuer, verb: 'users sponsor' }
    expect(noted).toEqual([
      { ...entry, after: { sponsor: true } },
      { ...entry, after: { sponsor: false } },
    ])
  })

  it('is not read where no claim is mapped', async () => {
    await using plain = await createTestApp({ env: { OIDC_ISSUER: 'local' } })
    const client = plain.client()
    const { body } = await client.call('GET /auth/oidc')
    const page = new URL(body.data.url)
    page.searchParams.set('email', 'boris@studio.example')
    page.searchParams.set('groups', 'sponsors')
    const back = await fetch(page, { redirect: 'manual' })
    const query = new URL(back.headers.get('location') ?? '').search.slice(1)
    const { credential } = (await client.call('POST /auth/oidc/code', { body: { query } })).body.data
    const entered = await signIn(client, credential, BOTH)
    expect(entered.body.data?.userInformation.isVoteEnabled).toBe(false)
    // The session ends here alone.
    expect((await client.call('POST /logout')).body.leaveUrl).toBeUndefined()
  })
})

describe('logging out', () => {
  it('leads to the issuer’s own logout for whoever came with it, and for nobody else', async () => {
    const client = world.client()
    await comeIn(client, { email: 'leaving@studio.example' })
    const { leaveUrl = '' } = (await client.call('POST /logout')).body
    expect(new URL(leaveUrl).pathname).toBe('/local/oidc/logout')
    expect((await client.call('GET /cookie')).status).toBe(401)
    const other = world.client()
    await signUp(world, other, 'with.password@studio.example')
    expect((await other.call('POST /logout')).body.leaveUrl).toBeUndefined()
  })
})

describe('an office', () => {
  it('may send ten people a minute to the issuer and back', async () => {
    await using limited = await createTestApp({ env: { OIDC_ISSUER: 'local' } })
    for (let person = 0; person < 10; person += 1) {
      const credential = await credentialFor(limited.client(), { email: 'one@studio.example' })
      expect(credential).not.toBe('')
    }
  })
})

describe('without the setting', () => {
  it('the endpoints do not exist', async () => {
    await using plain = await createTestApp()
    const client = plain.client()
    expect((await client.call('GET /auth/oidc')).status).toBe(404)
    expect((await client.call('POST /auth/oidc/code', { body: { query: 'x' } })).status).toBe(404)
    expect((await client.call('POST /auth/oidc', { body: { credential: 'x' } })).status).toBe(404)
  })
})
