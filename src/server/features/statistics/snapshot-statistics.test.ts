import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { SENTINELS } from '#local/youtube/youtube-errors.ts'
import { VideosUnavailable } from '#server/platforms/videos.ts'
import { moscowDate } from '#server/clock.ts'
import { logIn } from '#test/support/factories.ts'
import { videosOf, withVideos } from '#test/support/platform-world.ts'
import { buy, type Follower, follow, makeFollower } from '#test/support/statistics-world.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import { purgeStatistics } from './purge-statistics.ts'
import { snapshotStatistics } from './snapshot-statistics.ts'

const testApp = useTestApp({ env: { RATE_LIMITS: 'off' } })
let follower: Follower
beforeEach(async () => {
  testApp.clock.set('2026-03-10T09:00:00.000Z')
  await testApp.app.databases.pool.query('delete from video; delete from platform_quota')
  follower = await makeFollower(testApp)
})

/** Dates with numbers for a video, oldest first. */
async function daysOf(videoId: string): Promise<string[]> {
  const { body } = await follower.client.call('GET /statistics/{videoId}', { params: { videoId } })
  return body.data.points.map(({ date }) => date)
}

test('a day begins at midnight in Moscow, and has one row per video, however often the job runs', async () => {
  const { app, clock } = testApp
  clock.set('2026-03-10T20:59:00.000Z')
  const ids = await follow(testApp, follower, 3)
  expect(await snapshotStatistics(app)).toBe(0)
  clock.set('2026-03-10T21:00:30.000Z')
  expect(moscowDate(clock.now())).toBe('2026-03-11')
  expect(await snapshotStatistics(app)).toBe(3)
  expect(await snapshotStatistics(app)).toBe(0)
  for (const id of ids) expect(await daysOf(id)).toEqual(['2026-03-10', '2026-03-11'])
})

test('after an outage of days the job continues with today, and invents nothing for the days between', async () => {
  const { app, clock } = testApp
  const [id] = (await follow(testApp, follower, 1)) as [string]
  clock.advance({ days: 4 })
  await snapshotStatistics(app)
  expect(await daysOf(id)).toEqual(['2026-03-10', '2026-03-14'])
})

test('servers that run the job at once ask about every video once', async () => {
  const ids = await follow(testApp, follower, 20)
  testApp.clock.advance({ days: 1 })
  const asked: string[] = []
  const counting = withVideos(testApp.app, {
    counters: (given, purpose) => {
      asked.push(...given)
      return videosOf(testApp.app).counters(given, purpose)
    },
  })
  await Promise.all(Array.from({ length: 5 }, () => snapshotStatistics(counting)))
  expect(asked.toSorted()).toEqual(ids.toSorted())
})

test('a killed run is continued by another once its claims have expired', async () => {
  const { app, clock } = testApp
  const [id] = (await follow(testApp, follower, 1)) as [string]
  clock.advance({ days: 1 })
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const dying = withVideos(testApp.app, {
    counters: () => {
      reach()
      return new Promise(() => undefined)
    },
  })
  void snapshotStatistics(dying)
  await reached
  expect(await snapshotStatistics(app)).toBe(0)
  clock.advance({ minutes: 5 })
  expect(await snapshotStatistics(app)).toBe(1)
  expect(await daysOf(id)).toEqual(['2026-03-10', '2026-03-11'])
})

test('without quota the job waits silently, and resumes when the platform’s quota resets', async () => {
  await using poor = await createTestApp({
    databaseUrl: testApp.databaseUrl,
    clock: testApp.clock,
    env: { YOUTUBE_QUOTA: 'statistics=0' },
  })
  const [id] = (await follow(testApp, follower, 1)) as [string]
  testApp.clock.advance({ days: 1 })
  expect(await snapshotStatistics(poor.app)).toBe(0)
  expect(await daysOf(id)).toEqual(['2026-03-10'])
  expect(await snapshotStatistics(testApp.app)).toBe(1)
  expect(await daysOf(id)).toEqual(['2026-03-10', '2026-03-11'])
})

test('a failure of the platform ends the run and overwrites nothing', async () => {
  const [id] = (await follow(testApp, follower, 1)) as [string]
  testApp.clock.advance({ days: 1 })
  const failing = withVideos(testApp.app, {
    counters: () => Promise.reject(new VideosUnavailable('busy', 'not now')),
  })
  await expect(snapshotStatistics(failing)).rejects.toThrow('not now')
  expect(await daysOf(id)).toEqual(['2026-03-10'])
  expect(await snapshotStatistics(testApp.app)).toBe(1)
})

