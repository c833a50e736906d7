import { Secret, TOTP } from 'otpauth'
import { afterAll, describe, expect, it } from 'vitest'
import { mails } from '#shared/i18n/server-texts.ts'
import { transact } from '#server/db/connect.ts'
import { openSession } from '#server/features/sessions/open-session.ts'
import { settlePayment } from '#server/features/payments/settle-payment.ts'
import { logIn as putSession, makePerson } from '#test/support/factories.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { auditOf, OPERATOR } from '#test/support/operator.ts'
import { openPayment } from '#test/support/pay.ts'
import { accountOf, mailsTo, PASSWORD, signUp, solveCaptcha, waitForMails } from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { blockPerson, unblockPerson } from './block-person.ts'

const world = useTestApp({
  env: {
    RATE_LIMITS: 'off',
    LIMITS: 'verification_day=1000/60',
    GOOGLE_SIGN_IN: 'local',
    PUBLIC_URL: 'http://localhost:3000',
  },
  notifies: false,
})
afterAll(() => expectSoundLedger(world.app))

const block = (personId: number, category: 'rules' | 'security' | 'payment' = 'rules') =>
  blockPerson(world.app, OPERATOR, { personId, category })
const unblock = (personId: number) => unblockPerson(world.app, OPERATOR, { personId })

const logIn = (email: string, password = PASSWORD, more: Readonly<Record<string, unknown>> = {}) =>
  world.client().call('POST /login', { body: { email, password, ...more } })

async function person(name: string) {
  const email = `${name}@buyer.example`
  const client = world.client()
  const { userId } = await signUp(world, client, email)
  return { email, client, id: userId }
}

