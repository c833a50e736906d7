import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { type Db, openDatabase, openPool } from '#server/db/connect.ts'
import {
  CAPTCHA_SECRET,
  type CaptchaVerifier,
  type RemoteCaptchaName,
  SOLVED,
  startCaptchaVerifier,
} from '#test/support/captcha-verifiers.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { shared } from '#test/support/shared.ts'
import { TestClock } from '#test/support/test-clock.ts'
import type { Captcha } from './captcha.ts'
import { createCaptcha } from './create-captcha.ts'

const SECRET = Buffer.from('a secret of tests, long enough to be one')
const CONTEXT = { network: '192.0.2.1' }
const clock = new TestClock()
const database = shared(createTestDatabase)
let db: Db
beforeAll(async () => {
  db = openDatabase(openPool(database.url, { max: 10, onLost: () => undefined }))
})
afterAll(() => db.destroy())

function open(env: Readonly<Record<string, string>>): Captcha {
  return createCaptcha({ config: readConfig(env), secret: SECRET, clock, db, workOf: async () => 1 })
}

const settings = (provider: RemoteCaptchaName, url: string, secretKey = CAPTCHA_SECRET) => ({
  CAPTCHA: provider,
  CAPTCHA_SITE_KEY: 'the public key',
  CAPTCHA_SECRET_KEY: secretKey,
  CAPTCHA_URL: url,
})

describe.each(['smartcaptcha', 'turnstile', 'recaptcha'] as const)('the verifier of %s', (provider) => {
  let verifier: CaptchaVerifier
  beforeAll(async () => {
    verifier = await startCaptchaVerifier(provider)
  })
  afterAll(() => verifier[Symbol.asyncDispose]())

  it('receives the solution, the secret and the network, and nothing else', async () => {
    const solution = `${SOLVED}${provider}-asked`
    expect(await open(settings(provider, verifier.url)).verify(solution, CONTEXT)).toBe(true)
    const expected = { secret: CAPTCHA_SECRET, solution, network: '192.0.2.1' }
    const { secret, token, ip, response, remoteip, ...rest } = verifier.requests.at(-1) ?? {}
    expect({ secret, solution: token ?? response, network: ip ?? remoteip, rest }).toEqual({
      ...expected,
      rest: {},
    })
  })

  it('may be configured with its full address, too', async () => {
    const place = provider === 'smartcaptcha' ? '/validate' : '/siteverify'
    const captcha = open(settings(provider, `${verifier.url}${place}`))
    expect(await captcha.verify(`${SOLVED}${provider}-whole`, CONTEXT)).toBe(true)
    expect(captcha.widget?.script.startsWith(verifier.url)).toBe(true)
    expect(captcha.widget?.script).not.toContain(place)
  })

  it('that accepts a solution twice is not believed the second time', async () => {
    const lenient = await startCaptchaVerifier(provider)
    await using _ = lenient
    lenient.answerWith(
      200,
      JSON.stringify(provider === 'smartcaptcha' ? { status: 'ok' } : { success: true }),
    )
    const captcha = open(settings(provider, lenient.url))
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => captcha.verify(`twice-${provider}`, CONTEXT)),
    )
    expect(answers.filter(Boolean)).toHaveLength(1)
  })

  it('that rejects our secret is our error, not the person’s', async () => {
    const captcha = open(settings(provider, verifier.url, 'wrong'))
    await expect(captcha.verify(`${SOLVED}secret`, CONTEXT)).rejects.toMatchObject({
      code: 'provider_failed',
    })
  })

  it.each([
    [500, '{}'],
    [200, 'no JSON'],
    [200, '{"success":"yes","status":1}'],
    [200, '[]'],
    [200, ''],
  ])('that answers %i %j grants nothing', async (status, body) => {
    const broken = await startCaptchaVerifier(provider)
    await using _ = broken
    broken.answerWith(status, body)
    const captcha = open(settings(provider, broken.url))
    await expect(captcha.verify(`${SOLVED}broken`, CONTEXT)).rejects.toMatchObject({
      code: 'provider_failed',
    })
  })

  it('that is unreachable grants nothing', async () => {
    const gone = await startCaptchaVerifier(provider)
    await gone[Symbol.asyncDispose]()
    const captcha = open(settings(provider, gone.url))
    await expect(captcha.verify(`${SOLVED}away`, CONTEXT)).rejects.toMatchObject({ code: 'provider_failed' })
  })

  it('needs both keys', () => {
    expect(() => open({ CAPTCHA: provider })).toThrow('CAPTCHA_SITE_KEY')
    expect(() => open({ CAPTCHA: provider, CAPTCHA_SITE_KEY: 'key' })).toThrow('CAPTCHA_SECRET_KEY')
  })

  it('defaults to the provider’s own, and pages allow only its script', () => {
    const { CAPTCHA_URL: _, ...own } = settings(provider, '')
    const { widget, siteKey } = open(own)
    expect(siteKey).toBe('the public key')
    expect(widget?.script).toMatch(
      /^https:\/\/(smartcaptcha\.cloud\.yandex\.ru|challenges\.cloudflare\.com|www\.google\.com)\//,
    )
    const allowed = Object.values(widget?.allows ?? {}).flat()
    expect(allowed.filter((source) => !/^https:\/\/[\w./-]+$/.test(source))).toEqual([])
    expect(allowed.some((source) => widget?.script.startsWith(source))).toBe(true)
  })
})

/** Has every field that the providers document; the values are made up. */
const place = { challenge_ts: '2026-03-01T10:00:00.000Z', hostname: 'channelbook.example' }
const interactive = { action: 'sign-up', cdata: 'a note of the site', metadata: { interactive: true } }

describe('documented answers', () => {
  it.each([
    ['recaptcha', 'solved', { success: true, ...place }, true],
    ['recaptcha', 'used up', { success: false, 'error-codes': ['timeout-or-duplicate'] }, false],
    ['turnstile', 'solved', { success: true, ...place, ...interactive, 'error-codes': [] }, true],
    [
      'turnstile',
      'used up',
      { success: false, 'error-codes': ['timeout-or-duplicate'], messages: [] },
      false,
    ],
    ['smartcaptcha', 'solved', { status: 'ok', message: '', host: 'channelbook.example' }, true],
    ['smartcaptcha', 'robot', { status: 'failed', message: '' }, false],
    ['smartcaptcha', 'used up', { status: 'failed', message: 'Token invalid or expired.' }, false],
  ] as const)('%s, %s', async (provider, name, answer, isHuman) => {
    await using verifier = await startCaptchaVerifier(provider)
    verifier.answerWith(200, JSON.stringify(answer))
    const captcha = open(settings(provider, verifier.url))
    expect(await captcha.verify(`documented ${provider} ${name}`, CONTEXT)).toBe(isHuman)
  })
})
