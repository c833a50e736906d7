import { describe, expect, it } from 'vitest'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { BROWSER_COOKIE } from '#server/http/calls/request-facts.ts'
import { asBuyer, logIn, makeChannel, makePerson } from '#test/support/factories.ts'
import { mailsTo, PASSWORD, signUp, waitForCode, waitForMails } from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const NEW_PASSWORD = 'a better horse'

const world = useTestApp({ env: { RATE_LIMITS: 'off', LIMITS: 'verification_day=1000/60' } })

function change(client: TestClient, fields: Readonly<Record<string, unknown>>) {
  const userId = client.userId ?? 0
  return client.call('PUT /update/{user_id}', {
    params: { user_id: userId },
    body: { user_id: userId, ...fields },
  })
}

const rename = (client: TestClient, newValue: string) =>
  change(client, { changeMethod: 'username', newValue })

const setPassword = (client: TestClient, code: string | undefined, newValue = NEW_PASSWORD) =>
  change(client, { changeMethod: 'password', newValue, verification_code: code })

/** Requests the code and reads it from the newest email. */
async function codeFor(client: TestClient, email: string): Promise<string> {
  const before = (await mailsTo(world, email)).length
  const answer = await client.call('POST /verification/{action}', {
    params: { action: 'change' },
    body: { email },
  })
  expect(answer.body.data).toEqual({ isUserExists: true })
  return waitForCode(world, email, before + 1)
}

async function person(name: string): Promise<{ readonly email: string; readonly client: TestClient }> {
  const email = `${name}@example.com`
  const client = world.client()
  await signUp(world, client, email)
  return { email, client }
}

describe('the username', () => {
  it('is trimmed, stored, and part of the user data', async () => {
    const maker = await makePerson(world.app, { uses: 2, username: 'Anna' })
    const { channelId, name } = await makeChannel(world.app)
    await revealContact(world.app, { ...asBuyer(maker.id), channelId })
    const client = await logIn(world, maker)
    const { body } = await rename(client, '  Новое_имя ')
    expect(body.data.userInformation).toMatchObject({ username: 'Новое_имя', uses: 1, user_id: maker.id })
    expect(body.data.channels.map((record) => record.channel_name)).toEqual([name])
    const restored = await client.call('GET /cookie')
    expect(restored.body.data).toEqual(body.data)
  })

  it.each([
    ['Anna', 'username_same', "You can't set the same username"],
    [' Anna ', 'username_same', "You can't set the same username"],
    ['ab', 'username_short', 'Username must be longer than 2 characters'],
    ['x'.repeat(31), 'username_long', 'Username must not be longer than 30 characters'],
    ['Anna Maria', 'username_characters', 'Username can only contain letters, numbers, and underscores'],
    ['12345', 'username_digits', 'Username cannot be only numbers'],
  ])('%j is refused as %s', async (newValue, problem, message) => {
    const client = await logIn(world, await makePerson(world.app, { username: 'Anna' }))
    const { status, body } = await rename(client, newValue)
    expect([status, body.error]).toEqual([
      400,
      { code: 'invalid_input', message, fields: { newValue: problem } },
    ])
  })

  it('of another person cannot be changed', async () => {
    const other = await makePerson(world.app, { username: 'Boris' })
    const client = await logIn(world, await makePerson(world.app))
    const body = { user_id: client.userId, changeMethod: 'username', newValue: 'Stolen' }
    const inPath = await client.call('PUT /update/{user_id}', { params: { user_id: other.id }, body })
    expect(inPath.body.error?.code).toBe('forbidden')
    const inBody = await client.call('PUT /update/{user_id}', {
      params: { user_id: client.userId ?? 0 },
      body: { ...body, user_id: other.id },
    })
    expect(inBody.body.error?.code).toBe('forbidden')
    const kept = await (await logIn(world, other)).call('GET /cookie')
    expect(kept.body.data.userInformation.username).toBe('Boris')
  })
})

