import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import type { Db } from '#server/db/connect.ts'
import { totpSealer } from './totp.ts'
import { PASSWORD, signUp, waitForCode, waitForMails } from '#test/support/sign-up.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import { OPERATOR } from '#test/support/operator.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { resetSecondFactor } from './change-second-factor.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off', PUBLIC_URL: 'http://localhost:3000' } })

const STEP_SECONDS = 30

interface Protected {
  readonly email: string
  readonly client: TestClient
  readonly recoveryCodes: readonly string[]
  /** The code that the app shows now. */
  readonly code: () => string
}

/** A person who has set up an authenticator app in the profile. The code that proved it is consumed. */
async function withApp(name: string): Promise<Protected> {
  const email = `${name}@example.com`
  const client = world.client()
  await signUp(world, client, email)
  const { data } = (await client.call('POST /second-factor/totp', { body: {} })).body
  const totp = new TOTP({ secret: Secret.fromBase32(data.secret) })
  const code = () => totp.generate({ timestamp: world.clock.now().getTime() })
  const body = { ticket: data.ticket, code: code() }
  const turnedOn = await client.call('PUT /second-factor/totp', { body })
  expect(turnedOn.status).toBe(200)
  return { email, client, code, recoveryCodes: turnedOn.body.data.recoveryCodes ?? [] }
}

const logIn = (client: TestClient, email: string, more: Readonly<Record<string, unknown>> = {}) =>
  client.call('POST /login', { body: { email, password: PASSWORD, ...more } })

const nextStep = () => world.clock.advance({ seconds: STEP_SECONDS })

