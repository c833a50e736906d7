import { describe, expect, it } from 'vitest'
import { BROWSER_COOKIE, HOST_PREFIX, SESSION_COOKIE } from '#server/http/calls/request-facts.ts'
import { logIn, makePerson } from '#test/support/factories.ts'
import { PASSWORD, signUp } from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'

describe('a session that is used every day', () => {
  const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

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

describe('sessions of one person', () => {
  const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

  it('are ten at most: the eleventh login ends the oldest, also of many at once', async () => {
    const email = 'ten@example.com'
    const first = world.client()
    await signUp(world, first, email)
    const enter = async () => {
      const client = world.client()
      await client.call('POST /login', { body: { email, password: PASSWORD } })
      return client
    }
    const others = []
    for (let number = 0; number < 9; number += 1) {
      world.clock.advance({ minutes: 1 })
      others.push(await enter())
    }
    // The oldest has just been used.
    expect((await first.call('GET /cookie')).status).toBe(200)
    const newest = await enter()
    expect((await first.call('GET /cookie')).status).toBe(401)
    for (const client of [...others, newest]) expect((await client.call('GET /cookie')).status).toBe(200)
    await Promise.all(Array.from({ length: 12 }, enter))
    expect((await (await enter()).call('GET /sessions')).body.data).toHaveLength(10)
  })

  it('need the password for ending others, export and disconnecting, once they are ten minutes old', async () => {
    const email = 'proof@example.com'
    const client = world.client()
    await signUp(world, client, email)
    const other = world.client()
    await other.call('POST /login', { body: { email, password: PASSWORD } })
    const [{ id } = { id: 0 }] = (await client.call('GET /sessions')).body.data.filter(
      ({ isCurrent }) => !isCurrent,
    )
    const calls = {
      one: () => client.call('DELETE /sessions/{id}', { params: { id } }),
      others: () => client.call('DELETE /sessions'),
      file: () => client.call('GET /account/export'),
      identity: () => client.call('DELETE /identities/{id}', { params: { id: 1 } }),
    }
    const codes = async () => {
      const answers: Record<string, string> = {}
      for (const [name, make] of Object.entries(calls)) {
        const { status, text } = await make()
        answers[name] = status === 200 ? 'done' : (JSON.parse(text) as { error: { code: string } }).error.code
      }
      return answers
    }
    world.clock.advance({ minutes: 10 })
    const refused = 'password_required'
    expect(await codes()).toEqual({ one: refused, others: refused, file: refused, identity: refused })
    expect((await other.call('GET /cookie')).status).toBe(200)
    const prove = (password: string) => client.call('POST /sessions/proof', { body: { password } })
    expect((await prove('guessed')).body.error?.code).toBe('invalid_credentials')
    expect(await codes()).toMatchObject({ file: refused })
    expect((await prove(PASSWORD)).status).toBe(200)
    expect(await codes()).toEqual({ one: 'done', others: 'done', file: 'done', identity: 'not_found' })
    expect((await other.call('GET /cookie')).status).toBe(401)
    world.clock.advance({ minutes: 10 })
    expect(await codes()).toMatchObject({ file: refused })
    // The own session needs none.
    const [own] = (await client.call('GET /sessions')).body.data
    expect((await client.call('DELETE /sessions/{id}', { params: { id: own!.id } })).status).toBe(200)
  })

  it('allow ten guesses of the password in a quarter of an hour', async () => {
    const client = world.client()
    await signUp(world, client, 'guessed.proof@example.com')
    const guesses = Array.from({ length: 12 }, () =>
      client.call('POST /sessions/proof', { body: { password: 'guessed' } }),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(10)
  })
})

describe('under https', () => {
  const world = useTestApp({ env: { RATE_LIMITS: 'off', PUBLIC_URL: 'https://channelbook.example' } })

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
