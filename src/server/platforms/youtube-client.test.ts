import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import Fastify from 'fastify'
import { pino } from 'pino'
import { SENTINELS } from '#local/youtube/youtube-errors.ts'
import { startLocalYoutube } from '#local/youtube/local-youtube.ts'
import { readConfig } from '#server/config/config.ts'
import { type Db, openDatabase, openPool } from '#server/db/connect.ts'
import { makeChannel, makeChannels } from '#test/support/factories.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { TestClock } from '#test/support/test-clock.ts'
import { openQuota } from './quota.ts'
import { type Videos, VideosUnavailable } from './videos.ts'
import { youtube } from './youtube.ts'
import { youtubeVideos } from './youtube-client.ts'
import { pacificDay, readQuotaLimits } from './youtube-quota.ts'

const log = pino({ level: 'silent' })
const stack = new AsyncDisposableStack()
let db: Db
let clock: TestClock
let access: { readonly url: string; readonly key: string }

beforeAll(async () => {
  const { url } = stack.use(await createTestDatabase())
  db = openDatabase(openPool(url, { max: 10, onLost: () => undefined }))
  stack.defer(() => db.destroy())
  clock = new TestClock()
  const local = await startLocalYoutube({ databaseUrl: url, publicUrl: 'http://127.0.0.1:1', clock, log })
  stack.defer(() => local.close())
  access = local.access
})
afterAll(() => stack.disposeAsync())

/** A client on its own day, so that other tests do not use up its quota. */
function openClient({ quota = [] as readonly string[], reserve = 20, key = access.key } = {}): Videos {
  clock.advance({ days: 2 })
  const config = { ...readConfig({}), youtubeQuota: quota, youtubeReserve: reserve }
  return youtube.open({ config, access: { ...access, key }, db, clock, log })
}

const quotaOf = (quota: readonly string[]) =>
  openQuota({
    db,
    clock,
    platform: youtube.name,
    limits: readQuotaLimits(quota),
    reservePercent: 0,
    dayOf: pacificDay,
  })

async function failureOf(work: Promise<unknown>): Promise<VideosUnavailable> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof VideosUnavailable)) throw new Error('It did not fail as expected', { cause: error })
  return error
}