async function credentialFor(client: TestClient, email: string): Promise<string> {
  const { body } = await client.call('GET /auth/google/nonce')
  const answer = await fetch(`${world.localUrl}/local/google/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, nonce: body.data.nonce }),
  })
  return ((await answer.json()) as { credential: string }).credential
}

const google = async (email: string, more: object = {}) => {
  const client = world.client()
  const credential = await credentialFor(client, email)
  return client.call('POST /auth/google', { body: { credential, ...more } })
}

/** The token of the newest link to a page, once `count` emails have come. */
async function tokenIn(email: string, page: string, count: number): Promise<string> {
  const text = (await waitForMails(world, email, count)).map((message) => message.text).join('\n')
  return new RegExp(`/${page}\\?token=([\\w-]{43})`).exec(text)?.[1] ?? 'no token'
}

describe('a blocked person', () => {
  it('is logged out at once, everywhere, and told why by an email without the operator’s words', async () => {
    const { email, client, id } = await person('told')
    expect((await client.call('GET /cookie')).status).toBe(200)
    expect(await block(id, 'security')).toBe(true)
    expect((await client.call('GET /cookie')).status).toBe(401)
    const [message] = await waitForMails(world, email, 2)
    expect(message?.subject).toBe(mails.en.blocked.subject)
    expect(message?.text).toContain('to protect it')
    expect(message?.text).toContain(world.app.config.supportEmail)
    expect(message?.text).not.toContain('a test')
    const [entry] = await auditOf(world.app)
    expect(entry).toMatchObject({
      actor: 'Olga',
      verb: 'users block',
      kind: 'person',
      subject: String(id),
      reason: 'a test',
      before: { blocked: false },
      after: { blocked: true, category: 'security', endedSessions: 1 },
    })
  })

  it('gets the email in the language of the last login', async () => {
    const { email, id } = await person('russian')
    await world.app.db.updateTable('person').set({ language: 'ru' }).where('id', '=', id).execute()
    await block(id)
    const [message] = await waitForMails(world, email, 2)
    expect(message?.subject).toBe(mails.ru.blocked.subject)
  })

  it('is refused only with the right password; a wrong one is answered as ever', async () => {
    const { email, id } = await person('password')
    const wrongBefore = await logIn(email, 'wrong')
    await block(id)
    const wrong = await logIn(email, 'wrong')
    expect([wrong.status, wrong.text]).toEqual([wrongBefore.status, wrongBefore.text])
    const right = await logIn(email)
    expect([right.status, right.body.error?.code]).toEqual([403, 'account_blocked'])
    expect(right.headers.getSetCookie().join()).not.toMatch(/session=[^;]/)
  })

  it('is refused only after the mailed code, when logins have failed', async () => {
    const { email, id } = await person('stepup')
    await block(id)
    for (let failures = 0; failures < 5; failures += 1) await logIn(email, 'wrong')
    const client = world.client()
    const body = { email, password: PASSWORD }
    expect((await client.call('POST /login', { body })).body.isCodeRequired).toBe(true)
    const messages = await waitForMails(world, email, 3)
    const message = messages.find(({ subject }) => subject === mails.en.codes.login.subject)
    const code = /^\d{6}$/m.exec(message?.text ?? '')?.[0] ?? ''
    const answer = await client.call('POST /login', { body: { ...body, verification_code: code } })
    expect(answer.body.error?.code).toBe('account_blocked')
  })

  it('is refused only after the second factor', async () => {
    const { email, client, id } = await person('factor')
    const { data } = (await client.call('POST /second-factor/totp', { body: {} })).body
    const totp = new TOTP({ secret: Secret.fromBase32(data.secret) })
    const code = () => totp.generate({ timestamp: world.clock.now().getTime() })
    const turnedOn = await client.call('PUT /second-factor/totp', {
      body: { ticket: data.ticket, code: code() },
    })
    const [recovery = ''] = turnedOn.body.data.recoveryCodes ?? []
    await block(id)
    world.clock.advance({ seconds: 30 })
    expect((await logIn(email)).body).toMatchObject({ isSecondFactorRequired: true })
    for (const factor of [code(), recovery]) {
      const answer = await logIn(email, PASSWORD, { second_factor_code: factor })
      expect(answer.body.error?.code).toBe('account_blocked')
    }
    // Nothing was used up.
    await unblock(id)
    expect((await logIn(email, PASSWORD, { second_factor_code: recovery })).status).toBe(200)
  })

  it('does not get in with Google, linked or not', async () => {
    const email = 'linked@buyer.example'
    const first = await google(email, { isAgreed: true, isConsentGiven: true })
    await block(first.body.data!.userInformation.user_id)
    expect((await google(email)).body.error?.code).toBe('account_blocked')

    const other = await person('unlinked')
    await block(other.id)
    expect((await google(other.email)).body).toMatchObject({ data: null, isPasswordRequired: true })
    expect((await google(other.email, { password: 'wrong' })).body.error?.code).toBe('invalid_credentials')
    expect((await google(other.email, { password: PASSWORD })).body.error?.code).toBe('account_blocked')
    const linked = world.app.db.selectFrom('identity').select('id').where('person_id', '=', other.id)
    expect(await linked.execute()).toEqual([])
  })

  it('gets no link for a new password, only the email again, and earlier links are worthless', async () => {
    const { email, client, id } = await person('forgotten')
    const reset = (token: string) =>
      world.client().call('PUT /reset', { body: { newPassword: 'a better horse', token } })
    const ask = () =>
      world.client().call('POST /verification/{action}', { params: { action: 'reset' }, body: { email } })
    await ask()
    const resetToken = await tokenIn(email, 'reset', 2)
    await client.call('POST /verification/{action}', { params: { action: 'change' }, body: { email } })
    const endToken = await tokenIn(email, 'endsessions', 3)
    await block(id)
    expect((await reset(resetToken)).body.error?.code).toBe('wrong_token')
    const ended = await world.client().call('PUT /logout', { body: { token: endToken } })
    expect(ended.body.error?.code).toBe('wrong_token')
    expect((await ask()).status).toBe(200)
    const messages = await waitForMails(world, email, 5)
    expect(messages.slice(0, 2).map(({ subject }) => subject)).toEqual([
      mails.en.blocked.subject,
      mails.en.blocked.subject,
    ])
    expect((await logIn(email)).body.error?.code).toBe('account_blocked')
  })

  it('cannot sign up again with the address, and nobody learns more than that it is taken', async () => {
    const { email, id } = await person('again')
    await block(id)
    const sent = (await waitForMails(world, email, 2)).length
    const client = world.client()
    const captcha = await solveCaptcha(client)
    const asked = await client.call('POST /verification/{action}', {
      params: { action: 'signIn' },
      body: { email, isRegistration: true, recaptchaValue: captcha },
    })
    expect(asked.body.data).toEqual({ isUserExists: true })
    const made = await client.call('POST /user', { body: accountOf({ email, code: '123456', captcha }) })
    expect(made.body.error?.code).toBe('wrong_code')
    expect(await mailsTo(world, email)).toHaveLength(sent)
  })

  it('may still delete the account by a link that came before', async () => {
    const { email, client, id } = await person('leaving')
    await client.call('POST /verification/{action}', { params: { action: 'delete' }, body: { email } })
    const token = await tokenIn(email, 'delete', 2)
    await block(id)
    expect((await world.client().call('DELETE /delete', { body: { token } })).status).toBe(200)
  })

  it('is credited with a payment that succeeds meanwhile', async () => {
    const { client, id } = await person('paying')
    const { id: paymentId, payment } = await openPayment(world, client)
    const before = await usesOf(world.app, id)
    await block(id)
    world.yookassa.provider.pay(payment, '5555555555554444')
    expect(await settlePayment(world.app, paymentId)).toBe('succeeded')
    expect(await usesOf(world.app, id)).toBe(before + 10)
  })

  it('logs in again once unblocked, with everything, and is told', async () => {
    const { email, id } = await person('back')
    await block(id)
    expect(await unblock(id)).toBe(true)
    expect((await logIn(email)).body.data?.userInformation).toMatchObject({ user_id: id, uses: 3 })
    const messages = await waitForMails(world, email, 3)
    expect(messages.map(({ subject }) => subject)).toContain(mails.en.unblocked.subject)
  })
})

describe('a block', () => {
  it('has one effect, however often and at once it is made', async () => {
    const { id, email } = await makePerson(world.app)
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => block(id)))
    expect(outcomes.filter((isChanged) => isChanged)).toHaveLength(1)
    expect(await block(id)).toBe(false)
    const undone = await Promise.all(Array.from({ length: 8 }, () => unblock(id)))
    expect(undone.filter((isChanged) => isChanged)).toHaveLength(1)
    expect(await unblock(id)).toBe(false)
    expect(await waitForMails(world, email, 2)).toHaveLength(2)
    const entries = (await auditOf(world.app)).filter(({ subject }) => subject === String(id))
    expect(entries.map(({ verb }) => verb)).toEqual(['users unblock', 'users block'])
    await expect(block(999_999)).rejects.toMatchObject({ code: 'no_such_person' })
    await expect(unblock(999_999)).rejects.toMatchObject({ code: 'no_such_person' })
  })

  it('and logins at the same moment leave no session', async () => {
    const { db } = world.app
    for (let round = 0; round < 10; round += 1) {
      const someone = await makePerson(world.app)
      await putSession(world, someone)
      const enter = () =>
        transact(db, (tx) =>
          openSession(tx, world.app, { personId: someone.id, userAgent: '', replaces: null }),
        ).catch((error: unknown) => error)
      await Promise.all([enter(), enter(), block(someone.id), enter(), enter()])
      const left = db.selectFrom('session').select('id').where('person_id', '=', someone.id)
      expect(await left.execute()).toEqual([])
    }
  })
})
