import { beforeAll, beforeEach, expect, test } from 'vitest'
import { refreshChannels } from '#server/features/refresh/refresh-channels.ts'
import { logIn, makeChannel, makePerson, type TestChannel } from '#test/support/factories.ts'
import {
  AWAY,
  callsMade,
  createPlatformWorld,
  makeKnown,
  tell,
  videosOf,
  withVideos,
} from '#test/support/platform-world.ts'
import { shared } from '#test/support/shared.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import type { TestClock } from '#test/support/test-clock.ts'
import { listVideos } from './list-videos.ts'

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

/** How many calls of the platform some work costs. */
async function callsOf(work: () => Promise<unknown>): Promise<number> {
  const before = await callsMade(testApp.app.db)
  await work()
  return (await callsMade(testApp.app.db)) - before
}

test('shows the last ten videos, newest first, with the platform’s own metrics, for two calls a day', async () => {
  const channel = await makeKnown(world)
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
  const channel = await makeKnown(world)
  const second = await world.startSecond()
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
  const channel = await makeKnown(world)
  const { data } = (await look(channel)).body
  clock.advance({ days: 2 })
  const poor = await world.startSecond({ YOUTUBE_QUOTA: 'other=0' })
  expect((await look(channel, poor)).body.data).toEqual({ ...data, problem: 'quota' })
  expect((await look(await makeKnown(world), poor)).body.data).toEqual({
    videos: [],
    fetchedAt: null,
    problem: 'quota',
  })
})