describe('the client against the stand-in', () => {
  it('reads a channel, its uploads and their numbers, consistently', async () => {
    const videos = openClient()
    const { channelId } = await makeChannel({ db, clock })
    const [channel] = await videos.channels([channelId], 'person')
    const uploads = await videos.uploads(channel!.uploadsList!, null, 'person')
    expect(uploads.videos).toHaveLength(24)
    expect(uploads.next).toBeNull()
    const dates = uploads.videos.map(({ publishedAt }) => publishedAt!.getTime())
    expect(dates).toEqual(dates.toSorted((a, b) => b - a))

    const ids = uploads.videos.map(({ videoId }) => videoId)
    const facts = await videos.videos(ids, 'person')
    expect(facts.map(({ videoId, title }) => ({ videoId, title }))).toEqual(
      uploads.videos.map(({ videoId, title }) => ({ videoId, title })),
    )
    expect(new Set(facts.map((video) => video.channelId))).toEqual(new Set([channelId]))
    const counters = await videos.counters(ids, 'person')
    expect(counters).toEqual(
      facts.map(({ videoId, views, likes, comments }) => ({ videoId, views, likes, comments })),
    )
    const title = uploads.videos[3]!.title
    const found = await videos.searchInChannel(channelId, title, 'person')
    expect(found.map((video) => video.videoId)).toContain(ids[3])
  })

  it('lists long channels page by page, each video once', async () => {
    const videos = openClient()
    const { id, channelId } = await makeChannel({ db, clock })
    await db.updateTable('channel').set({ uploads: 120 }).where('id', '=', id).execute()
    const seen: string[] = []
    let page: string | null = null
    do {
      const uploads = await videos.uploads(`UU${channelId.slice(2)}`, page, 'job')
      seen.push(...uploads.videos.map(({ videoId }) => videoId))
      page = uploads.next
    } while (page !== null)
    expect(new Set(seen).size).toBe(120)
    expect(seen).toHaveLength(120)
  })

  it('returns nothing for what does not exist', async () => {
    const videos = openClient()
    const { channelId } = await makeChannel({ db, clock })
    expect(await videos.channels([channelId, 'UCnone'], 'person')).toHaveLength(1)
    expect(await videos.channels(['UCnone'], 'person')).toEqual([])
    expect(await videos.videos(['none-at-all'], 'person')).toEqual([])
    expect(await videos.counters(['none-at-all'], 'person')).toEqual([])
    expect(await videos.uploads('UUnone', null, 'person')).toEqual({ videos: [], next: null })
    expect(await videos.videos([], 'person')).toEqual([])
  })

  it('numbers grow from day to day and never fall', async () => {
    const videos = openClient()
    const { channelId } = await makeChannel({ db, clock })
    const { videos: listed } = await videos.uploads(`UU${channelId.slice(2)}`, null, 'person')
    const ids = listed.map(({ videoId }) => videoId)
    const before = await videos.counters(ids, 'person')
    clock.advance({ days: 1 })
    const after = await videos.counters(ids, 'person')
    for (const [at, { views }] of after.entries()) expect(views).toBeGreaterThanOrEqual(before[at]!.views!)
    expect(after.some(({ views }, at) => views! > before[at]!.views!)).toBe(true)
  })

  it('retries while the platform is busy, and gives up in the end', async () => {
    const videos = openClient()
    expect(await videos.videos([SENTINELS.busyTwice], 'person')).toEqual([])
    expect((await failureOf(videos.videos([SENTINELS.busy], 'person'))).reason).toBe('busy')
  })

  it('distinguishes a wrong key from a malformed answer', async () => {
    const wrong = await failureOf(openClient({ key: 'wrong' }).channels(['UC1'], 'person'))
    expect(wrong.reason).toBe('key')
    const videos = openClient()
    expect((await failureOf(videos.videos([SENTINELS.key], 'person'))).reason).toBe('key')
    expect((await failureOf(videos.videos([SENTINELS.shape], 'person'))).reason).toBe('answer')
  })

  it('names the ids with malformed answers where that can be told', async () => {
    const fastify = Fastify({ logger: false, forceCloseConnections: true })
    let items: object[] = []
    fastify.get('/videos', async () => ({ kind: 'youtube#videoListResponse', items }))
    fastify.get('/playlistItems', async () => ({ kind: 'youtube#playlistItemListResponse', items }))
    stack.defer(() => fastify.close())
    const url = await fastify.listen({ port: 0, host: '127.0.0.1' })
    const quota = quotaOf([])
    const videos = youtubeVideos({ url, key: 'any', quota, log, waits: [] })
    const snippet = { channelId: 'UC1', title: 'A title' }
    items = [
      { id: 'good', snippet },
      { id: 'bad', snippet: {} },
    ]
    const malformed = await failureOf(videos.videos(['good', 'bad', 'gone'], 'job'))
    expect(malformed).toMatchObject({ reason: 'answer', malformedIds: ['bad'] })
    items = [{ id: 'good', snippet }, { snippet }]
    const unknown = await failureOf(videos.videos(['good', 'bad', 'gone'], 'job'))
    expect(unknown).toMatchObject({ reason: 'answer', malformedIds: [] })
    items = [{ snippet, contentDetails: { videoId: 'good' } }, { snippet }]
    const uploads = await videos.uploads('UU1', null, 'job')
    expect(uploads.videos.map(({ videoId }) => videoId)).toEqual(['good'])
    items = [{ snippet }]
    expect((await failureOf(videos.uploads('UU1', null, 'job'))).reason).toBe('answer')
  })

  it('blames the key only for answers that do', async () => {
    const fastify = Fastify({ logger: false, forceCloseConnections: true })
    stack.defer(() => fastify.close())
    const reason = { value: '' }
    fastify.get('/playlistItems', async (_request, reply) =>
      reply.code(403).send({
        error: {
          code: 403,
          message: 'Forbidden',
          errors: [{ domain: 'youtube.playlistItem', reason: reason.value }],
        },
      }),
    )
    const url = await fastify.listen({ port: 0, host: '127.0.0.1' })
    clock.advance({ days: 2 })
    const lines: unknown[] = []
    const note = (...[, text]: readonly unknown[]) => lines.push(text)
    const quota = quotaOf([])
    const videos = youtubeVideos({ url, key: 'any', quota, log: { warn: note, error: note }, waits: [] })
    reason.value = 'playlistItemsNotAccessible'
    expect((await failureOf(videos.uploads('UU1', null, 'job'))).reason).toBe('closed')
    expect(lines).toEqual([])
    reason.value = 'keyExpired'
    expect((await failureOf(videos.uploads('UU1', null, 'job'))).reason).toBe('key')
    expect(lines).toEqual(['the video platform refuses YOUTUBE_API_KEY'])
  })

  it('gives up when its caller does: no further attempt, and no further call', async () => {
    const fastify = Fastify({ logger: false, forceCloseConnections: true })
    stack.defer(() => fastify.close())
    const caller = new AbortController()
    let asked = 0
    fastify.get('/videos', () => {
      asked += 1
      caller.abort()
      return new Promise(() => undefined)
    })
    const url = await fastify.listen({ port: 0, host: '127.0.0.1' })
    clock.advance({ days: 2 })
    const quota = quotaOf(['other=1'])
    const videos = youtubeVideos({ url, key: 'any', quota, log })
    // The second call would find the quota used up.
    for (let calls = 0; calls < 2; calls += 1) {
      const failure = await failureOf(videos.videos(['any'], 'person', caller.signal))
      expect(failure.reason).toBe('busy')
    }
    expect(asked).toBe(1)
  })

  it('an unreachable platform counts as busy, and the error does not contain the key', async () => {
    const quota = quotaOf([])
    const videos = youtubeVideos({ url: 'http://127.0.0.1:9', key: 'a-secret', quota, log, waits: [] })
    const failure = await failureOf(videos.channels(['UC1'], 'person'))
    expect(failure.reason).toBe('busy')
    expect(JSON.stringify([failure.message, failure.stack])).not.toContain('a-secret')
  })
})

