import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pino } from 'pino'
import { startLocalYoutube } from '#local/youtube/local-youtube.ts'
import { SENTINELS } from '#local/youtube/youtube-errors.ts'
import { VideosUnavailable } from '#server/adapters/videos/videos.ts'
import { type Db, openDatabase, openPool } from '#server/db/connect.ts'
import { namesFound, refreshSearch } from '#test/support/catalogue-world.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { makeChannel, makeChannels, type TestChannel } from '#test/support/factories.ts'
import { buy, makeFollower } from '#test/support/statistics-world.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { TestClock } from '#test/support/test-clock.ts'
import { keepShown } from '../search/shown.sql.ts'
import { forgetPlatformNumbers, refreshChannels } from './refresh-channels.ts'

// The platform has its own catalogue, so that it can differ from ours.
let stack: AsyncDisposableStack
let platform: Db
let clock: TestClock
let testApp: TestApp
let access: { readonly url: string; readonly key: string }

beforeEach(async () => {
  stack = new AsyncDisposableStack()
  clock = new TestClock()
  const { url } = stack.use(await createTestDatabase())
  platform = openDatabase(openPool(url, { max: 3, onLost: () => undefined }))
  stack.defer(() => platform.destroy())
  const log = pino({ level: 'silent' })
  const local = await startLocalYoutube({ databaseUrl: url, publicUrl: 'http://127.0.0.1:1', clock, log })
  stack.defer(() => local.close())
  access = local.access
  testApp = stack.use(await startApp())
})
afterEach(() => stack.disposeAsync())

function startApp(env: Readonly<Record<string, string>> = {}, databaseUrl?: string): Promise<TestApp> {
  return createTestApp({
    env: { RATE_LIMITS: 'off', ...env },
    clock,
    overrides: { videos: access },
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  })
}

const FACTS = {
  subscribers: 1_234,
  views: 50_000,
  uploads: 40,
  last_upload_at: new Date('2026-03-01T10:00:00Z'),
}
type Facts = { readonly [Fact in keyof typeof FACTS]?: (typeof FACTS)[Fact] | null }

/** A channel in both our catalogue and the platform's. */
async function makeKnown(name: string, facts: Facts = {}): Promise<TestChannel> {
  const channel = await makeChannel(testApp.app, { name })
  await refreshSearch(testApp.app.db, [channel.id])
  await makeChannel({ db: platform, clock }, { name, platformId: channel.channelId })
  await tell(channel, { ...FACTS, ...facts })
  return channel
}

/** Changes what the platform answers about a channel from now on. */
async function tell(
  { channelId }: Pick<TestChannel, 'channelId'>,
  facts: Facts & { readonly name?: string; readonly status?: string },
): Promise<void> {
  await platform.updateTable('channel').set(facts).where('platform_id', '=', channelId).execute()
}

