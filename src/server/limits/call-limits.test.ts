import { expect, it } from 'vitest'
import { shared } from '#test/support/shared.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const world = useTestApp()
const other = shared(() => createTestApp({ databaseUrl: world.databaseUrl, clock: world.clock }))

const logIn = (client: TestClient) =>
  client.call('POST /login', { body: { email: 'nobody@example.com', password: 'wrong password' } })

it('all servers count a network’s logins together, and the refusal says how long to wait', async () => {
  for (let time = 0; time < 10; time += 1) {
    const answer = await logIn((time % 2 === 0 ? world : other).client())
    expect(answer.status).toBe(400)
  }
  world.clock.advance({ seconds: 20 })
  const refused = await logIn(other.client())
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('40')
  expect(refused.body).toEqual({
    success: false,
    data: null,
    error: { code: 'too_many_requests', message: 'Too many requests!' },
  })
  world.clock.advance({ seconds: 40 })
  expect((await logIn(world.client())).status).toBe(400)
})

it('links from emails have their own limit beside logins, 20 a minute for a network', async () => {
  world.clock.advance({ minutes: 1 })
  for (let time = 0; time < 10; time += 1) await logIn(world.client())
  expect((await logIn(world.client())).status).toBe(429)
  const opened: number[] = []
  for (let time = 0; time < 7; time += 1) {
    const client = (time % 2 === 0 ? world : other).client()
    const token = 'x'.repeat(43)
    const answers = [
      await client.call('PUT /optout', { body: { token } }),
      await client.call('PUT /reset', { body: { token, newPassword: 'a long enough password' } }),
      await client.call('DELETE /delete', { body: { token } }),
    ]
    opened.push(...answers.map(({ status }) => status))
  }
  expect(opened.slice(0, 20)).not.toContain(429)
  expect(opened[20]).toBe(429)
})

it('a network has 300 calls a minute in all, across servers', async () => {
  world.clock.advance({ minutes: 1 })
  const clients = [world.client(), other.client()] as const
  await world.app.limits.consume('all', '127.0.0.1', 260)
  const calls = Array.from({ length: 60 }, (_, number) =>
    clients[number % 2 === 0 ? 0 : 1].call('GET /config'),
  )
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(40)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
})

it('a call without the key is refused and not counted', async () => {
  world.clock.advance({ minutes: 1 })
  for (let time = 0; time < 5; time += 1) {
    const answer = await world.client().call('GET /config', { headers: { 'x-api-key': '' } })
    expect(answer.body.error?.code).toBe('api_key')
  }
  expect((await world.client().call('GET /config')).status).toBe(200)
})
