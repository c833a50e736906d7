import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pino } from 'pino'
import { startLocalYoutube } from '#local/youtube/local-youtube.ts'
import { type Db, openDatabase, openPool } from '#server/db/connect.ts'
import { refreshChannels } from '#server/features/refresh/refresh-channels.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { logIn, makeChannel, makePerson, type TestChannel } from '#test/support/factories.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { TestClock } from '#test/support/test-clock.ts'
import { listVideos } from './list-videos.ts'
import { purgeChannelPages } from './purge-channel-pages.ts'

// The platform has its own catalogue, so that it can differ from ours.
let stack: AsyncDisposableStack
let platform: Db
let clock: TestClock
let testApp: TestApp
let access: { readonly url: string; readonly key: string }

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  clock = new TestClock()
  const { url } = stack.use(await createTestDatabase())
  platform = openDatabase(openPool(url, { max: 3, onLost: () => undefined }))
  stack.defer(() => platform.destroy())
  const log = pino({ level: 'silent' })
  const local = await startLocalYoutube({ databaseUrl: url, publicUrl: 'http://127.0.0.1:1', clock, log })
  stack.defer(() => local.close())
  access = local.access
  testApp = stack.use(
    await createTestApp({ env: { RATE_LIMITS: 'off' }, clock, overrides: { videos: access } }),
  )
})
afterAll(() => stack.disposeAsync())
beforeEach(() => clock.set('2026-03-10T09:00:00.000Z'))

/** A second server on the same database. */
async function startSecond(
  env: Readonly<Record<string, string>> = {},
  videos: typeof access = access,
): Promise<TestApp> {
  const { databaseUrl } = testApp
  return stack.use(
    await createTestApp({ env: { RATE_LIMITS: 'off', ...env }, clock, databaseUrl, overrides: { videos } }),
  )
}

/** Nothing listens there. */
const AWAY = { url: 'http://127.0.0.1:9', key: '' }

/** A channel in both our catalogue and the platform's, with its last upload on 1 March. */
async function makeKnown(given: Parameters<typeof makeChannel>[1] = {}): Promise<TestChannel> {
  const channel = await makeChannel(testApp.app, given)
  const { id } = await makeChannel({ db: platform, clock }, { ...given, platformId: channel.channelId })
  await platform
    .updateTable('channel')
    .set({ subscribers: 1_000, uploads: 40, last_upload_at: new Date('2026-03-01T10:00:00Z') })
    .where('id', '=', id)
    .execute()
  return channel
}

function look({ channelId }: TestChannel, server = testApp) {
  return server.client().call('GET /channels/{channelId}/videos', { params: { channelId } })
}

/** How many calls of the platform some work costs. */
async function callsOf(work: () => Promise<unknown>): Promise<number> {
  const made = async () => {
    const rows = await testApp.app.db.selectFrom('platform_quota').select('used').execute()
    return rows.reduce((sum, { used }) => sum + used, 0)
  }
  const before = await made()
  await work()
  return (await made()) - before
}

test('shows the last ten videos, newest first, with the platform’s own figures, for two calls a day', async () => {
  const channel = await makeKnown()
  const { status, body } = await look(channel)
  expect(status).toBe(200)
  const { videos, ...rest } = body.data
  expect(rest).toEqual({ fetchedAt: clock.now().toISOString(), problem: null })
  expect(videos).toHaveLength(10)
  expect(videos[0]).toEqual({
    videoId: expect.stringMatching(/^[\w-]{11}$/),
    title: expect.any(String),
    thumbnail: null,
    publishedAt: '2026-03-01T10:00:00.000Z',
    views: expect.any(Number),
    likes: expect.any(Number),
    comments: expect.any(Number),
  })
  const times = videos.map(({ publishedAt }) => publishedAt!)
  expect(times).toEqual(times.toSorted().toReversed())

  clock.advance({ hours: 23 })
  const again = async () => expect((await look(channel)).body.data).toEqual(body.data)
  expect(await callsOf(again)).toBe(0)
  clock.advance({ hours: 1 })
  const anew = async () => expect((await look(channel)).body.data.fetchedAt).toBe(clock.now().toISOString())
  expect(await callsOf(anew)).toBe(2)
})

test('many first looks at once, on two servers, ask the platform once', async () => {
  const channel = await makeKnown()
  const second = await startSecond()
  const together = async () => {
    const looks = Array.from({ length: 20 }, (_, at) => look(channel, at % 2 === 0 ? testApp : second))
    const answers = await Promise.all(looks)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.body.data.videos).toHaveLength(10)
  }
  expect(await callsOf(together)).toBe(2)
})

