import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '#server/config/secret.ts'
import { Refusal } from '#server/refusal.ts'
import { usesOf } from '#test/support/ledger-world.ts'
import { runs } from '#test/support/fast-check.ts'
import { accountOf, askForCode } from '#test/support/sign-up.ts'
import { createTestApp, type TestApp, useTestApp } from '#test/support/test-app.ts'
import { BROWSER_COOKIE } from '#server/http/calls/request-facts.ts'
import { checkCode, issueCode } from './codes.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
let other: TestApp
beforeAll(async () => {
  const { databaseUrl, clock } = world
  // Either server may send a mail; both use one inbox.
  const overrides = { smtpUrl: world.mail.smtpUrl }
  other = await createTestApp({ databaseUrl, clock, overrides, env: { RATE_LIMITS: 'off' } })
})
afterAll(() => other[Symbol.asyncDispose]())

describe('guesses of a code', () => {
  const GUESSES = runs(10_000)

  it(`${GUESSES} at once on two servers: 5 are checked, then the code is invalid`, async () => {
    const client = world.client()
    const { email, code } = await askForCode(world, client, 'guessed@example.com')
    const browserToken = client.cookies.get(BROWSER_COOKIE) ?? null
    const guess = (app: TestApp['app'], text: string) =>
      checkCode(app, { email, code: text, purposes: ['signIn'], browserToken, network: '192.0.2.1' }).then(
        () => 'right',
        (error: unknown) => (error instanceof Refusal ? error.code : error),
      )
    const guesses = Array.from({ length: GUESSES + 1 }, (_, number) => String(number).padStart(6, '0'))
    const wrong = guesses.filter((text) => text !== code).slice(0, GUESSES)
    const outcomes = new Set<unknown>()
    // Each server has 20 connections; more lanes would only queue longer, on a busy machine too long.
    const LANES = 60
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      const { app } = lane % 2 === 0 ? world : other
      for (let at = lane; at < wrong.length; at += LANES) outcomes.add(await guess(app, wrong[at] ?? ''))
    })
    await Promise.all(lanes)
    expect(outcomes).toEqual(new Set(['wrong_code']))
    const row = await world.app.db
      .selectFrom('code')
      .select('tries_left')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    // A constraint keeps the column from falling below 0, so exactly 5 statements matched the row.
    expect(row.tries_left).toBe(0)
    expect(await guess(world.app, code)).toBe('wrong_code')
  })

  it('of every kind at once: 5 per code, however the calls are mixed', async () => {
    const client = world.client()
    const { email, code } = await askForCode(world, client, 'mixed@example.com')
    const browserToken = client.cookies.get(BROWSER_COOKIE) ?? ''
    await issueCode(world.app, {
      email,
      purpose: 'change',
      browserHash: sha256(browserToken),
      network: '192.0.2.1',
      captchaPayload: null,
      language: 'en',
    })
    const kinds = [['signIn'], ['change'], ['signIn', 'change']] as const
    const wrong = code === '000000' ? '000001' : '000000'
    const guesses = Array.from({ length: 300 }, (_, number) =>
      checkCode((number % 2 === 0 ? world : other).app, {
        email,
        network: '192.0.2.1',
        code: wrong,
        purposes: kinds[number % 3] ?? [],
        browserToken,
      }).catch((error: unknown) => (error instanceof Refusal ? error.code : error)),
    )
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(['wrong_code']))
    const rows = await world.app.db
      .selectFrom('code')
      .select('tries_left')
      .where('email', '=', email)
      .execute()
    expect(rows).toEqual([{ tries_left: 0 }, { tries_left: 0 }])
  })

  it('share their attempts between checking the code and creating the account', async () => {
    const client = world.client()
    const asked = await askForCode(world, client, 'shared@example.com')
    const wrong = asked.code === '111111' ? '222222' : '111111'
    for (let time = 0; time < 3; time += 1) {
      await client.call('POST /checkCode', { body: { email: asked.email, verification_code: wrong } })
    }
    const body = { email: asked.email, verification_code: asked.code }
    expect((await client.call('POST /checkCode', { body })).status).toBe(200)
    await client.call('POST /user', { body: accountOf({ ...asked, code: wrong }) })
    expect((await client.call('POST /checkCode', { body })).status).toBe(200)
    await client.call('POST /user', { body: accountOf({ ...asked, code: wrong }) })
    expect((await client.call('POST /checkCode', { body })).status).toBe(400)
    expect((await client.call('POST /user', { body: accountOf(asked) })).body.error?.code).toBe('wrong_code')
  })
})

describe('sign-ups with one address at the same moment', () => {
  it('create one account with one gift; the others learn that the address is taken', async () => {
    const client = world.client()
    const asked = await askForCode(world, client, 'crowd@example.com')
    const { body } = { body: accountOf(asked) }
    const second = other.client()
    for (const [name, value] of client.cookies) second.cookies.set(name, value)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, number) =>
        (number % 2 === 0 ? client : second).call('POST /user', { body }),
      ),
    )
    const outcomes = answers.map((answer) => answer.body.error?.code ?? 'made').toSorted()
    expect(outcomes).toEqual([...Array.from({ length: 29 }, () => 'email_taken'), 'made'])
    const people = await world.app.db
      .selectFrom('person')
      .select('id')
      .where('email', '=', asked.email)
      .execute()
    expect(people).toHaveLength(1)
    expect(await usesOf(world.app, people[0]?.id ?? 0)).toBe(3)
    const sessions = await world.app.db
      .selectFrom('session')
      .select('id')
      .where('person_id', '=', people[0]?.id ?? 0)
      .execute()
    expect(sessions).toHaveLength(1)
  })
})
