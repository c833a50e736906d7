import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo, PASSWORD, signUp, waitForCode, waitForMails } from '#test/support/sign-up.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

let world: TestApp
beforeAll(async () => {
  const LIMITS = 'signup=1000/60,verification_network=1000/60,login=100000/60,all=100000/60'
  world = await createTestApp({ env: { LIMITS } })
})
afterAll(() => world[Symbol.asyncDispose]())

const logIn = (client: TestClient, email: string, password = PASSWORD, code?: string) =>
  client.call('POST /login', {
    body: { email, password, ...(code === undefined ? {} : { verification_code: code }) },
  })

async function fail(email: string, times: number, browser?: TestClient): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const answer = await logIn(browser ?? world.client(), email, 'wrong password')
    expect(answer.body.error?.code).toBe('invalid_credentials')
  }
}

async function person(name: string): Promise<string> {
  const email = `${name}@example.com`
  await signUp(world, world.client(), email)
  return email
}

describe('logging in', () => {
  it('needs the right password, trimmed, and ignores the case of the address', async () => {
    const email = await person('plain')
    const client = world.client()
    expect((await logIn(client, email, 'wrong')).body.error?.code).toBe('invalid_credentials')
    const answer = await logIn(client, '  Plain@EXAMPLE.com', ` ${PASSWORD} `)
    expect(answer.body.data?.userInformation.email).toBe(email)
    expect((await client.call('GET /cookie')).body.data).toEqual(answer.body.data)
  })

  it('answers an unknown address with the same bytes as a wrong password', async () => {
    const email = await person('bytes')
    const known = await logIn(world.client(), email, 'wrong password')
    const unknown = await logIn(world.client(), 'nobody@example.com', 'wrong password')
    expect(unknown.status).toBe(known.status)
    expect(unknown.text).toBe(known.text)
    const names = (answer: typeof known) => [...answer.headers.keys()].toSorted()
    expect(names(unknown)).toEqual(names(known))
  })

  it('lets many people in at the same moment, each with their own session', async () => {
    const email = await person('many')
    const clients = Array.from({ length: 20 }, () => world.client())
    const answers = await Promise.all(clients.map((client) => logIn(client, email)))
    expect(answers.map((answer) => answer.body.data?.userInformation.email)).toEqual(clients.map(() => email))
    expect(new Set(clients.map((client) => client.csrfToken)).size).toBe(20)
  })
})

describe('after 5 failures in 15 minutes', () => {
  it('requires a mailed code beside the right password, and then resets the failures', async () => {
    const email = await person('stepup')
    await fail(email, 5)
    const client = world.client()
    const asked = await logIn(client, email)
    expect(asked.status).toBe(200)
    expect(asked.body).toEqual({ success: true, data: null, error: null, isCodeRequired: true })
    expect((await client.call('GET /cookie')).status).toBe(401)
    const code = await waitForCode(world, email, 2)
    const check = async (given: string) =>
      (await client.call('POST /checkCode', { body: { email, verification_code: given } })).body
    expect(await check('abcdef')).toMatchObject({ message: false, error: { code: 'wrong_code' } })
    expect(await check(code)).toMatchObject({ success: true, message: true })
    const wrong = code === '123456' ? '654321' : '123456'
    for (const given of [wrong, '12'])
      expect((await logIn(client, email, PASSWORD, given)).body.error?.code).toBe('wrong_code')
    expect((await logIn(client, email, 'wrong password', code)).body.error?.code).toBe('invalid_credentials')
    expect((await logIn(client, email, PASSWORD, code)).body.data?.userInformation.email).toBe(email)
    expect((await logIn(world.client(), email)).body.data?.userInformation.email).toBe(email)
  })

  it('requires none after 4 failures or when they are older', async () => {
    const email = await person('older')
    await fail(email, 4)
    expect((await logIn(world.client(), email)).body.isCodeRequired).toBeUndefined()
    await fail(email, 5)
    world.clock.advance({ minutes: 15 })
    expect((await logIn(world.client(), email)).body.isCodeRequired).toBeUndefined()
  })

  it('accepts the code once, from the same browser, within 10 minutes', async () => {
    const email = await person('once')
    await fail(email, 5)
    const client = world.client()
    await logIn(client, email)
    const code = await waitForCode(world, email, 2)
    expect((await logIn(world.client(), email, PASSWORD, code)).body.error?.code).toBe('wrong_code')
    expect((await logIn(client, email, PASSWORD, code)).status).toBe(200)
    // An address gets one email of a kind per minute.
    world.clock.advance({ minutes: 1 })
    // A known browser is asked for a code only after its own failures.
    await fail(email, 5, client)
    expect((await logIn(client, email, PASSWORD, code)).body.error?.code).toBe('wrong_code')
    await logIn(client, email)
    const next = await waitForCode(world, email, 3)
    world.clock.advance({ minutes: 10 })
    expect((await logIn(client, email, PASSWORD, next)).body.error?.code).toBe('wrong_code')
  })

  it('mails one code a minute, however often the right password is sent', async () => {
    const email = await person('oneemail')
    await fail(email, 5)
    const client = world.client()
    for (let time = 0; time < 3; time += 1) {
      expect((await logIn(client, email)).body.isCodeRequired).toBe(true)
    }
    world.clock.advance({ minutes: 1 })
    await logIn(client, email)
    await waitForMails(world, email, 3)
    expect(await mailsTo(world, email)).toHaveLength(3)
  })

  it('counts failures of an unknown address too, with the same answers', async () => {
    await fail('nobody.at.all@example.com', 7)
    expect(await mailsTo(world, 'nobody.at.all@example.com')).toEqual([])
  })

  it('counts guesses at the same moment', async () => {
    const email = await person('parallel')
    const guesses = Array.from({ length: 40 }, () => logIn(world.client(), email, 'wrong password'))
    await Promise.all(guesses)
    expect((await logIn(world.client(), email)).body.isCodeRequired).toBe(true)
  })
})