test('a demo channel has videos too, with pictures of our own', async () => {
  await using local = await createTestApp({ clock, env: { RATE_LIMITS: 'off' } })
  const channel = await makeChannel(local.app, { isDemo: true })
  const { data } = (await look(channel, local)).body
  expect(data.videos).toHaveLength(10)
  expect(data.videos[0]?.thumbnail).toMatch(/^\/thumbnails\/demo\/videos\/[\w-]{11}\.svg$/)
})

test('a channel without videos, and one of another platform, has none', async () => {
  const empty = await makeChannel(testApp.app)
  expect((await look(empty)).body.data).toEqual({
    videos: [],
    fetchedAt: clock.now().toISOString(),
    problem: null,
  })
  for (const given of [{ platform: 'elsewhere' }, { platformId: null }]) {
    const channel = await makeChannel(testApp.app, given)
    const askNobody = async () =>
      expect((await look(channel)).body.data).toEqual({ videos: [], fetchedAt: null, problem: null })
    expect(await callsOf(askNobody)).toBe(0)
  }
})

test('with the day’s quota spent, what is kept is shown with its date', async () => {
  const channel = await makeKnown()
  const { data } = (await look(channel)).body
  clock.advance({ days: 2 })
  const poor = await startSecond({ YOUTUBE_QUOTA: 'other=0' })
  expect((await look(channel, poor)).body.data).toEqual({ ...data, problem: 'quota' })
  expect((await look(await makeKnown(), poor)).body.data).toEqual({
    videos: [],
    fetchedAt: null,
    problem: 'quota',
  })
})

test('with the platform away, what is kept is shown, and it is asked again after a minute', async () => {
  const channel = await makeKnown()
  const { data } = (await look(channel)).body
  clock.advance({ days: 2 })
  const cutOff = await startSecond({}, AWAY)
  expect((await look(channel, cutOff)).body.data).toEqual({ ...data, problem: 'unavailable' })
  // Nobody asks a platform again that has just not answered.
  const askNobody = async () =>
    expect((await look(channel)).body.data).toEqual({ ...data, problem: 'unavailable' })
  expect(await callsOf(askNobody)).toBe(0)
  clock.advance({ minutes: 1 })
  expect((await look(channel)).body.data).toMatchObject({
    fetchedAt: clock.now().toISOString(),
    problem: null,
  })
})