function read({ id }: TestChannel) {
  return testApp.app.db.selectFrom('channel').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function callsMade(): Promise<number> {
  const rows = await testApp.app.db.selectFrom('platform_quota').select('used').execute()
  return rows.reduce((sum, { used }) => sum + used, 0)
}

test('updates names, numbers and the last upload, and search with them', async () => {
  const channel = await makeKnown('Old name')
  await tell(channel, { name: 'Brand new title' })
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
  const channel = await makeKnown('Steady')
  await refreshChannels(testApp.app)
  const calls = await callsMade()
  expect(await refreshChannels(testApp.app)).toBe(0)
  clock.advance({ days: 19 })
  expect(await refreshChannels(testApp.app)).toBe(0)
  expect(await callsMade()).toBe(calls)
  clock.advance({ days: 1 })
  expect(await refreshChannels(testApp.app)).toBe(2)
  // One call for the facts, one for the id of the list, and one for the list.
  expect(await callsMade()).toBe(calls + 3)
  expect(await read(channel)).toMatchObject({
    last_upload_at: FACTS.last_upload_at,
    uploads_checked_at: clock.now(),
  })

  const newest = new Date(clock.now().getTime() + 3_600_000)
  await tell(channel, { uploads: 41, last_upload_at: newest })
  clock.advance({ days: 20 })
  await refreshChannels(testApp.app)
  expect(await read(channel)).toMatchObject({ uploads: 41, last_upload_at: newest })
})

test('asks again for uploads whose titles would soon have to be forgotten, although there are no new ones', async () => {
  const silent = await makeKnown('Silent')
  const bought = await makeKnown('Bought and silent')
  const { client } = await makeFollower(testApp, bought)
  await buy(client, bought)
  const readAt = async () => {
    const rows = await testApp.app.db
      .selectFrom('channel_recent')
      .select(['channel_id', 'read_at'])
      .where('channel_id', 'in', [silent.id, bought.id])
      .orderBy('channel_id')
      .execute()
    return rows.map((row) => row.read_at)
  }
  await refreshChannels(testApp.app)
  const first = clock.now()
  expect(await readAt()).toEqual([first, first])
  clock.advance({ days: 19 })
  await refreshChannels(testApp.app)
  expect(await readAt()).toEqual([first, first])
  clock.advance({ days: 1 })
  await refreshChannels(testApp.app)
  expect(await readAt()).toEqual([clock.now(), clock.now()])
  await refreshChannels(testApp.app)
  clock.advance({ days: 29 })
  await forgetPlatformNumbers(testApp.app)
  expect(await readAt()).toHaveLength(2)
})

test('asks every day about channels that people bought', async () => {
  const bought = await makeKnown('Bought')
  await makeKnown('Other')
  const { client } = await makeFollower(testApp, bought)
  await refreshChannels(testApp.app)
  clock.advance({ days: 1 })
  await tell(bought, { subscribers: 2_000 })
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
  const channel = await makeKnown('Hidden', { subscribers: null })
  await testApp.app.db.updateTable('channel').set({ subscribers: 77 }).where('id', '=', channel.id).execute()
  const { thumbnail_url: picture } = await read(channel)
  await refreshChannels(testApp.app)
  expect(await read(channel)).toMatchObject({ subscribers: null, thumbnail_url: picture })
})

test('an address in a name is masked, and a name that is only an address is ignored', async () => {
  const one = await makeKnown('First')
  const other = await makeKnown('Second')
  await tell(one, { name: 'First, write to owner@creator.example' })
  await tell(other, { name: 'owner@creator.example' })
  await refreshChannels(testApp.app)
  expect((await read(one)).name).toBe('First, write to …')
  expect((await read(other)).name).toBe('Second')
})

test('a channel missing on two days is gone, keeps its facts, and may come back', async () => {
  const channel = await makeKnown('Vanishing')
  await refreshChannels(testApp.app)
  await tell(channel, { status: 'gone' })
  clock.advance({ days: 20 })
  await refreshChannels(testApp.app)
  expect(await read(channel)).toMatchObject({ status: 'active', missing_since: clock.now(), ...FACTS })
  expect(await refreshChannels(testApp.app)).toBe(0)
  clock.advance({ days: 1 })
  await refreshChannels(testApp.app)
  expect(await read(channel)).toMatchObject({ status: 'gone', name: 'Vanishing', ...FACTS })
  expect(await namesFound(testApp.client(), 'vanishing')).toEqual([])

  await tell(channel, { status: 'active' })
  clock.advance({ days: 20 })
  await refreshChannels(testApp.app)
  expect(await read(channel)).toMatchObject({ status: 'active', missing_since: null })
  expect(await namesFound(testApp.client(), 'vanishing')).toEqual(['Vanishing'])
})

test('a channel without public videos has an unknown last upload, and is not asked about repeatedly', async () => {
  const channel = await makeKnown('Empty', { uploads: 0, last_upload_at: null })
  expect(await refreshChannels(testApp.app)).toBe(2)
  expect(await read(channel)).toMatchObject({ last_upload_at: null, uploads_checked_at: clock.now() })
  expect(await refreshChannels(testApp.app)).toBe(0)
})

test('leaves part of the quota to people and other jobs, fetches facts first, and continues the next day', async () => {
  for (const name of ['One', 'Two', 'Three', 'Four']) await makeKnown(name)
  await using poor = await startApp({ YOUTUBE_QUOTA: 'other=5', YOUTUBE_RESERVE: '20' }, testApp.databaseUrl)
  // Three calls: all four channels, their upload lists, and one list.
  await refreshChannels(poor.app)
  const known = () => testApp.app.db.selectFrom('channel').select(['views', 'last_upload_at']).execute()
  expect((await known()).map(({ views }) => views)).toEqual([50_000, 50_000, 50_000, 50_000])
  expect((await known()).filter((row) => row.last_upload_at !== null)).toHaveLength(1)
  expect(await callsMade()).toBe(3)
  await poor.app.videos.channels(['UCnone'], 'job')
  await poor.app.videos.channels(['UCnone'], 'person')
  await expect(poor.app.videos.channels(['UCnone'], 'person')).rejects.toThrow(VideosUnavailable)
  clock.advance({ days: 1 })
  await refreshChannels(poor.app)
  expect((await known()).filter((row) => row.last_upload_at !== null)).toHaveLength(3)
})

test('servers that run it at once ask about every channel once', async () => {
  for (const channel of await makeChannels(testApp.app, 120))
    await makeChannel({ db: platform, clock }, { platformId: channel.channelId })
  await using second = await startApp({}, testApp.databaseUrl)
  const runs = [testApp.app, second.app, testApp.app, second.app].map(refreshChannels)
  expect((await Promise.all(runs)).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 240])
  // Three calls for the facts, three for the ids of upload lists, and one for each list.
  expect(await callsMade()).toBe(126)
})

