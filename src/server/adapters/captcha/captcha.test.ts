import { type Challenge, createChallenge, type Payload, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCaptcha } from '#server/adapters/captcha/create-captcha.ts'
import type { Captcha } from '#server/adapters/captcha/captcha.ts'
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

const SECRET = Buffer.from('a secret of tests, long enough to be one')
const CONTEXT = { network: '192.0.2.1' }
const clock = new TestClock()
/** Multiplier of the usual work for a network. */
let work = 1
const database = shared(createTestDatabase)
let db: Db
const verifiers = new Map<RemoteCaptchaName, CaptchaVerifier>()

beforeAll(async () => {
  db = openDatabase(openPool(database.url, { max: 10, onLost: () => undefined }))
  for (const name of ['smartcaptcha', 'turnstile', 'recaptcha'] as const) {
    verifiers.set(name, await startCaptchaVerifier(name))
  }
})
afterAll(async () => {
  for (const verifier of verifiers.values()) await verifier[Symbol.asyncDispose]()
  await db.destroy()
})

const altcha = (secret = SECRET): Captcha =>
  createCaptcha({ config: readConfig({}), secret, clock, db, workOf: async () => work })
const encode = (payload: unknown): string => Buffer.from(JSON.stringify(payload)).toString('base64')

async function solve(given: object | null): Promise<Payload> {
  const challenge = given as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return { challenge, solution: solution! }
}

/** The contract of every provider. `solved` makes a payload as the provider's widget does. */
const PROVIDERS = [
  {
    provider: 'altcha',
    open: () => altcha(),
    solved: async (captcha: Captcha) => encode(await solve(await captcha.challenge(CONTEXT))),
  },
  remote('smartcaptcha'),
  remote('turnstile'),
  remote('recaptcha'),
]

/** A provider that verifies solutions itself, against its stand-in. */
function remote(provider: RemoteCaptchaName) {
  const open = () => {
    const config = readConfig({
      CAPTCHA: provider,
      CAPTCHA_SITE_KEY: 'the public key',
      CAPTCHA_SECRET_KEY: CAPTCHA_SECRET,
      CAPTCHA_URL: verifiers.get(provider)?.url ?? '',
    })
    return createCaptcha({ config, secret: SECRET, clock, db, workOf: async () => work })
  }
  return { provider, open, solved: async () => `${SOLVED}${crypto.randomUUID()}` }
}

describe.each(PROVIDERS)('captcha: $provider', ({ provider, open, solved }) => {
  const context = { network: '192.0.2.1' }

  it('accepts a solution once', async () => {
    const captcha = open()
    expect(captcha.provider).toBe(provider)
    const payload = await solved(captcha)
    expect(await captcha.verify(payload, context)).toBe(true)
    expect(await captcha.verify(payload, context)).toBe(false)
  })

  it('accepts it once across several servers at the same moment', async () => {
    const payload = await solved(open())
    const answers = await Promise.all(Array.from({ length: 20 }, () => open().verify(payload, context)))
    expect(answers.filter(Boolean)).toHaveLength(1)
  })

  it.each([
    '',
    'x',
    '{}',
    'null',
    '💥',
    'e30=',
    encode(null),
    encode({ challenge: {}, solution: {} }),
    'A'.repeat(9_000),
  ])('refuses %j', async (payload) => {
    expect(await open().verify(payload, context)).toBe(false)
  })
})

describe('ALTCHA', () => {
  const context = { network: '192.0.2.1' }

  it('refuses a late solution', async () => {
    const captcha = altcha()
    const payload = encode(await solve(await captcha.challenge(CONTEXT)))
    clock.advance({ minutes: 20 })
    expect(await captcha.verify(payload, context)).toBe(false)
  })

  it('refuses a forged challenge, an extended expiry and a wrong solution', async () => {
    const captcha = altcha()
    const { challenge, solution } = await solve(await captcha.challenge(CONTEXT))
    const { parameters } = challenge
    const longer = { ...parameters, data: { expires: 4_000_000_000, work: 1 } }
    const easy = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      counter: 1,
      deriveKey,
      data: { expires: 4_000_000_000, work: 1 },
      hmacSignatureSecret: 'another secret',
      hmacKeySignatureSecret: 'another secret',
    })
    const forged = [
      { challenge: { ...challenge, parameters: longer }, solution },
      { challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution },
      { challenge, solution: { ...solution, derivedKey: solution.derivedKey.replace(/.$/, '0') + '00' } },
      { challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } },
      await solve(easy),
    ]
    for (const payload of forged) expect(await captcha.verify(encode(payload), context)).toBe(false)
    expect(await captcha.verify(encode({ challenge, solution }), context)).toBe(true)
  })

  it('multiplies the work for a busy network, and rejects stockpiled easy challenges', async () => {
    const captcha = altcha()
    const easy = await Promise.all([1, 2].map(async () => solve(await captcha.challenge(CONTEXT))))
    work = 2
    expect(await captcha.verify(encode(easy[0]), CONTEXT)).toBe(true)
    work = 3
    expect(await captcha.verify(encode(easy[1]), CONTEXT)).toBe(false)
    const hard = await solve(await captcha.challenge(CONTEXT))
    expect(hard.solution.counter).toBeGreaterThanOrEqual(600)
    expect(await captcha.verify(encode(hard), CONTEXT)).toBe(true)
    const { challenge, solution } = hard
    const { parameters } = challenge
    const data = { ...parameters.data, work: 100 }
    const forged = { challenge: { ...challenge, parameters: { ...parameters, data } }, solution }
    expect(await captcha.verify(encode(forged), CONTEXT)).toBe(false)
    work = 1
  })

  it('refuses a challenge of another installation', async () => {
    const payload = encode(
      await solve(await altcha(Buffer.from('the secret of somebody else')).challenge(CONTEXT)),
    )
    expect(await altcha().verify(payload, context)).toBe(false)
  })
})