describe('the password', () => {
  it('is changed by a mailed code, once; other sessions end and an email confirms it', async () => {
    const { email, client } = await person('changes')
    const elsewhere = world.client()
    await elsewhere.call('POST /login', { body: { email, password: PASSWORD } })
    const code = await codeFor(client, email)

    const { status, body } = await setPassword(client, code)
    expect([status, body.data.userInformation.email]).toEqual([200, email])
    expect((await client.call('GET /cookie')).status).toBe(200)
    expect((await elsewhere.call('GET /cookie')).status).toBe(401)
    expect((await elsewhere.call('GET /purchases')).body.error?.code).toBe('session_expired')
    const logInBy = (password: string) => world.client().call('POST /login', { body: { email, password } })
    expect((await logInBy(PASSWORD)).body.error?.code).toBe('invalid_credentials')
    expect((await logInBy(NEW_PASSWORD)).status).toBe(200)

    const [told] = await waitForMails(world, email, 3)
    expect(told?.subject).toBe('Your Channelbook password was changed')
    expect(told?.text).toContain('You were logged out on all devices except the one where it was changed')
    expect(told?.text).not.toContain(NEW_PASSWORD)
    expect((await setPassword(client, code, 'once more')).body.error?.code).toBe('wrong_code')
  })

  it('needs this browser’s code, in time, and a password that is long enough', async () => {
    const { email, client } = await person('careful')
    expect((await setPassword(client, undefined)).body.error?.fields).toEqual({
      verification_code: 'required',
    })
    expect((await setPassword(client, '123456')).body.error?.code).toBe('wrong_code')
    const code = await codeFor(client, email)
    const wrong = code === '111111' ? '222222' : '111111'
    expect((await setPassword(client, wrong)).body.error?.message).toBe(
      'Wrong authentication code, or code expired.',
    )
    expect((await setPassword(client, code, ' 1234 ')).body.error).toMatchObject({
      message: 'Short password',
      fields: { newValue: 'password_short' },
    })
    const stranger = world.client()
    await stranger.call('POST /login', { body: { email, password: PASSWORD } })
    expect((await setPassword(stranger, code)).body.error?.code).toBe('wrong_code')
    stranger.cookies.set(BROWSER_COOKIE, 'made up')
    expect((await setPassword(stranger, code)).body.error?.code).toBe('wrong_code')
    world.clock.advance({ minutes: 10 })
    expect((await setPassword(client, code)).body.error?.code).toBe('wrong_code')
    expect((await setPassword(client, await codeFor(client, email))).status).toBe(200)
  })

  it('is set once by 20 simultaneous calls with the code', async () => {
    const { email, client } = await person('crowd')
    const code = await codeFor(client, email)
    const passwords = Array.from({ length: 20 }, (_, number) => `password ${number}`)
    const answers = await Promise.all(passwords.map((password) => setPassword(client, code, password)))
    const codes = answers.map(({ body }) => body.error?.code ?? 'changed')
    expect(codes.toSorted()).toEqual(['changed', ...Array.from({ length: 19 }, () => 'wrong_code')])
    const winner = passwords[codes.indexOf('changed')] ?? ''
    const entered = await world.client().call('POST /login', { body: { email, password: winner } })
    expect(entered.status).toBe(200)
    expect(await waitForMails(world, email, 3)).toHaveLength(3)
  })

  it('code is not one for sign-up or login, and goes only to one’s own address', async () => {
    const { client } = await person('purposes')
    const other = await makePerson(world.app)
    const ask = (who: TestClient, email: string) =>
      who.call('POST /verification/{action}', { params: { action: 'change' }, body: { email } })
    expect((await ask(world.client(), other.email)).body.error?.code).toBe('not_logged_in')
    expect((await ask(client, other.email)).body.error?.code).toBe('forbidden')
    const ended = await logIn(world, other)
    await (await logIn(world, other)).call('DELETE /sessions')
    expect((await ask(ended, other.email)).body.error?.code).toBe('session_expired')
    expect(await mailsTo(world, other.email)).toEqual([])
    const [registration] = await mailsTo(world, 'purposes@example.com')
    const old = /^\d{6}$/m.exec(registration?.text ?? '')?.[0]
    expect((await setPassword(client, old)).body.error?.code).toBe('wrong_code')
  })
})