test('a failure of the platform ends the run and overwrites nothing', async () => {
  const channel = await makeKnown('Safe')
  const before = await read(channel)
  const videos = {
    ...testApp.app.videos,
    channels: () => Promise.reject(new VideosUnavailable('busy', 'not now')),
  }
  await expect(refreshChannels({ ...testApp.app, videos })).rejects.toThrow('not now')
  expect(await read(channel)).toEqual(before)
  expect(await refreshChannels(testApp.app)).toBe(2)
})

test('a channel with a malformed answer keeps its facts, and does not block others', async () => {
  // Its id makes the platform send a malformed answer.
  const malformed = await makeChannel(testApp.app, { platformId: SENTINELS.shape })
  await testApp.app.db.updateTable('channel').set(FACTS).where('id', '=', malformed.id).execute()
  const before = await read(malformed)
  const others = []
  for (const name of ['One', 'Two', 'Three', 'Four']) others.push(await makeKnown(name))
  const { client } = await makeFollower(testApp, malformed)
  await buy(client, others[0]!)
  await refreshChannels(testApp.app)
  for (const other of others) expect(await read(other)).toMatchObject(FACTS)
  const { ask_after: askAfter, ...after } = await read(malformed)
  expect({ ...after, ask_after: null }).toEqual(before)
  expect(askAfter).toEqual(new Date(clock.now().getTime() + 86_400_000))
  const calls = await callsMade()
  expect(await refreshChannels(testApp.app)).toBe(0)
  expect(await callsMade()).toBe(calls)
  clock.advance({ days: 1 })
  await refreshChannels(testApp.app)
  expect(await callsMade()).toBeGreaterThan(calls)
})

test('a channel with malformed uploads does not block the last uploads of others', async () => {
  const malformed = await makeKnown('Odd uploads')
  const other = await makeKnown('Fine uploads')
  const { videos } = testApp.app
  const app = {
    ...testApp.app,
    videos: {
      ...videos,
      uploads: (...[list, ...rest]: Parameters<typeof videos.uploads>) =>
        list === `UU${malformed.channelId.slice(2)}`
          ? Promise.reject(new VideosUnavailable('answer', 'malformed'))
          : videos.uploads(list, ...rest),
    },
  }
  await refreshChannels(app)
  expect(await read(other)).toMatchObject(FACTS)
  expect(await read(malformed)).toMatchObject({ ...FACTS, last_upload_at: null, uploads_checked_at: null })
  expect(await refreshChannels(app)).toBe(0)
})