test('keeps a list for 30 days, also when the platform did not answer since', async () => {
  const channel = await makeKnown()
  await look(channel)
  const cutOff = await startSecond({}, AWAY)
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

test('shows no list that is older than 30 days, before the purge too', async () => {
  const channel = await makeKnown()
  await look(channel)
  clock.advance({ days: 30, minutes: 1 })
  const poor = await startSecond({ YOUTUBE_QUOTA: 'other=0' })
  expect((await look(channel, poor)).body.data).toEqual({ videos: [], fetchedAt: null, problem: 'quota' })
})

test('the purge deletes subscribers of days that may no longer be kept', async () => {
  const channel = await makeKnown()
  await refreshChannels(testApp.app)
  const days = () =>
    testApp.app.db.selectFrom('channel_day').selectAll().where('channel_id', '=', channel.id).execute()
  expect(await days()).toEqual([{ channel_id: channel.id, day: '2026-03-10', subscribers: 1_000 }])
  clock.advance({ days: 29 })
  await purgeChannelPages(testApp.app)
  expect(await days()).toHaveLength(1)
  clock.advance({ days: 1 })
  await purgeChannelPages(testApp.app)
  expect(await days()).toEqual([])
})

test('titles are text: without addresses, control characters and reversed writing', async () => {
  const channel = await makeKnown()
  const { app } = testApp
  const title = `<img src=x onerror=alert(1)>\u202e\u0007 write to ${channel.addresses[0]}`
  const videos: typeof app.videos = {
    ...app.videos,
    videos: async (...asked) => (await app.videos.videos(...asked)).map((video) => ({ ...video, title })),
  }
  await listVideos({ ...app, videos }, { channelId: channel.channelId, network: 'n' })
  const [first] = (await look(channel)).body.data.videos
  expect(first?.title).toBe('<img src=x onerror=alert(1)> write to …')
})

test('pictures of unknown hosts are left out', async () => {
  const channel = await makeKnown()
  const { app } = testApp
  const pictures = [
    'https://i.ytimg.com/vi/a/mq.jpg',
    'https://evil.example/i.ytimg.com/a.jpg',
    'javascript:1',
  ]
  const videos: typeof app.videos = {
    ...app.videos,
    videos: async (...asked) =>
      (await app.videos.videos(...asked)).map((video, at) => ({ ...video, thumbnail: pictures[at] ?? null })),
  }
  await listVideos({ ...app, videos }, { channelId: channel.channelId, network: 'n' })
  const shown = (await look(channel)).body.data.videos.map(({ thumbnail }) => thumbnail)
  expect(shown.filter((thumbnail) => thumbnail !== null)).toEqual([pictures[0]])
})

test('a video of today ends the silence of a channel', async () => {
  const channel = await makeKnown()
  await refreshChannels(testApp.app)
  const newest = new Date(clock.now().getTime() + 3_600_000)
  await platform
    .updateTable('channel')
    .set({ last_upload_at: newest })
    .where('platform_id', '=', channel.channelId)
    .execute()
  clock.advance({ days: 1 })
  await look(channel)
  const { body } = await testApp.client().call('GET /channels/{channelId}', {
    params: { channelId: channel.channelId },
  })
  expect(body.data.channel).toMatchObject({
    lastUploadAt: newest.toISOString(),
    uploadsCheckedAt: clock.now().toISOString(),
  })
})

test('the words and months of the list are kept, also of a channel that was never refreshed', async () => {
  const channel = await makeKnown()
  await look(channel)
  const { body } = await testApp.client().call('GET /channels/{channelId}', {
    params: { channelId: channel.channelId },
  })
  expect(body.data.topics).not.toEqual([])
  expect(body.data.uploads.at(-1)).toEqual({ month: '2026-03', count: 1 })
  // The platform's last upload is not, as it would be forgotten only with the other facts.
  expect(body.data.channel.lastUploadAt).toBeNull()
})

test('a network makes the platform be asked a limited number of times an hour', async () => {
  const limited = await startSecond({ RATE_LIMITS: 'on', LIMITS: 'platform_videos=2/3600' })
  const [first, second, third] = [await makeKnown(), await makeKnown(), await makeKnown()]
  expect((await look(first, limited)).status).toBe(200)
  expect((await look(second, limited)).status).toBe(200)
  expect((await look(third, limited)).status).toBe(429)
  // What is kept costs no call.
  expect((await look(first, limited)).status).toBe(200)
})

test('figures of our own are shown only where the platform’s amendment was accepted', async () => {
  const channel = await makeKnown()
  expect((await look(channel)).body.data).not.toHaveProperty('calculated')
  const accepted = await startSecond({ YOUTUBE_AMENDMENT_ACCEPTED: 'true' })
  const { calculated, videos } = (await look(channel, accepted)).body.data
  const settled = videos.filter(({ publishedAt }) => publishedAt! <= '2026-03-03T09:00:00.000Z')
  const views = settled.map((video) => video.views!).toSorted((a, b) => a - b)
  const middle = (views[Math.floor((views.length - 1) / 2)]! + views[Math.floor(views.length / 2)]!) / 2
  expect(calculated).toEqual({
    medianViews: Math.round(middle),
    engagementPer1000: expect.any(Number),
    videos: settled.length,
  })
})

test('a channel that is gone, or unknown, has no list', async () => {
  const gone = await makeChannel(testApp.app, { isGone: true })
  expect((await look(gone)).status).toBe(404)
  expect((await look({ ...gone, channelId: 'nothing' })).status).toBe(404)
})

test('a report that a channel is alive asks the platform at once', async () => {
  const channel = await makeKnown()
  await refreshChannels(testApp.app)
  const newest = new Date(clock.now().getTime() + 3_600_000)
  await platform
    .updateTable('channel')
    .set({ last_upload_at: newest, subscribers: 2_000 })
    .where('platform_id', '=', channel.channelId)
    .execute()
  clock.advance({ days: 3 })
  const person = await makePerson(testApp.app)
  const report = async (server = testApp) =>
    (await logIn(server, person)).call('POST /channels/{channelId}/alive', {
      params: { channelId: channel.channelId },
    })
  expect((await report()).body.data).toEqual({
    lastUploadAt: newest.toISOString(),
    uploadsCheckedAt: clock.now().toISOString(),
    isAsked: true,
  })
  const shown = await testApp.client().call('GET /channels/{channelId}', {
    params: { channelId: channel.channelId },
  })
  expect(shown.body.data.history).toEqual([
    { date: '2026-03-10', subscribers: 1_000 },
    { date: '2026-03-13', subscribers: 2_000 },
  ])
  // A second report is the same one, and without the platform what is known stays.
  const cutOff = await startSecond({}, AWAY)
  clock.advance({ days: 1 })
  expect((await report(cutOff)).body.data).toMatchObject({
    lastUploadAt: newest.toISOString(),
    isAsked: false,
  })
  const reports = await testApp.app.db.selectFrom('alive_report').selectAll().execute()
  expect(reports).toEqual([{ person_id: person.id, channel_id: channel.id, reported_at: clock.now() }])
})

test('a report about an unknown channel is refused', async () => {
  const browser = await logIn(testApp, await makePerson(testApp.app))
  const { status } = await browser.call('POST /channels/{channelId}/alive', { params: { channelId: 'none' } })
  expect(status).toBe(404)
})
