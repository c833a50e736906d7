import { expect, test } from 'vitest'
import { pacificDay } from '#server/platforms/youtube-quota.ts'
import { logIn, makePerson } from '#test/support/factories.ts'
import { buy, type Follower, lookUp, makeFollower, uploadsOf } from '#test/support/statistics-world.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import { purgeStatistics } from './purge-statistics.ts'

const world = useTestApp()

/** A person with a channel that has more uploads than are scanned, so that older ones need the platform's search. */
async function withOldUploads(): Promise<Follower> {
  const follower = await makeFollower(world)
  await world.app.db
    .updateTable('channel')
    .set({ uploads: 300 })
    .where('id', '=', follower.channel.id)
    .execute()
  return follower
}

async function callsOf(bucket: 'search' | 'other'): Promise<number> {
  const row = await world.app.db
    .selectFrom('platform_quota')
    .select('used')
    .where('bucket', '=', bucket)
    .where('day', '=', pacificDay(world.clock.now()).day)
    .executeTakeFirst()
  return row?.used ?? 0
}

test('one person’s failed lookups are capped for the day, and leave the platform’s searches to others', async () => {
  const [greedy, other] = [await withOldUploads(), await withOldUploads()]
  const before = await callsOf('search')
  const statuses = []
  for (let calls = 0; calls < 100; calls += 1)
    statuses.push((await lookUp(greedy, `nothing ${calls}`)).status)
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
  expect((await callsOf('search')) - before).toBeLessThan(10)
  const refused = await lookUp(greedy, 'one more')
  expect(refused.body.error?.code).toBe('too_many_requests')
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(80_000)
  expect(wait).toBeLessThanOrEqual(86_400)
  expect((await lookUp(other, 'nothing')).status).toBe(404)
  world.clock.advance({ hours: 24 })
  expect((await lookUp(greedy, 'one more')).status).toBe(404)
})

test('a stored video is found although the person’s share is used up', async () => {
  await using frugal = await createTestApp({
    databaseUrl: world.databaseUrl,
    clock: world.clock,
    env: { LIMITS: 'platform_units=1/86400' },
  })
  const { channel } = await makeFollower(world)
  const client = await logIn(frugal, await makePerson(world.app, { uses: 1 }))
  await buy(client, channel)
  const [video] = await uploadsOf(world.app, channel)
  expect((await lookUp({ client, channel }, video!.videoId)).status).toBe(200)
  expect((await lookUp({ client, channel }, video!.videoId)).status).toBe(200)
  const byTitle = { channel_name: channel.name, videoName: video!.title }
  expect((await client.call('POST /analitics', { body: byTitle })).status).toBe(429)
})

test('a title that a channel does not have is asked about once an hour, whoever asks', async () => {
  const follower = await withOldUploads()
  const { client } = await makeFollower(world)
  await buy(client, follower.channel)
  const second = { client, channel: follower.channel }
  expect((await lookUp(follower, 'nowhere to be found')).status).toBe(404)
  const asked = await Promise.all([callsOf('search'), callsOf('other')])
  expect((await lookUp(follower, 'nowhere to be found')).status).toBe(404)
  expect((await lookUp(second, ' nowhere to be found ')).status).toBe(404)
  expect(await Promise.all([callsOf('search'), callsOf('other')])).toEqual(asked)

  const kept = world.app.db.selectFrom('missing_video').selectAll()
  const texts = JSON.stringify(await kept.execute())
  expect(texts).not.toContain('nowhere')
  world.clock.advance({ hours: 1 })
  await purgeStatistics(world.app)
  expect(await kept.execute()).toEqual([])
  expect((await lookUp(follower, 'nowhere to be found')).status).toBe(404)
  expect(await callsOf('search')).toBe((asked[0] ?? 0) + 1)
})

test('numbers are found by title, part of a title, address or id, without following the video', async () => {
  const { client, channel } = await makeFollower(world)
  const [video] = await uploadsOf(world.app, channel)
  const { videoId, title } = video!
  const named = (body: object) =>
    client.call('POST /analitics', { body: { channel_name: channel.name, ...body } })
  for (const videoName of [title, `#${title.split('#')[1]}`, videoId, `https://youtu.be/${videoId}`]) {
    expect(await named({ videoName })).toMatchObject({
      status: 200,
      body: { isTracked: false, data: { analiticsAndData: { videoId, title } } },
    })
  }
  // When both are given, the id decides.
  expect((await named({ videoName: 'something else', videoId })).body.data.analiticsAndData.videoId).toBe(
    videoId,
  )
  expect((await named({ videoName: 'something else' })).status).toBe(404)
  expect(await named({})).toMatchObject({ status: 400, body: { error: { fields: { videoId: 'required' } } } })
  expect((await client.call('GET /statistics')).body.data).toEqual([])
})
