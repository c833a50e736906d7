import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn, makeChannels, makePerson } from '#test/support/factories.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

// The platform takes calls and never answers them.
const stack = new AsyncDisposableStack()
const asked: string[] = []
let url: string
let world: TestApp
beforeAll(async () => {
  const platform = Fastify({ logger: false, forceCloseConnections: true })
  platform.get('/:method', ({ params }) => {
    asked.push((params as { method: string }).method)
    return new Promise(() => undefined)
  })
  stack.defer(() => platform.close())
  url = await platform.listen({ port: 0, host: '127.0.0.1' })
  world = stack.use(await createTestApp({ env: { RATE_LIMITS: 'off' } }))
})
afterAll(() => stack.disposeAsync())

test('a platform that hangs is asked once for each call, and everybody gets what is kept, or why there is nothing', async () => {
  const { clock, databaseUrl } = world
  await using hanging = await createTestApp({
    databaseUrl,
    clock,
    env: { RATE_LIMITS: 'off' },
    overrides: { platformAccess: { youtube: { url, key: 'any' } } },
  })
  const [known, unknown, left] = await makeChannels(world.app, 3)
  const params = { channelId: known!.channelId }
  const { data: kept } = (await world.client().call('GET /channels/{channelId}/videos', { params })).body
  clock.advance({ days: 2 })
  // A server that was killed while it asked leaves this.
  await world.app.db
    .insertInto('channel_videos')
    .values({ channel_id: left!.id, asked_at: clock.now() })
    .execute()
  const ofLeft = { params: { channelId: left!.channelId } }
  const person = await logIn(hanging, await makePerson(world.app))
  const visitors = Array.from({ length: 3 }, () => hanging.client())

  const lines = Array.from({ length: 60 }, (_, at) => `https://youtu.be/video${String(at).padStart(6, '0')}`)
  const [looks, first, afterKill, alive, seeds] = await Promise.all([
    Promise.all(visitors.map((visitor) => visitor.call('GET /channels/{channelId}/videos', { params }))),
    person.call('GET /channels/{channelId}/videos', { params: { channelId: unknown!.channelId } }),
    person.call('GET /channels/{channelId}/videos', ofLeft),
    person.call('POST /channels/{channelId}/alive', { params }),
    person.call('POST /seeds', { body: { lines } }),
  ])
  for (const { body } of looks) expect(body.data).toEqual({ ...kept, problem: 'unavailable' })
  for (const { body } of [first, afterKill])
    expect(body.data).toEqual({ videos: [], fetchedAt: null, problem: 'unavailable' })
  expect(alive.body.data.isAsked).toBe(false)
  expect(new Set(seeds.body.data.map(({ problem }) => problem))).toEqual(new Set(['unavailable']))
  // One attempt each: nothing was repeated.
  expect(asked.toSorted()).toEqual(['channels', 'playlistItems', 'playlistItems', 'videos'])

  clock.advance({ minutes: 1 })
  const later = await world.client().call('GET /channels/{channelId}/videos', ofLeft)
  expect(later.body.data).toMatchObject({ fetchedAt: clock.now().toISOString(), problem: null })
})