describe('the quota', () => {
  it('is counted by bucket, and jobs leave the reserve to people', async () => {
    const videos = openClient({ quota: ['other=10', 'search=1', 'statistics=0'], reserve: 30 })
    for (let calls = 0; calls < 7; calls += 1) await videos.channels(['UCnone'], 'job')
    expect((await failureOf(videos.channels(['UCnone'], 'job'))).reason).toBe('quota')
    for (let calls = 0; calls < 3; calls += 1) await videos.channels(['UCnone'], 'person')
    const failure = await failureOf(videos.channels(['UCnone'], 'person'))
    expect(failure).toMatchObject({ reason: 'quota', retryAt: pacificDay(clock.now()).endsAt })
    await videos.searchInChannel('UCnone', 'x', 'person')
    expect((await failureOf(videos.searchInChannel('UCnone', 'x', 'person'))).reason).toBe('quota')
    expect((await failureOf(videos.counters(['none'], 'person'))).reason).toBe('quota')
    clock.set(failure.retryAt!.toISOString())
    expect(await videos.channels(['UCnone'], 'job')).toEqual([])
  })

  it('holds across servers that call at once', async () => {
    const one = openClient({ quota: ['other=20'] })
    const other = youtube.open({
      config: { ...readConfig({}), youtubeQuota: ['other=20'], youtubeReserve: 20 },
      access,
      db,
      clock,
      log,
    })
    const calls = Array.from({ length: 40 }, (_, at) =>
      (at % 2 === 0 ? one : other).channels(['UCnone'], 'person'),
    )
    const results = await Promise.allSettled(calls)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  })

  it('that the platform declares used up stops calls until its midnight', async () => {
    const videos = openClient()
    expect((await failureOf(videos.videos([SENTINELS.quota], 'person'))).reason).toBe('quota')
    const again = await failureOf(videos.channels(['UCnone'], 'person'))
    expect(again.reason).toBe('quota')
    const { rows } = {
      rows: await db.selectFrom('platform_quota').selectAll().where('exhausted_at', 'is not', null).execute(),
    }
    expect(rows).toHaveLength(1)
    clock.set(again.retryAt!.toISOString())
    expect(await videos.channels(['UCnone'], 'person')).toEqual([])
  })

  it('is counted by the stand-in too, which refuses the 101st search of a day', async () => {
    const videos = openClient({ quota: ['search=1000'], reserve: 0 })
    for (let calls = 0; calls < 100; calls += 1) await videos.searchInChannel('UCnone', 'x', 'person')
    expect((await failureOf(videos.searchInChannel('UCnone', 'x', 'person'))).reason).toBe('quota')
  })

  it('asks no more that day once the platform says that the day’s searches are used up, in either form', async () => {
    const fastify = Fastify({ logger: false, forceCloseConnections: true })
    stack.defer(() => fastify.close())
    let asked = 0
    fastify.get('/search', async (_request, reply) => {
      asked += 1
      const metadata = { quota_unit: '1/d/{project}' }
      return reply.code(429).send({
        error: {
          code: 429,
          message: "Quota exceeded for quota metric 'Search Queries'.",
          errors: [{ message: 'x', domain: 'global', reason: 'rateLimitExceeded' }],
          details: [{ reason: 'RATE_LIMIT_EXCEEDED', domain: 'googleapis.com', metadata }],
        },
      })
    })
    const url = await fastify.listen({ port: 0, host: '127.0.0.1' })
    clock.advance({ days: 2 })
    const quota = quotaOf([])
    const videos = youtubeVideos({ url, key: 'any', quota, log })
    for (let calls = 0; calls < 3; calls += 1) {
      const failure = await failureOf(videos.searchInChannel('UC1', 'x', 'person'))
      expect(failure).toMatchObject({ reason: 'quota', retryAt: pacificDay(clock.now()).endsAt })
    }
    expect(asked).toBe(1)
  })

  it('allows lists of channels only 50 at a time', async () => {
    const videos = openClient()
    const ids = (await makeChannels({ db, clock }, 51)).map(({ channelId }) => channelId)
    expect(await videos.channels(ids.slice(1), 'job')).toHaveLength(50)
    await expect(videos.channels(ids, 'job')).rejects.toThrow('50 ids')
  })
})