test('with the platform away, what is kept is shown, and it is asked again after a minute', async () => {
  const channel = await makeKnown(world)
  const { data } = (await look(channel)).body
  clock.advance({ days: 2 })
  const cutOff = await world.startSecond({}, AWAY)
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

test('shows no list that is older than 30 days, before the purge too', async () => {
  const channel = await makeKnown(world)
  await look(channel)
  clock.advance({ days: 30, minutes: 1 })
  const poor = await world.startSecond({ YOUTUBE_QUOTA: 'other=0' })
  expect((await look(channel, poor)).body.data).toEqual({ videos: [], fetchedAt: null, problem: 'quota' })
})

test('titles are text: without addresses, control characters and reversed writing', async () => {
  const channel = await makeKnown(world)
  const { app } = testApp
  const title = `<img src=x onerror=alert(1)>\u202e\u0007 write to ${channel.addresses[0]}`
  const titled = withVideos(app, {
    videos: async (...asked) => (await videosOf(app).videos(...asked)).map((video) => ({ ...video, title })),
  })
  await listVideos(titled, { channelId: channel.channelId, looker: { personId: null, network: 'n' } })
  const [first] = (await look(channel)).body.data.videos
  expect(first?.title).toBe('<img src=x onerror=alert(1)> write to …')
})

test('pictures of unknown hosts are left out', async () => {
  const channel = await makeKnown(world)
  const { app } = testApp
  const pictures = [
    'https://i.ytimg.com/vi/a/mq.jpg',
    'https://evil.example/i.ytimg.com/a.jpg',
    'javascript:1',
  ]
  const pictured = withVideos(app, {
    videos: async (...asked) =>
      (await videosOf(app).videos(...asked)).map((video, at) => ({
        ...video,
        thumbnail: pictures[at] ?? null,
      })),
  })
  await listVideos(pictured, { channelId: channel.channelId, looker: { personId: null, network: 'n' } })
  const shown = (await look(channel)).body.data.videos.map(({ thumbnail }) => thumbnail)
  expect(shown.filter((thumbnail) => thumbnail !== null)).toEqual([pictures[0]])
})

test('a video of today ends the silence of a channel', async () => {
  const channel = await makeKnown(world)
  await refreshChannels(testApp.app)
  const newest = new Date(clock.now().getTime() + 3_600_000)
  await tell(world.platform, channel, { last_upload_at: newest })
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
  const channel = await makeKnown(world)
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
  const limited = await world.startSecond({ RATE_LIMITS: 'on', LIMITS: 'platform_videos=2/3600' })
  const [first, second, third] = [await makeKnown(world), await makeKnown(world), await makeKnown(world)]
  // Those who wait for another one's answer cost nothing.
  const together = await Promise.all(Array.from({ length: 6 }, () => look(first, limited)))
  expect(together.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
  expect((await look(second, limited)).status).toBe(200)
  expect((await look(third, limited)).status).toBe(429)
  // What is kept costs no call either, and is shown with its date however old it is.
  const { data } = (await look(first, limited)).body
  expect(data.problem).toBeNull()
  clock.advance({ minutes: 59 })
  await testApp.app.db
    .updateTable('channel_videos')
    .set({ fetched_at: new Date('2026-03-08T09:00:00.000Z') })
    .where('channel_id', '=', first.id)
    .execute()
  const old = { ...data, fetchedAt: '2026-03-08T09:00:00.000Z', problem: 'quota' }
  expect((await look(first, limited)).body.data).toEqual(old)
  // Who may not ask holds up nobody who may.
  expect((await look(first)).body.data).toMatchObject({ fetchedAt: clock.now().toISOString(), problem: null })
})

test('people look within a limit of their own, and visitors cannot use up their calls nor those of the refresh', async () => {
  clock.set('2026-04-20T09:00:00.000Z')
  // Visitors may use 2 calls, the refresh 12.
  const small = await world.startSecond({
    YOUTUBE_QUOTA: 'other=20',
    RATE_LIMITS: 'on',
    LIMITS: 'platform_units=2/86400',
  })
  const channels = await makeKnown(world).then(async (one) => [
    one,
    await makeKnown(world),
    await makeKnown(world),
  ])
  const ofVisitor = async (at: number) => (await look(channels[at]!, small)).body.data
  expect(await ofVisitor(0)).toMatchObject({ problem: null })
  expect(await ofVisitor(1)).toEqual({ videos: [], fetchedAt: null, problem: 'quota' })
  const person = await logIn(small, await makePerson(testApp.app))
  const ofPerson = (at: number) =>
    person.call('GET /channels/{channelId}/videos', { params: { channelId: channels[at]!.channelId } })
  expect((await ofPerson(1)).body.data.problem).toBeNull()
  expect((await ofPerson(2)).status).toBe(429)
  const used = () => callsMade(testApp.app.db)
  const before = await used()
  await refreshChannels(small.app)
  // Two were made for a person, which counts; the two for visitors do not.
  expect((await used()) - before).toBe(10)
})

test('metrics of our own are shown only where the platform’s amendment was accepted', async () => {
  const channel = await makeKnown(world)
  expect((await look(channel)).body.data).not.toHaveProperty('calculated')
  const accepted = await world.startSecond({ YOUTUBE_AMENDMENT_ACCEPTED: 'true' })
  const { calculated, videos } = (await look(channel, accepted)).body.data
  const settled = videos.filter(({ publishedAt }) => publishedAt! <= '2026-03-03T09:00:00.000Z')
  const views = settled.map((video) => video.views!).toSorted((a, b) => a - b)
  const middle = (views[Math.floor((views.length - 1) / 2)]! + views[Math.floor(views.length / 2)]!) / 2
  expect(calculated).toEqual({
    medianViews: Math.round(middle),
    usualViews: {
      from: views[Math.floor(views.length / 4)],
      to: views[views.length - 1 - Math.floor(views.length / 4)],
    },
    engagementPer1000: expect.any(Number),
    videos: settled.length,
  })
})

test('a channel that is gone, or unknown, has no list', async () => {
  const gone = await makeChannel(testApp.app, { isGone: true })
  expect((await look(gone)).status).toBe(404)
  expect((await look({ ...gone, channelId: 'nothing' })).status).toBe(404)
})
