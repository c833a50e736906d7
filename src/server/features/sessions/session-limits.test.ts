import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BROWSER_COOKIE, HOST_PREFIX, SESSION_COOKIE } from '#server/http/calls/request-facts.ts'
import { logIn, makePerson } from '#test/support/factories.ts'
import { PASSWORD, signUp } from '#test/support/sign-up.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

describe('a session that is used every day', () => {
  let world: TestApp
  beforeAll(async () => {
    world = await createTestApp({ env: { RATE_LIMITS: 'off' } })
  })
  afterAll(() => world[Symbol.asyncDispose]())

  it('ends 90 days after it began', async () => {
    const client = await logIn(world, await makePerson(world.app))
    for (let day = 1; day < 90; day += 1) {
      world.clock.advance({ days: 1 })
      expect((await client.call('GET /cookie')).status, `day ${day}`).toBe(200)
    }
    world.clock.advance({ hours: 23, minutes: 59 })
    expect((await client.call('GET /cookie')).status).toBe(200)
    world.clock.advance({ minutes: 2 })
    expect((await client.call('GET /cookie')).status).toBe(401)
  })
})

describe('under https', () => {
  let world: TestApp
  beforeAll(async () => {
    world = await createTestApp({ env: { RATE_LIMITS: 'off', PUBLIC_URL: 'https://channelbook.example' } })
  })
  afterAll(() => world[Symbol.asyncDispose]())

  it('cookies are bound to this host, and those without the prefix are ignored', async () => {
    const client = world.client()
    const email = 'host@example.com'
    await signUp(world, client, email)
    expect([...client.cookies.keys()].toSorted()).toEqual([
      `${HOST_PREFIX}${BROWSER_COOKIE}`,
      `${HOST_PREFIX}${SESSION_COOKIE}`,
    ])
    const answer = await world.client().call('POST /login', { body: { email, password: PASSWORD } })
    for (const line of answer.headers.getSetCookie()) {
      expect(line).toMatch(/^__Host-/)
      expect(line).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
      expect(line).not.toContain('Domain')
    }
    expect((await client.call('GET /cookie')).status).toBe(200)
    const planted = world.client()
    planted.cookies.set(SESSION_COOKIE, client.cookies.get(`${HOST_PREFIX}${SESSION_COOKIE}`) ?? '')
    expect((await planted.call('GET /cookie')).status).toBe(401)
    await client.call('POST /logout')
    expect(client.cookies.has(`${HOST_PREFIX}${SESSION_COOKIE}`)).toBe(false)
  })
})
