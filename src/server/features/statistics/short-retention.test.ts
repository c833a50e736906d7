import { expect, test } from 'vitest'
import { refreshAfterDays } from '#server/platforms/videos.ts'
import { forgetPlatformNumbers, refreshChannels } from '#server/features/refresh/refresh-channels.ts'
import { follow, makeFollower } from '#test/support/statistics-world.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { purgeStatistics } from './purge-statistics.ts'
import { snapshotStatistics } from './snapshot-statistics.ts'

async function startWorld(days: number): Promise<TestApp> {
  const world = await createTestApp({
    env: { RATE_LIMITS: 'off', STATISTICS_RETENTION_DAYS: String(days) },
  })
  // The first minutes of a date: the longest time until the purge before the next midnight.
  world.clock.set('2026-03-09T21:05:00.000Z')
  return world
}

test.each([2, 5])('with a retention of %i days a channel’s numbers stay fresh', async (days) => {
  await using world = await startWorld(days)
  const { app, clock } = world
  const follower = await makeFollower(world)
  await refreshChannels(app)
  const readChannel = () =>
    app.db
      .selectFrom('channel')
      .select(['subscribers', 'refreshed_at'])
      .where('id', '=', follower.channel.id)
      .executeTakeFirstOrThrow()
  const before = await readChannel()
  expect(before.refreshed_at).not.toBeNull()
  // Nobody has it any more; only the regular refresh of all channels keeps it fresh.
  await app.db.deleteFrom('purchase').execute()
  for (let hour = 0; hour < 24 * (days + 2); hour += 1) {
    await refreshChannels(app)
    clock.advance({ minutes: 32 })
    await forgetPlatformNumbers(app)
    clock.advance({ minutes: 28 })
    expect((await readChannel()).refreshed_at).not.toBeNull()
  }
  expect((await readChannel()).subscribers).toBe(before.subscribers)
})

test.each([2, 5])('with a retention of %i days a followed video stays', async (days) => {
  await using world = await startWorld(days)
  const { app, clock } = world
  const [videoId] = (await follow(world, await makeFollower(world), 1)) as [string]
  for (let hour = 0; hour < 24 * (days + 2); hour += 1) {
    await snapshotStatistics(app)
    clock.advance({ minutes: 32 })
    await purgeStatistics(app)
    clock.advance({ minutes: 28 })
  }
  const kept = await app.db.selectFrom('video').select('platform_id').execute()
  expect(kept).toEqual([{ platform_id: videoId }])
  expect(await app.db.selectFrom('tracking').select('video_id').execute()).toHaveLength(1)
})

test('numbers from a longer retention are refreshed in time under a shorter one', async () => {
  await using world = await createTestApp({ env: { RATE_LIMITS: 'off' } })
  const { app, clock } = world
  const { channel } = await makeFollower(world)
  await app.db.deleteFrom('purchase').execute()
  await refreshChannels(app)
  clock.advance({ days: 8 })
  expect(await refreshChannels(app)).toBe(0)
  await using shorter = await createTestApp({
    databaseUrl: world.databaseUrl,
    clock,
    env: { RATE_LIMITS: 'off', STATISTICS_RETENTION_DAYS: '10' },
  })
  expect(await refreshChannels(shorter.app)).toBeGreaterThan(0)
  const { refreshed_at: at } = await app.db
    .selectFrom('channel')
    .select('refreshed_at')
    .where('id', '=', channel.id)
    .executeTakeFirstOrThrow()
  expect(at).toEqual(clock.now())
})

test('a refresh leaves a quarter of the retention for outages, and comes after 20 days at the latest', () => {
  expect([2, 3, 4, 10, 20, 30, 365].map(refreshAfterDays)).toEqual([1, 2, 3, 7, 15, 20, 20])
})