/** Follows videos, and one with malformed answers that is asked about first. */
async function followWithMalformed(count: number): Promise<string[]> {
  const { db, clock } = testApp.app
  const malformed = await db
    .insertInto('video')
    .values({
      platform: 'youtube',
      platform_id: SENTINELS.shape,
      platform_channel_id: follower.channel.channelId,
      title: 'A malformed one',
      fetched_at: clock.now(),
      asked_on: '2026-03-01',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('tracking')
    .values({ holder_id: follower.client.userId!, video_id: malformed.id, created_at: clock.now() })
    .execute()
  return follow(testApp, follower, count)
}

function readMalformed() {
  return testApp.app.db
    .selectFrom('video')
    .select(['title', 'gone_since', 'asked_on'])
    .where('platform_id', '=', SENTINELS.shape)
    .executeTakeFirstOrThrow()
}

test.each([1, 20])(
  'a video with a malformed answer does not block the numbers of others, asked %s days later',
  async (days) => {
    const { app, clock } = testApp
    const ids = await followWithMalformed(24)
    const before = await readMalformed()
    clock.advance({ days, minutes: 1 })
    const day = moscowDate(clock.now())
    expect(await snapshotStatistics(app)).toBe(24)
    for (const id of ids) expect((await daysOf(id)).at(-1)).toBe(day)
    expect(await readMalformed()).toEqual(before)
    const used = () => app.db.selectFrom('platform_quota').select(['bucket', 'day', 'used']).execute()
    const calls = await used()
    expect(await snapshotStatistics(app)).toBe(0)
    expect(await used()).toEqual(calls)
    clock.advance({ hours: 6 })
    expect(await snapshotStatistics(app)).toBe(0)
    expect(await used()).not.toEqual(calls)
  },
)

test('a vanished video keeps its numbers, and is asked about again the next day', async () => {
  const { app, clock } = testApp
  const [id] = (await follow(testApp, follower, 1)) as [string]
  clock.advance({ days: 1 })
  await app.db.updateTable('channel').set({ status: 'gone' }).where('id', '=', follower.channel.id).execute()
  expect(await snapshotStatistics(app)).toBe(1)
  const gone = await follower.client.call('GET /statistics')
  expect(gone.body.data).toMatchObject([
    { videoId: id, goneSince: clock.now().toISOString(), latest: { date: '2026-03-10' } },
  ])
  await app.db
    .updateTable('channel')
    .set({ status: 'active' })
    .where('id', '=', follower.channel.id)
    .execute()
  clock.advance({ days: 1 })
  await snapshotStatistics(app)
  expect((await follower.client.call('GET /statistics')).body.data).toMatchObject([{ goneSince: null }])
  expect(await daysOf(id)).toEqual(['2026-03-10', '2026-03-12'])
})

test('videos that nobody follows, or without a purchase, are not asked about', async () => {
  const { app, clock } = testApp
  const [stopped] = (await follow(testApp, follower, 2)) as [string, string]
  await follower.client.call('DELETE /statistics/{videoId}', { params: { videoId: stopped } })
  const leaver = await makeFollower(testApp)
  await follow(testApp, leaver, 1)
  await leaver.client.call('DELETE /rmpurchase/{userId}', {
    params: { userId: leaver.client.userId! },
    body: { channelName: leaver.channel.name },
  })
  clock.advance({ days: 1 })
  expect(await snapshotStatistics(app)).toBe(1)
})

test('title and picture are refreshed before they are a month old', async () => {
  const { app, clock } = testApp
  const [id] = (await follow(testApp, follower, 1)) as [string]
  await sql`update video set title = 'An old title' where platform_id = ${id}`.execute(app.db)
  clock.advance({ days: 19 })
  await snapshotStatistics(app)
  const title = async () => (await follower.client.call('GET /statistics')).body.data[0]?.title
  expect(await title()).toBe('An old title')
  clock.advance({ days: 2 })
  await snapshotStatistics(app)
  expect(await title()).not.toBe('An old title')
})

test('a number that becomes unknown during a day stays, and is unknown on the next day', async () => {
  const { app, clock } = testApp
  const [videoId] = (await follow(testApp, follower, 1)) as [string]
  const hidden = withVideos(testApp.app, {
    counters: async () => [{ videoId, views: 7, likes: null, comments: null }],
  })
  clock.advance({ days: 1 })
  await snapshotStatistics(hidden)
  const { body } = await follower.client.call('GET /statistics/{videoId}', { params: { videoId } })
  expect(body.data.points.at(-1)).toEqual({ date: '2026-03-11', views: 7, likes: null, comments: null })
  expect(body.data.changes.yesterday).toMatchObject({ likes: null, comments: null })
  await follower.client.call('POST /analitics', { body: { channel_name: follower.channel.name, videoId } })
  await app.db.updateTable('video').set({ asked_on: '2026-03-10' }).execute()
  await snapshotStatistics(hidden)
  const later = await follower.client.call('GET /statistics/{videoId}', { params: { videoId } })
  expect(later.body.data.points.at(-1)?.views).toBe(7)
})

test('numbers older than the retention are neither shown nor stored, and stale videos are deleted', async () => {
  const { app, clock } = testApp
  const [id, left] = (await follow(testApp, follower, 2)) as [string, string]
  for (let day = 0; day < 35; day += 1) {
    clock.advance({ days: 1 })
    await snapshotStatistics(app)
    if (day === 1) await follower.client.call('DELETE /statistics/{videoId}', { params: { videoId: left } })
  }
  expect(moscowDate(clock.now())).toBe('2026-04-14')
  // The session has expired meanwhile.
  follower = { ...follower, client: await logIn(testApp, follower.person) }
  expect((await daysOf(id))[0]).toBe('2026-03-16')
  await purgeStatistics(app)
  const { oldest } = await app.db
    .selectFrom('video_statistics')
    .select((eb) => eb.fn.min('day').as('oldest'))
    .executeTakeFirstOrThrow()
  expect(oldest).toBe('2026-03-16')
  expect(await app.db.selectFrom('video').select('platform_id').execute()).toEqual([{ platform_id: id }])
})

test('no number outlives the retention, not even until the next run of the job', async () => {
  const { app, clock } = testApp
  clock.set('2026-03-09T21:00:00.000Z')
  const [id] = (await follow(testApp, follower, 1)) as [string]
  const ages = async () => {
    await purgeStatistics(app)
    const rows = await app.db.selectFrom('video_statistics').select('fetched_at').execute()
    return rows.map(({ fetched_at: at }) => clock.now().getTime() - at.getTime())
  }
  clock.set('2026-04-08T19:37:00.000Z')
  expect(await ages()).toHaveLength(1)
  follower = { ...follower, client: await logIn(testApp, follower.person) }
  expect(await daysOf(id)).toEqual(['2026-03-10'])
  // Its thirty days end 23 minutes later.
  clock.set('2026-04-08T20:37:00.000Z')
  expect(await ages()).toEqual([])
})

test('following ends a day after the purchase is deleted, and continues when that is undone before', async () => {
  const { app, clock } = testApp
  await follow(testApp, follower, 1)
  const [undoing, other] = [await makeFollower(testApp), await makeFollower(testApp)]
  for (const leaving of [undoing, other]) {
    const { client, channel } = leaving
    await follow(testApp, leaving, 2)
    await client.call('DELETE /rmpurchase/{userId}', {
      params: { userId: client.userId! },
      body: { channelName: channel.name },
    })
  }
  const followed = async ({ client }: Follower) => (await client.call('GET /statistics')).body.meta.total
  await purgeStatistics(app)
  expect([await followed(undoing), await followed(other)]).toEqual([0, 0])
  clock.advance({ hours: 23 })
  await purgeStatistics(app)
  await buy(undoing.client, undoing.channel)
  expect(await followed(undoing)).toBe(2)
  clock.advance({ hours: 1 })
  await purgeStatistics(app)
  await buy(other.client, other.channel)
  expect([await followed(follower), await followed(undoing), await followed(other)]).toEqual([1, 2, 0])
  // A second deletion starts a new day.
  await undoing.client.call('DELETE /rmpurchase/{userId}', {
    params: { userId: undoing.client.userId! },
    body: { channelName: undoing.channel.name },
  })
  clock.advance({ hours: 20 })
  await purgeStatistics(app)
  await buy(undoing.client, undoing.channel)
  expect(await followed(undoing)).toBe(2)
})
