import { beforeAll, beforeEach, expect, test } from 'vitest'
import { refreshChannels } from '#server/features/refresh/refresh-channels.ts'
import type { TestChannel } from '#test/support/factories.ts'
import { AWAY, createPlatformWorld, FACTS, makeKnown } from '#test/support/platform-world.ts'
import { shared } from '#test/support/shared.ts'
import type { TestApp } from '#test/support/test-app.ts'
import type { TestClock } from '#test/support/test-clock.ts'
import { purgeChannelPages } from './purge-channel-pages.ts'

const world = shared(createPlatformWorld)
let clock: TestClock
let testApp: TestApp

beforeAll(async () => {
  ;({ clock, testApp } = world)
})
beforeEach(() => clock.set('2026-03-10T09:00:00.000Z'))

function look({ channelId }: TestChannel, server = testApp) {
  return server.client().call('GET /channels/{channelId}/videos', { params: { channelId } })
}

test('keeps a list for 30 days, also when the platform did not answer since', async () => {
  const channel = await makeKnown(world)
  await look(channel)
  const cutOff = await world.startSecond({}, AWAY)
  const kept = () =>
    testApp.app.db
      .selectFrom('channel_videos')
      .select('channel_id')
      .where('channel_id', '=', channel.id)
      .execute()
  clock.advance({ days: 29, hours: 22 })
  await look(channel, cutOff)
  await purgeChannelPages(testApp.app)
  expect(await kept()).toHaveLength(1)
  // An hour ahead, since the next purge is in an hour.
  clock.advance({ hours: 1, minutes: 1 })
  await purgeChannelPages(testApp.app)
  expect(await kept()).toEqual([])
})

test('the purge deletes subscribers of days that may no longer be kept', async () => {
  const channel = await makeKnown(world)
  await refreshChannels(testApp.app)
  const days = () =>
    testApp.app.db.selectFrom('channel_day').selectAll().where('channel_id', '=', channel.id).execute()
  expect(await days()).toEqual([
    { channel_id: channel.id, day: '2026-03-10', subscribers: FACTS.subscribers },
  ])
  clock.advance({ days: 29 })
  await purgeChannelPages(testApp.app)
  expect(await days()).toHaveLength(1)
  clock.advance({ days: 1 })
  await purgeChannelPages(testApp.app)
  expect(await days()).toEqual([])
})
