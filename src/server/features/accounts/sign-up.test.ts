import { describe, expect, it } from 'vitest'
import { CONSENT } from '#shared/legal/consent.ts'
import { TERMS } from '#shared/legal/terms.ts'
import {
  accountOf,
  askForCode,
  mailsTo,
  PASSWORD,
  signUp,
  solveCaptcha,
  waitForMails,
} from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'

const world = useTestApp({
  env: { LIMITS: 'signup=1000/60,verification_network=1000/60,all=100000/60' },
})

const newRequest = (email: string, recaptchaValue: string | null) => ({
  params: { action: 'signIn' },
  body: { email, recaptchaValue },
})

describe('signing up', () => {
  it('creates an account with a mailed code, logs in and gives the welcome uses', async () => {
    const client = world.client()
    const asked = await askForCode(world, client, 'first@example.com')
    const checked = await client.call('POST /checkCode', {
      body: { email: asked.email, verification_code: asked.code },
    })
    expect(checked.body).toEqual({ success: true, data: null, error: null, message: true })
    const answer = await client.call('POST /user', { body: accountOf(asked) })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual({
      userInformation: {
        csrfToken: expect.stringMatching(/^[\w-]{43}$/),
        email: 'first@example.com',
        isSubscriber: false,
        isVoteEnabled: false,
        newTerms: null,
        subscription_expiration: null,
        user_id: expect.any(Number),
        username: 'Anna_1',
        uses: 3,
      },
      channels: [],
      holder: { kind: 'person', teamId: null, name: 'Anna_1', role: 'own', budget: null, budgetLeft: null },
      teams: [],
    })
    expect((await client.call('GET /cookie')).body.data).toEqual(answer.body.data)
    expect((await world.client().call('GET /cookie')).status).toBe(401)
  })

  it('takes an internationalised address as people write it, and knows it in both forms', async () => {
    const stored = 'anna@xn--80a1acny.example'
    const asked = await world
      .client()
      .call(
        'POST /verification/{action}',
        newRequest('Anna@Почта.example', await solveCaptcha(world.client())),
      )
    expect(asked.status).toBe(200)
    expect(await waitForMails(world, stored)).toHaveLength(1)
    world.clock.advance({ minutes: 2 })
    await signUp(world, world.client(), stored)
    for (const email of ['Anna@Почта.example', stored]) {
      const { status } = await world.client().call('POST /login', { body: { email, password: PASSWORD } })
      expect(status).toBe(200)
    }
  })

  it('stores the password as an argon2id hash, both consents with version and time, and codes only hashed', async () => {
    await signUp(world, world.client(), 'kept@example.com')
    const person = await world.app.db
      .selectFrom('person')
      .selectAll()
      .where('email', '=', 'kept@example.com')
      .executeTakeFirstOrThrow()
    expect(person.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(person.agreement_version).toBe(TERMS.date)
    expect(person.consent_version).toBe(CONSENT.date)
    expect(person.announced_terms).toBe(TERMS.date)
    expect(person.agreed_at).toEqual(world.clock.now())
    expect(person.consented_at).toEqual(world.clock.now())
  })

  it.each([
    ['en', 'Your Channelbook code', 'The code is valid for 10 minutes'],
    ['ru', 'Ваш код для Channelbook', 'Код действует 10\u00a0минут'],
  ])('mails the code in the language %s, as text and HTML', async (language, subject, words) => {
    const client = world.client()
    client.cookies.set('language', language)
    const email = `mail.${language}@example.com`
    const { code } = await askForCode(world, client, email)
    const [mail] = await mailsTo(world, email)
    expect(mail?.subject).toBe(subject)
    expect(mail?.text).toContain(words)
    expect(mail?.html).toContain(`<html lang="${language}">`)
    expect(mail?.html).toContain(words)
    expect(mail?.html).toContain(code)
    // In the text, in the line that lists of emails show, and set large.
    expect(`${mail?.text}${mail?.html}`.match(/(?<!\d)\d{6}(?!\d)/g)).toEqual([code, code, code])
  })

  it('reports that an address has an account, and mails it no code', async () => {
    const email = 'known@example.com'
    await signUp(world, world.client(), email)
    world.clock.advance({ minutes: 1 })
    const client = world.client()
    const answer = await client.call(
      'POST /verification/{action}',
      newRequest(' Known@Example.COM ', await solveCaptcha(client)),
    )
    expect(answer.body.data).toEqual({ isUserExists: true })
    // A later email to somebody else has arrived, so an earlier one to this address would have, too.
    await askForCode(world, world.client(), 'afterwards@example.com')
    expect(await mailsTo(world, email)).toHaveLength(1)
  })

  it('needs a solved captcha, each solution only once', async () => {
    const client = world.client()
    const none = await client.call('POST /verification/{action}', newRequest('captcha@example.com', null))
    expect(none.body.error?.code).toBe('wrong_captcha')
    const captcha = await solveCaptcha(client)
    const used = await client.call('POST /verification/{action}', newRequest('captcha1@example.com', captcha))
    expect(used.status).toBe(200)
    const again = await client.call(
      'POST /verification/{action}',
      newRequest('captcha2@example.com', captcha),
    )
    expect(again.body.error?.code).toBe('wrong_captcha')
  })

  it('accepts only the captcha with which the code was requested', async () => {
    const client = world.client()
    const asked = await askForCode(world, client, 'other.captcha@example.com')
    const recaptchaValue = await solveCaptcha(client)
    const answer = await client.call('POST /user', { body: accountOf(asked, { recaptchaValue }) })
    expect(answer.body.error?.code).toBe('wrong_captcha')
    expect((await client.call('POST /user', { body: accountOf(asked) })).status).toBe(200)
  })

  it('accepts a code only from the browser that requested it', async () => {
    const asked = await askForCode(world, world.client(), 'browser@example.com')
    const other = world.client()
    const body = { email: asked.email, verification_code: asked.code }
    expect((await other.call('POST /checkCode', { body })).body).toMatchObject({
      success: false,
      message: false,
      error: { code: 'wrong_code' },
    })
    await askForCode(world, other, 'browser.other@example.com')
    expect((await other.call('POST /checkCode', { body })).status).toBe(400)
    expect((await other.call('POST /user', { body: accountOf(asked) })).body.error?.code).toBe('wrong_code')
  })

  it('accepts a code for 10 minutes', async () => {
    const client = world.client()
    const asked = await askForCode(world, client, 'late@example.com')
    world.clock.advance({ minutes: 9, seconds: 59 })
    const body = { email: asked.email, verification_code: asked.code }
    expect((await client.call('POST /checkCode', { body })).status).toBe(200)
    world.clock.advance({ seconds: 1 })
    expect((await client.call('POST /checkCode', { body })).body.error?.code).toBe('wrong_code')
    expect((await client.call('POST /user', { body: accountOf(asked) })).body.error?.code).toBe('wrong_code')
  })

  it('replaces the code when a new one is requested', async () => {
    const client = world.client()
    const first = await askForCode(world, client, 'again@example.com')
    world.clock.advance({ minutes: 1 })
    const second = await askForCode(world, client, 'again@example.com')
    if (first.code !== second.code) {
      expect((await client.call('POST /user', { body: accountOf(first) })).status).toBe(400)
    }
    expect((await client.call('POST /user', { body: accountOf(second) })).status).toBe(200)
  })

  it('consumes the code with the account, then reports that the address has one', async () => {
    const client = world.client()
    const asked = await askForCode(world, client, 'twice@example.com')
    expect((await client.call('POST /user', { body: accountOf(asked) })).status).toBe(200)
    const again = await client.call('POST /user', { body: accountOf(asked) })
    expect(again.status).toBe(409)
    expect(again.body.error?.code).toBe('email_taken')
    const body = { email: asked.email, verification_code: asked.code }
    expect((await client.call('POST /checkCode', { body })).body.error?.code).toBe('wrong_code')
  })

  it('checks the code before it reports that an address has an account', async () => {
    const client = world.client()
    await signUp(world, client, 'taken@example.com')
    const answer = await client.call('POST /user', {
      body: accountOf({ email: 'taken@example.com', code: '000000', captcha: 'any' }),
    })
    expect(answer.body.error?.code).toBe('wrong_code')
  })

  it.each([
    ['username', 'ab', 'username_short'],
    ['username', '12345', 'username_digits'],
    ['username', 'anna!', 'username_characters'],
    ['password', ' 1234 ', 'password_short'],
    ['email', 'nobody', 'email_invalid'],
    ['email', '  ', 'email_empty'],
    ['isAgreed', false, 'consent_missing'],
    ['isConsentGiven', undefined, 'consent_missing'],
    ['verification_code', '', 'required'],
  ])('refuses %s %j as %s', async (field, value, problem) => {
    const asked = { email: 'fields@example.com', code: '123456', captcha: 'any' }
    const answer = await world.client().call('POST /user', { body: accountOf(asked, { [field]: value }) })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatchObject({ code: 'invalid_input', fields: { [field]: problem } })
  })

  it.each([[{ isConsentGiven: undefined }], [{ isAgreed: undefined, isConsentGiven: undefined }]])(
    'names the missing consent in the message (%j)',
    async (given) => {
      const asked = { email: 'fields@example.com', code: '123456', captcha: 'any' }
      const answer = await world.client().call('POST /user', { body: accountOf(asked, given) })
      expect(answer.body.error?.message).toBe(
        'Accept the terms and give your consent to the processing of personal data',
      )
    },
  )

  it('treats a malformed code as a wrong one', async () => {
    const asked = { email: 'shape@example.com', code: 'abc', captcha: 'any' }
    const answer = await world.client().call('POST /user', { body: accountOf(asked) })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'wrong_code' } } })
  })

  it('trims username and password, and drops unknown fields', async () => {
    const client = world.client()
    const asked = await askForCode(world, client, 'extra@example.com')
    const answer = await client.call('POST /user', {
      body: accountOf(asked, {
        username: '  Пётр_7  ',
        password: `  ${PASSWORD} `,
        uses: 1000,
        is_sponsor: true,
      }),
    })
    expect(answer.body.data.userInformation).toMatchObject({
      username: 'Пётр_7',
      uses: 3,
      isVoteEnabled: false,
    })
    const login = await world.client().call('POST /login', {
      body: { email: asked.email, password: PASSWORD },
    })
    expect(login.status).toBe(200)
  })
})
