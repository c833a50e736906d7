import { expect, it } from 'vitest'
import { mails } from '#shared/i18n/server-texts.ts'
import { sendTogether } from '#test/support/send-together.ts'
import { allMailsTo, mailsTo, PASSWORD, signUp, waitForMails } from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const world = useTestApp({
  env: { RATE_LIMITS: 'off', LIMITS: 'verification_day=1000/60', PUBLIC_URL: 'http://localhost:3000' },
})

/** A person's two logins: their own, and one of somebody who knows the password. */
async function person(name: string) {
  const email = `${name}@example.com`
  const [own, intruder] = [world.client(), world.client()]
  await signUp(world, own, email)
  await intruder.call('POST /login', { body: { email, password: PASSWORD } })
  return { email, own, intruder }
}

const LINK = /^http:\/\/localhost:3000\/endsessions\?token=([\w-]{43})$/m

/** Asks for an email that only a logged-in person can ask for, and reads the token of its link. */
async function tokenFrom(client: TestClient, email: string, action: 'change' | 'delete' = 'change') {
  const before = (await mailsTo(world, email)).length
  await client.call('POST /verification/{action}', { params: { action }, body: { email } })
  const [newest] = await waitForMails(world, email, before + 1)
  return LINK.exec(newest?.text ?? '')?.[1] ?? 'no token'
}

const end = (token: string, client = world.client()) => client.call('PUT /logout', { body: { token } })

const isLoggedIn = async (client: TestClient) => (await client.call('GET /cookie')).status === 200

it('the email with a code for a change ends every session, and another brings the link for a new password', async () => {
  const { email, own, intruder } = await person('change')
  const token = await tokenFrom(intruder, email)
  const [message] = await mailsTo(world, email)
  expect(message?.text).toContain(mails.en.codes.change.notYou)

  // Programs that look ahead open every link of an email.
  await world.client().send('GET', `/endsessions?token=${token}`)
  expect([await isLoggedIn(own), await isLoggedIn(intruder)]).toEqual([true, true])

  expect((await end(token, own)).status).toBe(200)
  expect([await isLoggedIn(own), await isLoggedIn(intruder)]).toEqual([false, false])
  // The browser that did it is a visitor; an expired cookie would be told so.
  expect((await own.call('GET /purchases')).body.error?.code).toBe('not_logged_in')
  const [next] = await waitForMails(world, email, 3)
  expect(next?.subject).toBe(mails.en.endedSessions.subject)
  expect(next?.text).not.toContain(mails.en.reset.notYou)
})

it('so do the emails about a deletion and about a new device', async () => {
  const { email, own, intruder } = await person('deletion')
  expect((await end(await tokenFrom(intruder, email, 'delete'))).status).toBe(200)
  expect(await isLoggedIn(own)).toBe(false)

  const other = await person('device')
  const ofDevice = async () => {
    const messages = await allMailsTo(world, other.email)
    return LINK.exec(messages.find(({ text }) => text.includes('Device:'))?.text ?? '')?.[1]
  }
  await expect.poll(ofDevice).toBeDefined()
  expect((await end((await ofDevice()) ?? '')).status).toBe(200)
  expect([await isLoggedIn(other.own), await isLoggedIn(other.intruder)]).toEqual([false, false])
})

it('the link works once, for nothing else, and for a week', async () => {
  const { email, intruder } = await person('once')
  const token = await tokenFrom(intruder, email)
  expect((await world.client().call('PUT /reset', { body: { token, newPassword: PASSWORD } })).status).toBe(
    400,
  )
  expect((await world.client().call('DELETE /delete', { body: { token } })).status).toBe(400)
  const client = world.client()
  const headers = { ...client.headers(), 'content-type': 'application/json' }
  const call = { method: 'PUT', path: '/api/logout', headers, body: { token } } as const
  const statuses = (
    await sendTogether(
      world.baseUrl,
      Array.from({ length: 20 }, () => call),
    )
  ).map((a) => a.status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 400)).toHaveLength(19)

  await intruder.call('POST /login', { body: { email, password: PASSWORD } })
  const late = await tokenFrom(intruder, email)
  world.clock.advance({ days: 7 })
  expect((await end(late)).body.error?.code).toBe('wrong_token')
})

it('the code for a login and the one for a sign-up have no such link', async () => {
  const { email } = await person('login')
  const [signUpEmail] = await mailsTo(world, email)
  const wrong = { email, password: 'wrong password' }
  for (let failures = 0; failures < 5; failures += 1)
    await world.client().call('POST /login', { body: wrong })
  await world.client().call('POST /login', { body: { email, password: PASSWORD } })
  const [loginEmail] = await waitForMails(world, email, 2)
  expect(loginEmail?.text).toContain(mails.en.codes.login.notYou)
  for (const message of [signUpEmail, loginEmail]) expect(message?.text).not.toContain('endsessions')
})