describe('logging in with an authenticator app', () => {
  it('asks for the code after the right password, never after a wrong one', async () => {
    const { email, code } = await withApp('asked')
    nextStep()
    const client = world.client()
    const asked = await logIn(client, email)
    expect(asked.body).toEqual({
      success: true,
      data: null,
      error: null,
      isSecondFactorRequired: true,
      secondFactor: { hasTotp: true, passkeyOptions: null },
    })
    expect((await client.call('GET /cookie')).status).toBe(401)
    const factor = { second_factor_code: code() }
    const wrong = await logIn(client, email, { password: 'wrong', ...factor })
    const unknown = await logIn(client, 'nobody@example.com', factor)
    expect(wrong.text).toBe(unknown.text)
    expect(wrong.body.error?.code).toBe('invalid_credentials')
    const spaced = factor.second_factor_code.replace(/(...)/, '$1 ')
    const entered = await logIn(client, email, { second_factor_code: spaced })
    expect(entered.body.data?.userInformation.email).toBe(email)
    expect((await client.call('GET /cookie')).status).toBe(200)
  })

  it('accepts a code once, even if sent many times at once, and no old code', async () => {
    const { email, code } = await withApp('replayed')
    // The code that proved the app is consumed, too.
    expect((await logIn(world.client(), email, { second_factor_code: code() })).status).toBe(400)
    nextStep()
    const factor = { second_factor_code: code() }
    const answers = await Promise.all(Array.from({ length: 5 }, () => logIn(world.client(), email, factor)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.find(({ status }) => status !== 200)
    expect(refused?.body.error?.code).toBe('wrong_second_factor')
    nextStep()
    const old = code()
    world.clock.advance({ minutes: 2 })
    expect((await logIn(world.client(), email, { second_factor_code: old })).status).toBe(400)
  })

  it('checks ten codes in fifteen minutes, even with rate limits off, and recovery codes keep working', async () => {
    const { email, code, recoveryCodes } = await withApp('guessed')
    world.clock.advance({ minutes: 15 })
    const right = code()
    const guess = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
    for (let tries = 0; tries < 10; tries += 1) {
      const answer = await logIn(world.client(), email, { second_factor_code: guess })
      expect(answer.body.error?.code).toBe('wrong_second_factor')
    }
    expect((await logIn(world.client(), email, { second_factor_code: right })).status).toBe(429)
    const [first = ''] = recoveryCodes
    expect((await logIn(world.client(), email, { second_factor_code: first })).status).toBe(200)
    world.clock.advance({ minutes: 15 })
    expect((await logIn(world.client(), email, { second_factor_code: code() })).status).toBe(200)
  })

  it('accepts each of ten recovery codes once, in any spelling, and stores only hashes', async () => {
    const { email, client, recoveryCodes } = await withApp('recovered')
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = '', second = ''] = recoveryCodes
    const enter = (code: string) => logIn(world.client(), email, { second_factor_code: code })
    expect((await enter(` ${first.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200)
    expect((await enter(first)).body.error?.code).toBe('wrong_second_factor')
    const both = await Promise.all([enter(second), enter(second)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await client.call('GET /second-factor')).body.data.recoveryCodesLeft).toBe(8)
    const stored = await world.app.db.selectFrom('recovery_code').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(recoveryCodes[2]?.replaceAll('-', ''))
  })

  it('comes after the mailed code when logins have failed', async () => {
    const { email, code } = await withApp('stepup')
    for (let failures = 0; failures < 5; failures += 1)
      await logIn(world.client(), email, { password: 'wrong' })
    nextStep()
    const client = world.client()
    const factor = { second_factor_code: code() }
    expect((await logIn(client, email, factor)).body).toMatchObject({ data: null, isCodeRequired: true })
    const mailed = await waitForCode(world, email, 3)
    const both = { verification_code: mailed }
    expect((await logIn(client, email, both)).body).toMatchObject({ isSecondFactorRequired: true })
    expect((await logIn(client, email, { ...both, ...factor })).status).toBe(200)
  })

  it('accepts no app code when its secret was sealed with another APP_SECRET, and gives no reason', async () => {
    const { email, code } = await withApp('resealed')
    nextStep()
    const other = totpSealer(Buffer.from('another secret of this installation'), 1).close('JBSWY3DPEHPK3PXP')
    const ofThem = (db: Db) => db.selectFrom('person').select('id').where('email', '=', email)
    await world.app.db
      .updateTable('totp')
      .set({ secret_sealed: other })
      .where('person_id', '=', ofThem(world.app.db))
      .execute()
    const answer = await logIn(world.client(), email, { second_factor_code: code() })
    expect(answer.status).toBe(400)
    expect(answer.body.error?.code).toBe('wrong_second_factor')
  })

  it('is required after a password reset, too', async () => {
    const { email } = await withApp('reset')
    await world.client().call('POST /verification/{action}', { params: { action: 'reset' }, body: { email } })
    const messages = (await waitForMails(world, email, 3)).map(({ text }) => text).join('\n')
    const token = /\/reset\?token=(\S+)/.exec(messages)?.[1] ?? ''
    const newPassword = 'another horse'
    expect((await world.client().call('PUT /reset', { body: { newPassword, token } })).status).toBe(200)
    expect((await logIn(world.client(), email, { password: newPassword })).body.isSecondFactorRequired).toBe(
      true,
    )
  })
})

describe('turning it on and off', () => {
  it('needs a fresh session or the password, with limited guesses', async () => {
    const { client } = await withApp('proved')
    const remove = (password?: string) =>
      client.call('DELETE /second-factor/totp', { body: password === undefined ? {} : { password } })
    world.clock.advance({ minutes: 10 })
    const state = (await client.call('GET /second-factor')).body.data
    expect(state).toMatchObject({ isPasswordNeeded: true, hasPassword: true, recoveryCodesLeft: 10 })
    expect((await remove()).body.error?.code).toBe('password_required')
    for (let guesses = 0; guesses < 10; guesses += 1)
      expect((await remove('wrong')).body.error?.code).toBe('invalid_credentials')
    expect((await remove(PASSWORD)).status).toBe(429)
    world.clock.advance({ minutes: 15 })
    expect((await remove(PASSWORD)).status).toBe(200)
    const after = (await client.call('GET /second-factor')).body.data
    expect(after).toMatchObject({ totp: null, passkeys: [], recoveryCodesLeft: 0 })
    expect((await remove(PASSWORD)).body.error?.code).toBe('not_found')
  })

  it('stores nothing until a code is proved, and then only the sealed secret', async () => {
    const client = world.client()
    const { userId } = await signUp(world, client, 'unproved@example.com')
    const { data } = (await client.call('POST /second-factor/totp', { body: {} })).body
    expect(data.uri).toContain(`secret=${data.secret}`)
    const confirm = (ticket: string, code: string) =>
      client.call('PUT /second-factor/totp', { body: { ticket, code } })
    expect((await confirm('made up', '123456')).body.error?.code).toBe('wrong_token')
    const totp = new TOTP({ secret: Secret.fromBase32(data.secret) })
    const code = () => totp.generate({ timestamp: world.clock.now().getTime() })
    const wrong = String((Number(code()) + 1) % 1_000_000).padStart(6, '0')
    expect((await confirm(data.ticket, wrong)).body.error?.code).toBe('wrong_second_factor')
    expect((await client.call('GET /second-factor')).body.data.totp).toBeNull()
    const other = await withApp('ticket-thief')
    const stolen = await other.client.call('PUT /second-factor/totp', {
      body: { ticket: data.ticket, code: code() },
    })
    expect(stolen.body.error?.code).toBe('wrong_token')
    expect((await confirm(data.ticket, code())).status).toBe(200)
    const row = await world.app.db
      .selectFrom('totp')
      .selectAll()
      .where('person_id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(row.secret_sealed).not.toContain(data.secret)
    world.clock.advance({ minutes: 10 })
    expect((await confirm(data.ticket, code())).body.error?.code).toBe('wrong_token')
  })

  it('ends all other sessions, which were opened without it', async () => {
    const email = 'others.end@example.com'
    const client = world.client()
    await signUp(world, client, email)
    const other = world.client()
    await other.call('POST /login', { body: { email, password: PASSWORD } })
    const { data } = (await client.call('POST /second-factor/totp', { body: {} })).body
    expect((await other.call('GET /cookie')).status).toBe(200)
    const code = new TOTP({ secret: Secret.fromBase32(data.secret) }).generate({
      timestamp: world.clock.now().getTime(),
    })
    expect(
      (await client.call('PUT /second-factor/totp', { body: { ticket: data.ticket, code } })).status,
    ).toBe(200)
    expect((await other.call('GET /cookie')).status).toBe(401)
    expect((await client.call('GET /cookie')).status).toBe(200)
  })

  it('is confirmed by email, exported without its secrets, and deleted with the account', async () => {
    const { email, client, recoveryCodes } = await withApp('kept')
    const [message] = await waitForMails(world, email, 2)
    expect(message?.subject).toBe('Your Channelbook two-step login was changed')
    expect(message?.text).toContain(`write to ${world.app.config.supportEmail}.`)
    const { body, text } = await client.call('GET /account/export')
    expect(body).toMatchObject({ secondFactor: { recoveryCodesLeft: 10, passkeys: [] } })
    expect(text).toContain('"authenticatorApp":{"addedAt"')
    const { db } = world.app
    const mine = () =>
      db
        .selectFrom('totp')
        .select('secret_sealed')
        .where('person_id', '=', client.userId ?? 0)
    const { secret_sealed: sealed } = await mine().executeTakeFirstOrThrow()
    for (const secret of [sealed, ...recoveryCodes]) expect(text).not.toContain(secret)
    await client.call('POST /verification/{action}', { params: { action: 'delete' }, body: { email } })
    const messages = (await waitForMails(world, email, 3)).map((mail) => mail.text).join('\n')
    const token = /\/delete\?token=(\S+)/.exec(messages)?.[1] ?? ''
    expect((await client.call('DELETE /delete', { body: { token } })).status).toBe(200)
    expect(await mine().execute()).toEqual([])
    const codes = db
      .selectFrom('recovery_code')
      .select('person_id')
      .where('person_id', '=', client.userId ?? 0)
    expect(await codes.execute()).toEqual([])
  })

  it('replaces the recovery codes', async () => {
    const { email, client, recoveryCodes } = await withApp('renewed')
    const renewed = await client.call('POST /second-factor/recovery-codes', { body: {} })
    const [old = ''] = recoveryCodes
    const [fresh = ''] = renewed.body.data.recoveryCodes
    expect((await logIn(world.client(), email, { second_factor_code: old })).status).toBe(400)
    expect((await logIn(world.client(), email, { second_factor_code: fresh })).status).toBe(200)
  })

  it('accepts only passkeys that a browser made for this site', async () => {
    const { email, client } = await withApp('passkey')
    const begun = await client.call('POST /second-factor/passkeys', { body: {} })
    expect(begun.body.data.options).toMatchObject({ rp: { id: 'localhost' }, attestation: 'none' })
    const clientData = { type: 'webauthn.create', challenge: begun.body.data.options['challenge'] }
    const passkey = {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: {
        clientDataJSON: Buffer.from(
          JSON.stringify({ ...clientData, origin: 'http://localhost:3000' }),
        ).toString('base64url'),
        attestationObject: 'o2NmbXRkbm9uZQ',
      },
    }
    const added = await client.call('PUT /second-factor/passkeys', { body: { passkey } })
    expect(added.body.error?.code).toBe('wrong_second_factor')
    const { clientDataJSON } = passkey.response
    const response = { clientDataJSON, authenticatorData: 'AAAA', signature: 'AAAA' }
    const answer = await logIn(world.client(), email, { passkey: { ...passkey, response } })
    expect(answer.body.error?.code).toBe('wrong_second_factor')
  })
})

describe('a person who has lost every second factor', () => {
  it('logs in with the password alone after the operator has removed it', async () => {
    const { email, client } = await withApp('lost')
    const personId = client.userId ?? 0
    expect(await resetSecondFactor(world.app, OPERATOR, personId)).toBe(true)
    expect((await logIn(world.client(), email)).body.data?.userInformation.email).toBe(email)
    expect((await client.call('GET /second-factor')).body.data.recoveryCodesLeft).toBe(0)
    expect(await resetSecondFactor(world.app, OPERATOR, personId)).toBe(false)
  })
})

describe('without a domain name', () => {
  it('offers no passkeys', async () => {
    await using local = await createTestApp({ env: { RATE_LIMITS: 'off' } })
    const client = local.client()
    await signUp(local, client, 'bare@example.com')
    expect((await client.call('GET /second-factor')).body.data.isPasskeyPossible).toBe(false)
    const begun = await client.call('POST /second-factor/passkeys', { body: {} })
    expect(begun.body.error?.code).toBe('not_found')
  })
})
