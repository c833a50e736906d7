import { describe, expect, it } from 'vitest'
import { BROWSER_COOKIE, SESSION_COOKIE } from '#server/http/calls/request-facts.ts'
import { buyAll } from '#test/support/buyers.ts'
import { logIn, makeChannels, makePerson } from '#test/support/factories.ts'
import { PASSWORD, signUp } from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

/** Another browser with this one's stolen cookies. */
function thief(client: TestClient): TestClient {
  const copy = world.client()
  for (const [name, value] of client.cookies) copy.cookies.set(name, value)
  copy.csrfToken = client.csrfToken
  return copy
}

describe('a session', () => {
  it('is a cookie for 30 days that scripts cannot read, stored only as a hash', async () => {
    const client = world.client()
    await signUp(world, client, 'cookie@example.com')
    const answer = await world.client().call('POST /login', {
      body: { email: 'cookie@example.com', password: PASSWORD },
    })
    const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith(SESSION_COOKIE))
    expect(line).toMatch(/^[^=]+=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    const stored = await world.app.db.selectFrom('session').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(client.cookies.get(SESSION_COOKIE))
  })

  it('is restored with the newest 100 purchase records', async () => {
    const person = await makePerson(world.app, { uses: 1 })
    const channels = await makeChannels(world.app, 102, { name: 'Bought «"\\ 🎥' })
    await buyAll(world.app, [person], channels)
    const bought = channels.toReversed().map(({ channelId, name }) => [channelId, name])
    const client = await logIn(world, person)
    const restored = await client.call('GET /cookie')
    expect(restored.body.data.userInformation.uses).toBe(1)
    expect(restored.body.data.channels.map((record) => [record.channelId, record.channel_name])).toEqual(
      bought.slice(0, 100),
    )
    const listed = await client.call('GET /purchases', { query: { limit: 50 } })
    expect(restored.body.data.channels.slice(0, 50)).toEqual(listed.body.data)
  })

  it('ends on the server at logout', async () => {
    for (const method of ['GET', 'POST'] as const) {
      const client = await logIn(world, await makePerson(world.app))
      const copy = thief(client)
      const left = await client.call(`${method} /logout`)
      expect(left.status).toBe(200)
      expect(left.headers.get('clear-site-data')).toBe('"cache"')
      expect(client.cookies.has(SESSION_COOKIE)).toBe(false)
      expect((await copy.call('GET /cookie')).status).toBe(401)
      expect((await copy.call('GET /purchases')).body.error?.code).toBe('session_expired')
    }
  })

  it('logout succeeds without a session', async () => {
    expect((await world.client().call('POST /logout')).status).toBe(200)
  })

  it('is replaced at login; the old one, even if planted, is invalid', async () => {
    const client = world.client()
    await signUp(world, client, 'rotated@example.com')
    const before = thief(client)
    await client.call('POST /login', { body: { email: 'rotated@example.com', password: PASSWORD } })
    expect((await client.call('GET /cookie')).status).toBe(200)
    expect((await before.call('GET /cookie')).status).toBe(401)

    const victim = world.client()
    victim.cookies.set(SESSION_COOKIE, 'planted-by-somebody')
    await victim.call('POST /login', { body: { email: 'rotated@example.com', password: PASSWORD } })
    expect(victim.cookies.get(SESSION_COOKIE)).not.toBe('planted-by-somebody')
    const planter = world.client()
    planter.cookies.set(SESSION_COOKIE, 'planted-by-somebody')
    expect((await planter.call('GET /cookie')).status).toBe(401)
  })

  it('of another person in the same browser ends at login, too', async () => {
    const other = await logIn(world, await makePerson(world.app))
    const left = thief(other)
    await signUp(world, other, 'second.person@example.com')
    expect((await other.call('GET /cookie')).body.data.userInformation.email).toBe(
      'second.person@example.com',
    )
    expect((await left.call('GET /cookie')).status).toBe(401)
  })

  it('slides: use extends it and its cookie, 30 days without use end it', async () => {
    const client = await logIn(world, await makePerson(world.app))
    world.clock.advance({ days: 29 })
    const used = await client.call('GET /cookie')
    expect(used.headers.getSetCookie().join()).toContain(`${SESSION_COOKIE}=`)
    expect((await client.call('GET /cookie')).headers.getSetCookie()).toEqual([])
    world.clock.advance({ days: 29 })
    expect((await client.call('GET /cookie')).status).toBe(200)
    world.clock.advance({ days: 30, seconds: 1 })
    expect((await client.call('GET /cookie')).status).toBe(401)
  })

  it('shows each of many simultaneous people their own data', async () => {
    const people = await Promise.all(Array.from({ length: 60 }, () => makePerson(world.app, { uses: 1 })))
    const clients = await Promise.all(people.map((person) => logIn(world, person)))
    const answers = await Promise.all(clients.map((client) => client.call('GET /cookie')))
    expect(answers.map((answer) => answer.body.data.userInformation.email)).toEqual(
      people.map((person) => person.email),
    )
  })
})

describe('the first request of the web', () => {
  it('is the same for everybody and sets no cookie', async () => {
    const answer = await world.client().call('GET /config')
    expect(answer.body.data).toMatchObject({
      captcha: { provider: 'altcha', siteKey: null },
      signInProviders: [],
      localInbox: `${world.localUrl}/local/mail`,
      sponsorCampaignUrl: null,
    })
    expect(answer.body.data.packages.map(({ uses, price }) => [uses, price])).toEqual([
      [10, 500],
      [50, 1500],
      [75, 2500],
      [150, 4500],
    ])
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it('sets the browser cookie only when a code is requested', async () => {
    const client = world.client()
    await client.call('GET /config')
    expect(client.cookies.has(BROWSER_COOKIE)).toBe(false)
  })
})
