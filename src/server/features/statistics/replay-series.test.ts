import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moscowDate } from '#server/clock.ts'
import { transact } from '#server/db/connect.ts'
import { logIn, makeChannel, makePerson } from '#test/support/factories.ts'
import { buy } from '#test/support/statistics-world.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { TestClock } from '#test/support/test-clock.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { snapshotStatistics } from './snapshot-statistics.ts'
import { keepVideo } from './videos.sql.ts'

// Views of 310 real videos over 72 days may not be copied into the project. Where the file lies beside it, it is replayed,
// too.
const FILE = fileURLToPath(
  new URL('../../../../../shared/data/videos_tw_vtuber_daily_views_2026-06_2026-08.csv.gz', import.meta.url),
)

interface Row {
  readonly date: string
  readonly videoId: string
  readonly channelId: string
  readonly views: number
}

/** Names and titles contain commas; the columns around them do not. */
const LINE = /^(\d{4}-\d\d-\d\d),([\w-]{11}),(UC[\w-]{22}),.*,(\d+),[^,]+,[^,]+$/

function realRows(): Row[] {
  const [, ...lines] = gunzipSync(readFileSync(FILE)).toString('utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const [, date = '', videoId = '', channelId = '', views] = LINE.exec(line) ?? []
    return { date, videoId, channelId, views: Number(views) }
  })
}

const DAYS = 40

/** Videos followed from different days on, with missing days; some lose views. */
function madeUpRows(): Row[] {
  const rowsOf = (video: number) => {
    const first = video % 9
    // One video has a single day.
    const last = video === 0 ? first : DAYS - (video % 7)
    const tells = (day: number) => day === first || (day * 3 + video) % 8 !== 0
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
      .filter(tells)
      .map((day) => ({
        date: new Date(Date.UTC(2026, 5, 13 + day)).toISOString().slice(0, 10),
        videoId: `madeup_${String(video).padStart(4, '0')}`,
        channelId: `UC${String(video % 11).padStart(22, '0')}`,
        views: 7 ** (video % 9) + day * (video % 13) * 97 - (video % 4 === 1 && day > 20 ? 5 : 0),
      }))
  }
  return Array.from({ length: 30 }, (_, video) => rowsOf(video))
    .flat()
    .toSorted((a, b) => a.date.localeCompare(b.date))
}

const SERIES: [name: string, rows: readonly Row[]][] = [['made-up', madeUpRows()]]
if (existsSync(FILE)) SERIES.push(['real', realRows()])

describe.each(SERIES)('%s daily series', (name, rows) => {
  const clock = new TestClock('2026-06-13T09:00:00Z')
  const stack = new AsyncDisposableStack()
  const byVideo = Map.groupBy(rows, ({ videoId }) => videoId)
  let testApp: TestApp
  let client: TestClient

  beforeAll(async () => {
    testApp = stack.use(
      await createTestApp({
        clock,
        env: {
          RATE_LIMITS: 'off',
          STATISTICS_RETENTION_DAYS: '100',
          YOUTUBE_AMENDMENT_ACCEPTED: 'true',
        },
        overrides: { platformAccess: { youtube: { url: await startPlatform(), key: 'key' } } },
      }),
    )
    await replay()
  })
  afterAll(() => stack.disposeAsync())

  /** The platform's API, which answers with each day's metrics from the file. */
  async function startPlatform(): Promise<string> {
    const byDay = Map.groupBy(rows, ({ date }) => date)
    const server = Fastify({ logger: false, forceCloseConnections: true })
    const answer = ({ id = '' }: { readonly id?: string }) => {
      const asked = new Set(id.split(','))
      const known = (byDay.get(moscowDate(clock.now())) ?? []).filter(({ videoId }) => asked.has(videoId))
      const items = known.map(({ videoId, channelId, views }) => ({
        id: videoId,
        snippet: { channelId, title: 'A video' },
        statistics: { viewCount: String(views) },
      }))
      return { kind: 'youtube#videoListResponse', items }
    }
    for (const path of ['/videos', '/videos::batchGetStats'])
      server.get<{ Querystring: { id?: string } }>(path, async ({ query }) => answer(query))
    await server.listen({ port: 0, host: '127.0.0.1' })
    stack.defer(() => server.close())
    return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  }

  /** Replays the days: each video is followed from its first day on, and the job runs daily. */
  async function replay(): Promise<void> {
    const { app } = testApp
    const channels = [...new Set(rows.map(({ channelId }) => channelId))]
    const person = await makePerson(app, { uses: channels.length })
    client = await logIn(testApp, person)
    for (const platformId of channels) await buy(client, await makeChannel(app, { platformId }))
    for (const [date, ofDay] of Map.groupBy(rows, (row) => row.date)) {
      clock.set(`${date}T09:00:00Z`)
      const fresh = ofDay.filter(({ videoId }) => byVideo.get(videoId)?.[0]?.date === date)
      await transact(app.db, async (tx) => {
        for (const { videoId, channelId, views } of fresh) {
          const facts = { videoId, channelId, views, title: 'A video', thumbnail: null, publishedAt: null }
          const id = await keepVideo(tx, 'youtube', { ...facts, likes: null, comments: null }, clock.now())
          const following = { holder_id: client.userId!, video_id: id, created_at: clock.now() }
          await tx.insertInto('tracking').values(following).execute()
        }
      })
      clock.advance({ hours: 1 })
      await snapshotStatistics(app)
    }
    client = await logIn(testApp, person)
  }

  async function historyOf(videoId: string, query: { readonly from?: string; readonly to?: string } = {}) {
    const { status, body } = await client.call('GET /statistics/{videoId}', { params: { videoId }, query })
    expect(status).toBe(200)
    return body.data
  }

  test('are stored day by day as reported, with gaps as gaps', async () => {
    if (name === 'real') expect([rows.length, byVideo.size]).toEqual([5_608, 310])
    for (const [videoId, series] of byVideo) {
      const { points } = await historyOf(videoId)
      expect(points).toEqual(series.map(({ date, views }) => ({ date, views, likes: null, comments: null })))
    }
  })

  test('give the same differences as plain counting, in numbers and percent', async () => {
    let falls = 0
    for (const [videoId, series] of byVideo) {
      // The platform occasionally corrects views downwards; those days matter most.
      const fall = series.findIndex(({ views }, at) => views < (series[at - 1]?.views ?? 0))
      const ends = fall > 0 ? [fall - 1, fall] : [series.length / 4, series.length / 2].map(Math.floor)
      const [from, to] = ends.map((at) => series[at]) as [Row, Row]
      const { changes } = await historyOf(videoId, { from: from.date, to: to.date })
      const last = series.at(-1)!
      const before = series.find(({ date }) => Date.parse(last.date) - Date.parse(date) === 86_400_000)
      expect(changes).toEqual({
        yesterday: before === undefined ? null : plainChange(before, last),
        total: series.length === 1 ? null : plainChange(series[0]!, last),
        between: from === to ? null : plainChange(from, to),
      })
      if ((changes.between?.views?.number ?? 0) < 0) falls += 1
    }
    expect(falls).toBeGreaterThan(0)
  })
})

/** In whole numbers; hundredths of a percent, rounded half up. */
function plainChange(from: Row, to: Row) {
  const [start, difference] = [BigInt(from.views), BigInt(to.views) - BigInt(from.views)]
  const doubled = difference * 20_000n + start
  const floored = doubled / (2n * start) - (doubled < 0n && doubled % (2n * start) !== 0n ? 1n : 0n)
  const views = { number: Number(difference), percent: Number(floored) / 100 }
  return { from: from.date, to: to.date, views, likes: null, comments: null }
}
