import { describe, expect, it } from 'vitest'
import { sendTogether } from '#test/support/send-together.ts'
import { mailsTo, PASSWORD, signUp, waitForMails } from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const NEW_PASSWORD = 'a better horse'

const world = useTestApp({
  env: { RATE_LIMITS: 'off', LIMITS: 'verification_day=1000/60', PUBLIC_URL: 'http://localhost:3000' },
})

const ask = (email: string, headers: Readonly<Record<string, string>> = {}) =>
  world
    .client()
    .call('POST /verification/{action}', { params: { action: 'reset' }, body: { email }, headers })

const reset = (token: string, newPassword = NEW_PASSWORD) =>
  world.client().call('PUT /reset', { body: { newPassword, token } })

const logIn = (email: string, password: string) =>
  world.client().call('POST /login', { body: { email, password } })

/** A person with their own session; the inbox holds the sign-up code. */
async function person(name: string): Promise<{ readonly email: string; readonly client: TestClient }> {
  const email = `${name}@example.com`
  const client = world.client()
  await signUp(world, client, email)
  return { email, client }
}

/** Requests a link and reads it from the newest email. */
async function linkFor(email: string): Promise<string> {
  const before = (await mailsTo(world, email)).length
  expect((await ask(email)).status).toBe(200)
  const [newest] = await waitForMails(world, email, before + 1)
  const token = /^http:\/\/localhost:3000\/reset\?token=([\w-]{43})$/m.exec(newest?.text ?? '')?.[1]
  if (token === undefined) throw new Error('The email brings no link')
  return token
}

/** Waits until every request for a link is processed and its email sent. */
async function untilAllSent(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await world.app.databases.pool.query<{ state: string }>(
        `select distinct state::text from pgboss.job where name in ('resetLink', 'mail')`,
      )
      return rows.map(({ state }) => state)
    })
    .toEqual(['completed'])
}

describe('a forgotten password', () => {
  it('is replaced by a mailed link; every session ends and an email confirms it', async () => {
    const { email, client } = await person('whole.way')
    const token = await linkFor(email)
    expect((await client.call('GET /cookie')).status).toBe(200)

    const answer = await reset(token, `  ${NEW_PASSWORD} `)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ success: true, data: null, error: null })

    expect((await client.call('GET /cookie')).status).toBe(401)
    expect((await logIn(email, PASSWORD)).body.error?.code).toBe('invalid_credentials')
    expect((await logIn(email, NEW_PASSWORD)).body.data?.userInformation.email).toBe(email)
    const [told] = await waitForMails(world, email, 3)
    expect(told?.subject).toBe('Your Channelbook password was changed')
    expect(told?.text).not.toContain(NEW_PASSWORD)
  })

  it('sends a link in the person’s language, stored only as a hash', async () => {
    const { email } = await person('language')
    await ask(email, { 'accept-language': 'ru' })
    const [message] = await waitForMails(world, email, 2)
    expect(message?.subject).toBe('Новый пароль для Channelbook')
    const token = /token=([\w-]{43})/.exec(message?.text ?? '')?.[1] ?? ''
    expect(message?.html).toContain(`href="http://localhost:3000/ru/reset?token=${token}"`)
    const stored = await world.app.db.selectFrom('link_token').selectAll().execute()
    expect(stored.length).toBeGreaterThan(0)
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  it('resets the failures that made a login require a code', async () => {
    const { email } = await person('failures')
    for (let failures = 0; failures < 5; failures += 1) await logIn(email, 'wrong password')
    expect((await logIn(email, PASSWORD)).body.isCodeRequired).toBe(true)
    await waitForMails(world, email, 2)
    await reset(await linkFor(email))
    expect((await logIn(email, NEW_PASSWORD)).body.data?.userInformation.email).toBe(email)
  })

  it('logs out the browser that sets the new one', async () => {
    const { email, client } = await person('same.browser')
    const token = await linkFor(email)
    const answer = await client.call('PUT /reset', { body: { newPassword: NEW_PASSWORD, token } })
    expect(answer.status).toBe(200)
    // Without its cookie the browser is a visitor; an expired cookie would give session_expired.
    expect((await client.call('GET /purchases')).body.error?.code).toBe('not_logged_in')
  })

  it('keeps other people’s sessions', async () => {
    const other = await person('somebody.else')
    const { email } = await person('only.mine')
    await reset(await linkFor(email))
    expect((await other.client.call('GET /cookie')).status).toBe(200)
  })

  it('gives an unknown address the same bytes, and mails nothing', async () => {
    const { email } = await person('known')
    const known = await ask(email)
    const unknown = await ask('nobody@example.com')
    expect(unknown.status).toBe(known.status)
    expect(unknown.text).toBe(known.text)
    expect(known.body.data).toEqual({ isUserExists: true })
    await waitForMails(world, email, 2)
    await untilAllSent()
    expect(await mailsTo(world, 'nobody@example.com')).toEqual([])
  })
})

