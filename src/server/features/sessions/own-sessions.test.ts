import { expect, it } from 'vitest'
import { SESSION_COOKIE } from '#server/http/calls/request-facts.ts'
import { logIn, makePerson } from '#test/support/factories.ts'
import { PASSWORD, signUp } from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

it('are listed with device and times, last seen first, without those of others', async () => {
  const email = 'two.devices@example.com'
  const client = world.client()
  await signUp(world, client, email)
  world.clock.advance({ days: 2 })
  const laptop = world.client()
  await laptop.call('POST /login', {
    body: { email, password: PASSWORD },
    headers: { 'user-agent': FIREFOX },
  })
  await logIn(world, await makePerson(world.app))

  const { body, text } = await laptop.call('GET /sessions')
  expect(body.data).toMatchObject([
    { isCurrent: true, browser: 'Firefox', system: 'Windows', lastSeenAt: '2026-03-12T09:00:00.000Z' },
    { isCurrent: false, browser: null, system: null, lastSeenAt: '2026-03-10T09:00:00.000Z' },
  ])
  for (const [, token] of [...laptop.cookies, ...client.cookies]) expect(text).not.toContain(token)
  world.clock.advance({ days: 29 })
  // The first session expired a day ago.
  expect((await laptop.call('GET /sessions')).body.data).toHaveLength(1)
})

it('can be ended one by one; ending the current one logs out', async () => {
  const person = await makePerson(world.app)
  const [here, there] = [await logIn(world, person), await logIn(world, person)]
  const sessions = (await here.call('GET /sessions')).body.data
  const idOf = (isCurrent: boolean) => sessions.find((session) => session.isCurrent === isCurrent)?.id ?? 0
  const end = (id: number) => here.call('DELETE /sessions/{id}', { params: { id } })
  expect((await end(idOf(false))).status).toBe(200)
  expect((await there.call('GET /purchases')).body.error?.code).toBe('session_expired')
  expect((await end(idOf(false))).body.error?.code).toBe('not_found')
  expect((await end(idOf(true))).status).toBe(200)
  expect(here.cookies.has(SESSION_COOKIE)).toBe(false)
})

it('can all be ended except the current one', async () => {
  const person = await makePerson(world.app)
  const clients = [await logIn(world, person), await logIn(world, person), await logIn(world, person)]
  const other = await logIn(world, await makePerson(world.app))
  expect((await clients[0]!.call('DELETE /sessions')).body.data).toEqual({ ended: 2 })
  const statuses = await Promise.all([...clients, other].map((client) => client.call('GET /cookie')))
  expect(statuses.map(({ status }) => status)).toEqual([200, 401, 401, 200])
  expect((await clients[0]!.call('DELETE /sessions')).body.data).toEqual({ ended: 0 })
})

it('stay when the request names none', async () => {
  const person = await makePerson(world.app)
  const [here, there] = [await logIn(world, person), await logIn(world, person)]
  const answer = await here.send('DELETE', '/api/sessions/')
  expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  expect((await there.call('GET /cookie')).status).toBe(200)
})

it('of others cannot be ended', async () => {
  const victim = await logIn(world, await makePerson(world.app))
  const id = (await victim.call('GET /sessions')).body.data[0]?.id ?? 0
  const client = await logIn(world, await makePerson(world.app))
  const answer = await client.call('DELETE /sessions/{id}', { params: { id } })
  expect(answer.body.error?.code).toBe('not_found')
  expect((await victim.call('GET /cookie')).status).toBe(200)
})