test('waits for the end of an import', async () => {
  const channel = await makeKnown('Imported')
  await testApp.app.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('channelbook import'))`.execute(tx)
    expect(await refreshChannels(testApp.app)).toBe(0)
  })
  expect(await callsMade()).toBe(0)
  await refreshChannels(testApp.app)
  expect((await read(channel)).views).toBe(50_000)
})

test('demo channels and channels of other platforms are not asked about', async () => {
  await makeChannel(testApp.app, { isDemo: true })
  await makeChannel(testApp.app, { platform: 'elsewhere' })
  await makeChannel(testApp.app, { platformId: null })
  expect(await refreshChannels(testApp.app)).toBe(0)
})

test('numbers that could not be refreshed for 30 days become unknown, those of imports stay', async () => {
  const refreshed = await makeKnown('Told by the platform')
  const imported = await makeChannel(testApp.app, { isDemo: true })
  const { db } = testApp.app
  await db.updateTable('channel').set({ subscribers: 5 }).where('id', '=', imported.id).execute()
  await refreshChannels(testApp.app)
  clock.advance({ days: 30 })
  await forgetPlatformNumbers(testApp.app)
  expect(await read(refreshed)).toMatchObject(FACTS)
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

function readWords({ id }: TestChannel) {
  return testApp.app.db
    .selectFrom('channel_recent')
    .selectAll()
    .where('channel_id', '=', id)
    .executeTakeFirst()
}

test('keeps words, months and language of the titles that it lists anyway, without a further call', async () => {
  const channel = await makeKnown('Titled')
  await refreshChannels(testApp.app)
  // The facts, the facts with the id of the list, and the list.
  expect(await callsMade()).toBe(3)
  const kept = (await readWords(channel))!
  expect(kept.words).toHaveLength(kept.keys.length)
  expect(kept).toMatchObject({ speech: 'en', read_at: clock.now(), listed_since: null })
  expect(kept.months.at(-1)).toBeGreaterThan(0)
  const { status, body } = await testApp.client().call('POST /topics', { body: { text: kept.words[0]! } })
  expect([status, body.data?.map(({ channel_name: name }) => name)]).toEqual([200, ['Titled']])
})

test('replaces words when uploads change, and deletes them when they could not be read again for 30 days', async () => {
  const channel = await makeKnown('Titled', { uploads: 10 })
  await refreshChannels(testApp.app)
  const first = await readWords(channel)
  clock.advance({ days: 20 })
  await tell(channel, { uploads: 80, last_upload_at: clock.now() })
  await refreshChannels(testApp.app)
  const second = await readWords(channel)
  expect(second).not.toEqual(first)
  expect(second).toMatchObject({ read_at: clock.now() })
  expect(second?.listed_since).not.toBeNull()
  clock.advance({ days: 30 })
  await forgetPlatformNumbers(testApp.app)
  expect(await readWords(channel)).toEqual(second)
  clock.advance({ minutes: 1 })
  await forgetPlatformNumbers(testApp.app)
  expect(await readWords(channel)).toBeUndefined()
})

test('words of a channel whose uploads are malformed stay as they are', async () => {
  const channel = await makeKnown('Odd later')
  await refreshChannels(testApp.app)
  const before = await readWords(channel)
  clock.advance({ days: 20 })
  await tell(channel, { uploads: 41 })
  const { videos } = testApp.app
  const uploads = () => Promise.reject(new VideosUnavailable('answer', 'malformed'))
  await refreshChannels({ ...testApp.app, videos: { ...videos, uploads } })
  expect(await readWords(channel)).toEqual(before)
})

test('lists the uploads of channels first that were on the first page of a search', async () => {
  const channels = []
  for (let at = 0; at < 4; at += 1) channels.push(await makeKnown(`Number ${at}`))
  const seen = channels[2]!
  await keepShown(testApp.app.db, [seen.channelId], clock.now())
  // Three calls: the facts of all, then with the ids of their lists, and one list.
  await using poor = await startApp({ YOUTUBE_QUOTA: 'other=5', YOUTUBE_RESERVE: '20' }, testApp.databaseUrl)
  await refreshChannels(poor.app)
  const kept = await testApp.app.db.selectFrom('channel_recent').select('channel_id').execute()
  expect(kept).toEqual([{ channel_id: seen.id }])
})