describe('a link', () => {
  it('works once among forty calls at the same moment', async () => {
    const { email } = await person('forty')
    const token = await linkFor(email)
    const client = world.client()
    const headers = { ...client.headers(), 'content-type': 'application/json' }
    const passwords = Array.from({ length: 40 }, (_, number) => `password ${number}`)
    const answers = await sendTogether(
      world.baseUrl,
      passwords.map((newPassword) => ({
        method: 'PUT',
        path: '/api/reset',
        headers,
        body: { newPassword, token },
      })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400)).toHaveLength(39)
    const winner = passwords[statuses.indexOf(200)] ?? ''
    expect((await logIn(email, winner)).status).toBe(200)
    // The sign-up code, the link, and one email about the change.
    expect(await waitForMails(world, email, 3)).toHaveLength(3)
  })

  it('works for 30 minutes', async () => {
    const { email } = await person('late')
    const late = await linkFor(email)
    world.clock.advance({ minutes: 30 })
    expect((await reset(late)).body.error?.code).toBe('wrong_token')
    const inTime = await linkFor(email)
    world.clock.advance({ minutes: 29, seconds: 59 })
    expect((await reset(inTime)).status).toBe(200)
  })

  it('stays valid when another is requested, until one of them is used', async () => {
    const { email } = await person('newer')
    const [older, used, newer] = [await linkFor(email), await linkFor(email), await linkFor(email)]
    expect((await reset(used)).status).toBe(200)
    for (const token of [older, newer]) expect((await reset(token)).body.error?.code).toBe('wrong_token')
  })

  it('with another purpose, or forged, sets no password', async () => {
    const { email } = await person('purpose')
    const token = await linkFor(email)
    await world.app.db.updateTable('link_token').set({ purpose: 'delete' }).execute()
    expect((await reset(token)).body.error?.code).toBe('wrong_token')
    expect((await reset('made-up')).body.error?.code).toBe('wrong_token')
    expect((await logIn(email, PASSWORD)).status).toBe(200)
  })

  it('stays valid when the password is too short', async () => {
    const { email } = await person('short')
    const token = await linkFor(email)
    const refused = await reset(token, ' 1234 ')
    expect(refused.body.error).toMatchObject({
      code: 'invalid_input',
      fields: { newPassword: 'password_short' },
    })
    expect((await reset(token)).status).toBe(200)
  })
})

describe('a login with the old password', () => {
  it('at the moment of the change opens no session that survives it', async () => {
    const { email } = await person('race')
    for (let round = 0; round < 3; round += 1) {
      const token = await linkFor(email)
      const old = round === 0 ? PASSWORD : `password ${round - 1}`
      const browsers = Array.from({ length: 8 }, () => world.client())
      const logins = browsers.map((browser) =>
        browser.call('POST /login', { body: { email, password: old } }),
      )
      await Promise.all([...logins, reset(token, `password ${round}`)])
      // Waits for the email about the change, so that the next link is the newest email.
      await waitForMails(world, email, 1 + 2 * (round + 1))
      for (const browser of browsers) {
        expect((await browser.call('GET /cookie')).status).toBe(401)
      }
    }
  })
})
