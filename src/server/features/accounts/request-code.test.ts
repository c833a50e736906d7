import { describe, expect, it } from 'vitest'
import { closeAccount, makePerson } from '#test/support/factories.ts'
import { accountOf, askForCode, signUp, solveCaptcha, waitForMails } from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { TestClient } from '#test/support/test-client.ts'

const world = useTestApp({
  env: { TRUST_PROXY: '1', LIMITS: 'signup=1000/60,verification_network=100/3600,all=100000/60' },
})

const from = (network: string) =>
  new TestClient({
    baseUrl: world.baseUrl,
    clientKey: world.app.config.clientKey,
    headers: { 'x-forwarded-for': network },
  })

const newRequest = (email: string, recaptchaValue: string | null) => ({
  params: { action: 'signIn' },
  body: { email, recaptchaValue },
})

describe('asking for codes', () => {
  it('is possible once a minute per address; an early request does not consume the captcha', async () => {
    const client = world.client()
    await askForCode(world, client, 'minute@example.com')
    const captcha = await solveCaptcha(client)
    const early = await client.call('POST /verification/{action}', newRequest('minute@example.com', captcha))
    expect(early.status).toBe(429)
    expect(early.headers.get('retry-after')).toBe('60')
    world.clock.advance({ seconds: 60 })
    const later = await client.call('POST /verification/{action}', newRequest('minute@example.com', captcha))
    expect(later.status).toBe(200)
    await waitForMails(world, 'minute@example.com', 2)
  })

  it('is possible 10 times a day per address and network', async () => {
    await askForCode(world, world.client(), 'day@example.com')
    await world.app.limits.consume('verification_day', 'signIn day@example.com 127.0.0.1', 8)
    world.clock.advance({ minutes: 2 })
    await askForCode(world, world.client(), 'day@example.com')
    world.clock.advance({ minutes: 18 })
    const client = world.client()
    const captcha = await solveCaptcha(client)
    const refused = await client.call('POST /verification/{action}', newRequest('day@example.com', captcha))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBe(86_400 - 20 * 60)
  })

  it('by a stranger leaves the owner of the address codes of their own', async () => {
    const email = 'wanted@example.com'
    const stranger = from('198.51.100.7')
    await askForCode(world, stranger, email)
    world.clock.advance({ minutes: 2 })
    await world.app.limits.consume('verification_day', `signIn ${email} 198.51.100.7`, 9)
    const captcha = await solveCaptcha(stranger)
    const refused = await stranger.call('POST /verification/{action}', newRequest(email, captcha))
    expect(refused.status).toBe(429)
    const owner = from('192.0.2.7')
    const asked = await askForCode(world, owner, email)
    await askForCode(world, from('198.51.100.8'), email)
    expect((await owner.call('POST /user', { body: accountOf(asked) })).status).toBe(200)
  })

  it('spends nothing where no email is sent', async () => {
    const email = 'deletes.and.returns@example.com'
    const { id } = await makePerson(world.app, { email })
    for (let number = 0; number < 12; number += 1) {
      const client = world.client()
      const captcha = await solveCaptcha(client)
      const answer = await client.call('POST /verification/{action}', newRequest(email, captcha))
      expect(answer.body.data).toEqual({ isUserExists: true })
    }
    await closeAccount(world.app, id)
    await askForCode(world, world.client(), email)
  })

  it('mails an address 50 times a day at most, whoever asks', async () => {
    const email = 'flooded@example.com'
    const ask = async (number: number) => {
      const client = from(`198.51.100.${number}`)
      const captcha = await solveCaptcha(client)
      return (await client.call('POST /verification/{action}', newRequest(email, captcha))).status
    }
    expect(await ask(1)).toBe(200)
    await world.app.limits.consume('sign_up_day', email, 48)
    expect([await ask(2), await ask(3)]).toEqual([200, 429])
  })

  it('has a limit apart from links, of which there are 5 per half hour', async () => {
    const email = 'day.all@example.com'
    const ask = (action: string, recaptchaValue: string | null = null) =>
      world
        .client()
        .call('POST /verification/{action}', { params: { action }, body: { email, recaptchaValue } })
    for (let number = 0; number < 20; number += 1) {
      const answer = await ask('reset')
      expect(answer.status).toBe(number % 10 < 5 ? 200 : 429)
      world.clock.advance({ minutes: 3 })
    }
    await askForCode(world, world.client(), email)
  })

  it('does not count calls without a solved captcha against the network', async () => {
    world.clock.advance({ minutes: 1 })
    for (let number = 0; number < 60; number += 1) {
      const refused = await world
        .client()
        .call('POST /verification/{action}', newRequest(`n${number}@example.com`, 'made up'))
      expect(refused.body.error?.code).toBe('wrong_captcha')
    }
    await askForCode(world, world.client(), 'in.the.same.network@example.com')
  })

  it.each(['throw@mailinator.com', 'away@post.mailinator.com'])(
    'is refused for a disposable address: %s',
    async (email) => {
      const client = world.client()
      const answer = await client.call(
        'POST /verification/{action}',
        newRequest(email, await solveCaptcha(client)),
      )
      expect([answer.status, answer.body.error?.code]).toEqual([400, 'disposable_email'])
    },
  )

  it('reports that a disposable address with an account has one', async () => {
    const email = 'kept@mailinator.com'
    await makePerson(world.app, { email })
    const client = world.client()
    const answer = await client.call(
      'POST /verification/{action}',
      newRequest(email, await solveCaptcha(client)),
    )
    expect(answer.body.data).toEqual({ isUserExists: true })
  })

  it('for a reset never reveals whether an address has an account', async () => {
    await signUp(world, world.client(), 'reset.known@example.com')
    const ask = (email: string) =>
      world.client().call('POST /verification/{action}', { params: { action: 'reset' }, body: { email } })
    const known = await ask('reset.known@example.com')
    const unknown = await ask('reset.unknown@example.com')
    expect(known.body.data).toEqual({ isUserExists: true })
    expect(known.text).toBe(unknown.text)
  })
})
