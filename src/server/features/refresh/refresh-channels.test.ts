import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SENTINELS } from '#local/youtube/youtube-errors.ts'
import { VideosUnavailable } from '#server/platforms/videos.ts'
import { namesFound } from '#test/support/catalogue-world.ts'
import { makeChannel, makeChannels, type TestChannel } from '#test/support/factories.ts'
import {
  callsMade,
  createPlatformWorld,
  FACTS,
  makeKnown,
  type PlatformWorld,
  tell,
  videosOf,
  withVideos,
} from '#test/support/platform-world.ts'
import { buy, makeFollower } from '#test/support/statistics-world.ts'
import type { TestApp } from '#test/support/test-app.ts'
import type { TestClock } from '#test/support/test-clock.ts'
import { forgetPlatformNumbers, refreshChannels } from './refresh-channels.ts'

let world: PlatformWorld
let clock: TestClock
let testApp: TestApp

beforeEach(async () => {
  world = await createPlatformWorld()
  ;({ clock, testApp } = world)
})
afterEach(() => world[Symbol.asyncDispose]())

/** A channel in both our catalogue and the platform's. */
const known = (name: string, facts?: Parameters<typeof makeKnown>[2]) => makeKnown(world, { name }, facts)

function read({ id }: TestChannel) {
  return testApp.app.db.selectFrom('channel').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

test('updates names, numbers and the last upload, and search with them', async () => {
  const channel = await known('Old name')
  await tell(world.platform, channel, { name: 'Brand new title' })
  expect(await refreshChannels(testApp.app)).toBe(2)
  expect(await read(channel)).toMatchObject({
    ...FACTS,
    name: 'Brand new title',
    name_key: 'brand new title',
    refreshed_at: clock.now(),
    uploads_checked_at: clock.now(),
  })
  expect(await namesFound(testApp.client(), 'brand new')).toEqual(['Brand new title'])
  expect(await namesFound(testApp.client(), 'old name')).toEqual([])
})

test('asks again only about stale facts, and about uploads when their number changed or their titles are old', async () => {
  const channel = await known('Steady')
  await refreshChannels(testApp.app)
  const calls = await callsMade(testApp.app.db)
  expect(await refreshChannels(testApp.app)).toBe(0)
  clock.advance({ days: 19 })
  expect(await refreshChannels(testApp.app)).toBe(0)
  expect(await callsMade(testApp.app.db)).toBe(calls)
  clock.advance({ days: 1 })
  expect(await refreshChannels(testApp.app)).toBe(2)
  // One call for the facts, one for the id of the list, and one for the list.
  expect(await callsMade(testApp.app.db)).toBe(calls + 3)
  expect(await read(channel)).toMatchObject({
    last_upload_at: FACTS.last_upload_at,
    uploads_checked_at: clock.now(),
  })

  const newest = new Date(clock.now().getTime() + 3_600_000)
  await tell(world.platform, channel, { uploads: 41, last_upload_at: newest })
  clock.advance({ days: 20 })
  await refreshChannels(testApp.app)
  expect(await read(channel)).toMatchObject({ uploads: 41, last_upload_at: newest })
})

test('asks every day about channels that people bought', async () => {
  const bought = await known('Bought')
  await known('Other')
  const { client } = await makeFollower(testApp, bought)
  await refreshChannels(testApp.app)
  clock.advance({ days: 1 })
  await tell(world.platform, bought, { subscribers: 2_000 })
  expect(await refreshChannels(testApp.app)).toBe(1)
  expect((await read(bought)).subscribers).toBe(2_000)
  await client.call('DELETE /rmpurchase/{userId}', {
    params: { userId: client.userId! },
    body: { channelName: bought.name },
  })
  clock.advance({ days: 1 })
  expect(await refreshChannels(testApp.app)).toBe(0)
})

test('a hidden number of subscribers becomes unknown, and missing facts stay', async () => {
  const channel = await known('Hidden', { subscribers: null })
  await testApp.app.db.updateTable('channel').set({ subscribers: 77 }).where('id', '=', channel.id).execute()
  const { thumbnail_url: picture } = await read(channel)
  await refreshChannels(testApp.app)
  expect(await read(channel)).toMatchObject({ subscribers: null, thumbnail_url: picture })
})

test('an address in a name is masked, and a name that is only an address is ignored', async () => {
  const one = await known('First')
  const other = await known('Second')
  await tell(world.platform, one, { name: 'First, write to owner@creator.example' })
  await tell(world.platform, other, { name: 'owner@creator.example' })
  await refreshChannels(testApp.app)
  expect((await read(one)).name).toBe('First, write to …')
  expect((await read(other)).name).toBe('Second')
})

test('a channel missing on two days is gone, keeps its facts, and may come back', async () => {
  const channel = await known('Vanishing')
  await refreshChannels(testApp.app)
  await tell(world.platform, channel, { status: 'gone' })
  clock.advance({ days: 20 })
  await refreshChannels(testApp.app)
  expect(await read(channel)).toMatchObject({ status: 'active', missing_since: clock.now(), ...FACTS })
  expect(await refreshChannels(testApp.app)).toBe(0)
  clock.advance({ days: 1 })
  await refreshChannels(testApp.app)
  expect(await read(channel)).toMatchObject({ status: 'gone', name: 'Vanishing', ...FACTS })
  expect(await namesFound(testApp.client(), 'vanishing')).toEqual([])

  await tell(world.platform, channel, { status: 'active' })
  clock.advance({ days: 20 })
  await refreshChannels(testApp.app)
  expect(await read(channel)).toMatchObject({ status: 'active', missing_since: null })
  expect(await namesFound(testApp.client(), 'vanishing')).toEqual(['Vanishing'])
})

test('a channel without public videos has an unknown last upload, and is not asked about repeatedly', async () => {
  const channel = await known('Empty', { uploads: 0, last_upload_at: null })
  expect(await refreshChannels(testApp.app)).toBe(2)
  expect(await read(channel)).toMatchObject({ last_upload_at: null, uploads_checked_at: clock.now() })
  expect(await refreshChannels(testApp.app)).toBe(0)
})

test('leaves part of the quota to people and other jobs, fetches facts first, and continues the next day', async () => {
  for (const name of ['One', 'Two', 'Three', 'Four']) await known(name)
  const poor = await world.startSecond({ YOUTUBE_QUOTA: 'other=5', YOUTUBE_RESERVE: '20' })
  // Three calls: all four channels, their upload lists, and one list.
  await refreshChannels(poor.app)
  const rows = () => testApp.app.db.selectFrom('channel').select(['views', 'last_upload_at']).execute()
  expect((await rows()).map(({ views }) => views)).toEqual([50_000, 50_000, 50_000, 50_000])
  expect((await rows()).filter((row) => row.last_upload_at !== null)).toHaveLength(1)
  expect(await callsMade(testApp.app.db)).toBe(3)
  await videosOf(poor.app).channels(['UCnone'], 'job')
  await videosOf(poor.app).channels(['UCnone'], 'person')
  await expect(videosOf(poor.app).channels(['UCnone'], 'person')).rejects.toThrow(VideosUnavailable)
  clock.advance({ days: 1 })
  await refreshChannels(poor.app)
  expect((await rows()).filter((row) => row.last_upload_at !== null)).toHaveLength(3)
})

test('servers that run it at once ask about every channel once', async () => {
  for (const channel of await makeChannels(testApp.app, 120))
    await makeChannel({ db: world.platform, clock }, { platformId: channel.channelId })
  const second = await world.startSecond()
  const runs = [testApp.app, second.app, testApp.app, second.app].map(refreshChannels)
  expect((await Promise.all(runs)).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 240])
  // Three calls for the facts, three for the ids of upload lists, and one for each list.
  expect(await callsMade(testApp.app.db)).toBe(126)
})

