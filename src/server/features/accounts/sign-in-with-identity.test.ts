import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SESSION_COOKIE } from '#server/http/calls/request-facts.ts'
import { usesOf } from '#test/support/ledger-world.ts'
import { allMailsTo, PASSWORD, signUp } from '#test/support/sign-up.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

let world: TestApp
beforeAll(async () => {
  const LIMITS = 'signup=1000/60,verification_network=1000/60,login=100000/60,all=100000/60'
  world = await createTestApp({ env: { LIMITS, GOOGLE_SIGN_IN: 'local' } })
})
afterAll(() => world[Symbol.asyncDispose]())

const BOTH = { isAgreed: true, isConsentGiven: true }

interface Chosen {
  readonly email: string
  readonly name?: string
  readonly sub?: string
}

/** A token for this browser, as the button and the account chooser deliver it. */
async function credentialFor(client: TestClient, { email, ...account }: Chosen): Promise<string> {
  const { body } = await client.call('GET /auth/google/nonce')
  const answer = await fetch(`${world.localUrl}/local/google/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, nonce: body.data.nonce, ...account }),
  })
  return ((await answer.json()) as { credential: string }).credential
}

const signIn = (client: TestClient, credential: string, more: object = {}) =>
  client.call('POST /auth/google', { body: { credential, ...more } })

async function newcomer(chosen: Chosen): Promise<TestClient> {
  const client = world.client()
  const answer = await signIn(client, await credentialFor(client, chosen), BOTH)
  expect(answer.status).toBe(200)
  return client
}

describe('a newcomer with a Google account', () => {
  it('must give both consents, then gets an account with the welcome uses', async () => {
    const client = world.client()
    const email = 'new@gmail.example'
    const credential = await credentialFor(client, { email, name: 'Анна Петрова' })
    for (const more of [{}, { isAgreed: true }, { isConsentGiven: true }, { ...BOTH, isAgreed: false }]) {
      const asked = await signIn(client, credential, more)
      expect(asked.body).toEqual({ success: true, data: null, error: null, isConsentRequired: true, email })
    }
    expect((await client.call('GET /cookie')).status).toBe(401)
    const answer = await signIn(client, credential, BOTH)
    const information = answer.body.data?.userInformation
    expect(information).toMatchObject({ email, username: 'Анна_Петрова', uses: 3 })
    expect((await client.call('GET /cookie')).body.data).toEqual(answer.body.data)
    const person = await world.app.db
      .selectFrom('person')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(person.password_hash).toBeNull()
    expect([person.agreed_at, person.consented_at]).toEqual([world.clock.now(), world.clock.now()])
    expect([person.agreement_version, person.consent_version]).not.toContain('')
  })

  it('logs in again without questions, even after changing the address at Google', async () => {
    const first = await newcomer({ email: 'moving@gmail.example', sub: '42' })
    const client = world.client()
    const answer = await signIn(
      client,
      await credentialFor(client, { email: 'moved@gmail.example', sub: '42' }),
    )
    expect(answer.body.data?.userInformation).toMatchObject({
      user_id: first.userId,
      email: 'moving@gmail.example',
    })
  })

  it('is not reachable by another Google account that took over the address', async () => {
    await newcomer({ email: 'recycled@gmail.example', sub: '100' })
    const client = world.client()
    const credential = await credentialFor(client, { email: 'recycled@gmail.example', sub: '101' })
    expect((await signIn(client, credential)).body).toMatchObject({ data: null, isPasswordRequired: true })
    expect((await signIn(client, credential, { password: 'any' })).body.error?.code).toBe(
      'invalid_credentials',
    )
  })

  it('cannot use a disposable address', async () => {
    const client = world.client()
    const credential = await credentialFor(client, { email: 'anna@mailinator.com' })
    expect((await signIn(client, credential, BOTH)).body.error?.code).toBe('disposable_email')
  })

  it('gets one account from many simultaneous calls', async () => {
    const client = world.client()
    const email = 'crowd@gmail.example'
    const credentials = await Promise.all(Array.from({ length: 10 }, () => credentialFor(client, { email })))
    const answers = await Promise.all(
      [...credentials, ...credentials].map((credential) => signIn(client, credential, BOTH)),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    const people = await world.app.db.selectFrom('person').select('id').where('email', '=', email).execute()
    expect(people).toHaveLength(1)
    expect(await usesOf(world.app, people[0]?.id ?? 0)).toBe(3)
    const refused = answers.flatMap(({ body }) => body.error?.code ?? [])
    expect(['wrong_token', 'email_taken', 'unavailable']).toEqual(
      expect.arrayContaining([...new Set(refused)]),
    )
  })
})

describe('an account with a password', () => {
  it('is linked only with its password, and then opens without it', async () => {
    const email = 'linked@example.com'
    const owner = world.client()
    const { userId } = await signUp(world, owner, email)
    const client = world.client()
    const credential = await credentialFor(client, { email })
    for (const more of [{}, BOTH]) {
      const asked = await signIn(client, credential, more)
      expect(asked.body).toEqual({ success: true, data: null, error: null, isPasswordRequired: true, email })
    }
    const wrong = await signIn(client, credential, { password: 'wrong password' })
    expect(wrong.body.error?.code).toBe('invalid_credentials')
    expect((await client.call('GET /cookie')).status).toBe(401)
    const linked = await signIn(client, credential, { password: ` ${PASSWORD} ` })
    expect(linked.body.data?.userInformation.user_id).toBe(userId)
    const later = world.client()
    const again = await signIn(later, await credentialFor(later, { email }))
    expect(again.body.data?.userInformation.user_id).toBe(userId)
    const login = await world.client().call('POST /login', { body: { email, password: PASSWORD } })
    expect(login.status).toBe(200)
  })

  it('counts wrong passwords as failed logins, and blocks linking after five', async () => {
    const email = 'guessed@example.com'
    await signUp(world, world.client(), email)
    const client = world.client()
    const credential = await credentialFor(client, { email })
    for (let failures = 0; failures < 5; failures += 1) {
      expect((await signIn(client, credential, { password: 'wrong' })).body.error?.code).toBe(
        'invalid_credentials',
      )
    }
    const refused = await signIn(client, credential, { password: PASSWORD })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
    const login = await world.client().call('POST /login', { body: { email, password: PASSWORD } })
    expect(login.body.isCodeRequired).toBe(true)
    world.clock.advance({ minutes: 15 })
    expect((await signIn(client, credential, { password: PASSWORD })).status).toBe(200)
  })
})

describe('a credential', () => {
  it('opens one session, in one browser', async () => {
    await newcomer({ email: 'once@gmail.example' })
    const client = world.client()
    const credential = await credentialFor(client, { email: 'once@gmail.example' })
    const thief = world.client()
    await thief.call('GET /auth/google/nonce')
    expect((await signIn(thief, credential)).body.error?.code).toBe('wrong_token')
    expect((await signIn(world.client(), credential)).body.error?.code).toBe('wrong_token')
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(client, credential)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await signIn(client, credential)).body.error?.code).toBe('wrong_token')
  })

  it('with an hour-old, forged or foreign nonce is refused', async () => {
    const client = world.client()
    const late = await credentialFor(client, { email: 'nonce@gmail.example' })
    world.clock.advance({ minutes: 59 })
    expect((await signIn(client, late)).status).toBe(200)
    const { body } = await client.call('GET /auth/google/nonce')
    const [random = '', expiry = '', signature = ''] = body.data.nonce.split('.')
    const forged = ['', 'x', `${random}.${Number(expiry) + 1}.${signature}`, `${random}.${expiry}`, 'a.b.c']
    for (const nonce of forged) {
      const account = { sub: '7', email: 'nonce@gmail.example', name: '', groups: [] }
      const credential = await world.google!.token({ clientId: world.google!.clientId, nonce, account })
      expect((await signIn(client, credential)).body.error?.code).toBe('wrong_token')
    }
    world.clock.advance({ minutes: 1 })
    expect((await signIn(client, late)).body.error?.code).toBe('wrong_token')
  })

  it.each(['unverified', 'expired', 'wrong-key', 'wrong-nonce', 'unsigned'])(
    'that is %s is refused',
    async (what) => {
      const client = world.client()
      const credential = await credentialFor(client, { email: `${what}@gmail.example` })
      const answer = await signIn(client, credential, BOTH)
      expect([answer.status, answer.body.error]).toEqual([
        400,
        {
          code: 'wrong_token',
          message: 'Google did not confirm this sign-in. Try again.',
          fields: { credential: 'credential_refused' },
        },
      ])
      expect((await client.call('GET /cookie')).status).toBe(401)
    },
  )

  it('replaces the browser’s session and invalidates the old token', async () => {
    const client = await newcomer({ email: 'fixed@gmail.example' })
    const planted = client.cookies.get(SESSION_COOKIE) ?? ''
    await signIn(client, await credentialFor(client, { email: 'fixed@gmail.example' }))
    expect(client.cookies.get(SESSION_COOKIE)).not.toBe(planted)
    const attacker = world.client()
    attacker.cookies.set(SESSION_COOKIE, planted)
    expect((await attacker.call('GET /cookie')).status).toBe(401)
  })

  it('of a deleted account creates a new one', async () => {
    const client = await newcomer({ email: 'gone@gmail.example' })
    await world.app.db.deleteFrom('holder').where('id', '=', client.userId!).execute()
    const later = world.client()
    const answer = await signIn(later, await credentialFor(later, { email: 'gone@gmail.example' }))
    expect(answer.body.isConsentRequired).toBe(true)
  })
})

describe('emails about logins', () => {
  it('a new account gets a welcome, and each new browser is reported once', async () => {
    const email = 'emails@gmail.example'
    const first = await newcomer({ email, name: 'Anna' })
    const subjects = async () => (await allMailsTo(world, email)).map(({ subject }) => subject)
    await expect.poll(subjects).toEqual(['Welcome to Channelbook'])
    const [welcome] = await allMailsTo(world, email)
    expect(welcome?.text).toContain('Anna, your account is ready.')
    expect(welcome?.text).toContain('3 free uses')
    await signIn(first, await credentialFor(first, { email }))
    const other = world.client()
    for (let time = 0; time < 2; time += 1) await signIn(other, await credentialFor(other, { email }))
    await expect
      .poll(subjects)
      .toEqual(['A new device in your Channelbook account', 'Welcome to Channelbook'])
  })

  it('are written in the language of the browser', async () => {
    const email = 'ru.emails@example.com'
    const client = world.client()
    client.cookies.set('language', 'ru')
    await signUp(world, client, email)
    const other = world.client()
    other.cookies.set('language', 'ru')
    const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0' }
    await other.call('POST /login', { body: { email, password: PASSWORD }, headers })
    const message = async () =>
      (await allMailsTo(world, email)).find(({ subject }) => subject.startsWith('Новое устройство'))
    await expect.poll(message).toBeDefined()
    const { text = '', html = '' } = (await message()) ?? {}
    expect(text).toContain('Устройство: Firefox, Windows\n')
    expect(text).toMatch(/Время: \d+ .+ в \d\d:\d\d по\u00a0Москве\n/)
    expect(html).toMatch(/>Устройство<.+>Firefox, Windows</s)
  })
})

describe('without the setting', () => {
  it('the endpoint does not exist', async () => {
    await using plain = await createTestApp()
    expect((await plain.client().call('GET /auth/google/nonce')).body.error?.code).toBe('not_found')
    const answer = await plain.client().call('POST /auth/google', { body: { credential: 'x' } })
    expect(answer.body.error?.code).toBe('not_found')
    expect((await plain.client().call('GET /config')).body.data.signInProviders).toEqual([])
  })
})