test('a failure of the platform ends the run and overwrites nothing', async () => {
  const channel = await known('Safe')
  const before = await read(channel)
  const failing = withVideos(testApp.app, {
    channels: () => Promise.reject(new VideosUnavailable('busy', 'not now')),
  })
  await expect(refreshChannels(failing)).rejects.toThrow('not now')
  expect(await read(channel)).toEqual(before)
  expect(await refreshChannels(testApp.app)).toBe(2)
})

test('a channel with a malformed answer keeps its facts, and does not block others', async () => {
  // Its id makes the platform send a malformed answer.
  const malformed = await makeChannel(testApp.app, { platformId: SENTINELS.shape })
  await testApp.app.db.updateTable('channel').set(FACTS).where('id', '=', malformed.id).execute()
  const before = await read(malformed)
  const others = []
  for (const name of ['One', 'Two', 'Three', 'Four']) others.push(await known(name))
  const { client } = await makeFollower(testApp, malformed)
  await buy(client, others[0]!)
  await refreshChannels(testApp.app)
  for (const other of others) expect(await read(other)).toMatchObject(FACTS)
  const { ask_after: askAfter, ...after } = await read(malformed)
  expect({ ...after, ask_after: null }).toEqual(before)
  expect(askAfter).toEqual(new Date(clock.now().getTime() + 86_400_000))
  const calls = await callsMade(testApp.app.db)
  expect(await refreshChannels(testApp.app)).toBe(0)
  expect(await callsMade(testApp.app.db)).toBe(calls)
  clock.advance({ days: 1 })
  await refreshChannels(testApp.app)
  expect(await callsMade(testApp.app.db)).toBeGreaterThan(calls)
})

test('a channel with malformed uploads does not block the last uploads of others', async () => {
  const malformed = await known('Odd uploads')
  const other = await known('Fine uploads')
  const videos = videosOf(testApp.app)
  const app = withVideos(testApp.app, {
    uploads: (...[list, ...rest]: Parameters<typeof videos.uploads>) =>
      list === `UU${malformed.channelId.slice(2)}`
        ? Promise.reject(new VideosUnavailable('answer', 'malformed'))
        : videos.uploads(list, ...rest),
  })
  await refreshChannels(app)
  expect(await read(other)).toMatchObject(FACTS)
  expect(await read(malformed)).toMatchObject({ ...FACTS, last_upload_at: null, uploads_checked_at: null })
  expect(await refreshChannels(app)).toBe(0)
})

test('channels whose uploads are closed are set aside, and the run goes on', async () => {
  const closed = []
  for (let number = 0; number < 20; number += 1) closed.push(await known(`Closed ${number}`))
  const open = await known('Open')
  const isClosed = new Set(closed.map(({ channelId }) => `UU${channelId.slice(2)}`))
  const videos = videosOf(testApp.app)
  const app = withVideos(testApp.app, {
    uploads: (...[list, ...rest]: Parameters<typeof videos.uploads>) =>
      isClosed.has(list)
        ? Promise.reject(new VideosUnavailable('closed', 'playlistItems answered 403'))
        : videos.uploads(list, ...rest),
  })
  expect(await refreshChannels(app)).toBeGreaterThan(0)
  expect((await read(open)).uploads_checked_at).toEqual(clock.now())
  expect(await read(closed[0]!)).toMatchObject({ ...FACTS, last_upload_at: null, uploads_checked_at: null })
  const calls = await callsMade(testApp.app.db)
  expect(await refreshChannels(app)).toBe(0)
  expect(await callsMade(testApp.app.db)).toBe(calls)
})

test('waits for the end of an import', async () => {
  const channel = await known('Imported')
  await testApp.app.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('channelbook import'))`.execute(tx)
    expect(await refreshChannels(testApp.app)).toBe(0)
  })
  expect(await callsMade(testApp.app.db)).toBe(0)
  await refreshChannels(testApp.app)
  expect((await read(channel)).views).toBe(50_000)
})

test('demo channels and channels of other platforms are not asked about', async () => {
  await makeChannel(testApp.app, { isDemo: true })
  await makeChannel(testApp.app, { platform: 'elsewhere' })
  await makeChannel(testApp.app, { platformId: null })
  expect(await refreshChannels(testApp.app)).toBe(0)
})

test('numbers that could not be refreshed become unknown before they have been kept for 30 days, those of imports stay', async () => {
  const refreshed = await known('Told by the platform')
  const imported = await makeChannel(testApp.app, { isDemo: true })
  const { db } = testApp.app
  await db.updateTable('channel').set({ subscribers: 5 }).where('id', '=', imported.id).execute()
  await refreshChannels(testApp.app)
  clock.advance({ days: 29, hours: 23 })
  await forgetPlatformNumbers(testApp.app)
  expect(await read(refreshed)).toMatchObject(FACTS)
  // The next run, in an hour, would be too late.
  clock.advance({ minutes: 1 })
  await forgetPlatformNumbers(testApp.app)
  expect(await read(refreshed)).toMatchObject({
    name: 'Told by the platform',
    subscribers: null,
    views: null,
    last_upload_at: null,
    uploads_checked_at: null,
  })
  expect((await read(imported)).subscribers).toBe(5)
})
