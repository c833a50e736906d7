import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RELEASE_SCHEMA } from '#server/db/code.ts'
import { importChannels } from '#server/features/import/import-channels.ts'
import { refreshChannels } from '#server/features/refresh/refresh-channels.ts'
import { snapshotStatistics } from '#server/features/statistics/snapshot-statistics.ts'
import { namesFound } from '#test/support/catalogue-world.ts'
import { logIn, makePerson } from '#test/support/factories.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { linkTo, type Platform } from './platform.ts'
import { PLATFORMS } from './platforms.ts'
import { openQuota } from './quota.ts'
import { type Videos, VideosUnavailable } from './videos.ts'

const NAMES = {
  name: 'clips',
  channelPage: 'https://clips.example/c/',
  handlePage: 'https://clips.example/@',
}
const CHANNEL = 'cl_0123456789'
/** Another video on the first platform has this id, too. */
const VIDEO = 'dQw4w9WgXcQ'
const ON_FIRST = 'UCaaaaaaaaaaaaaaaaaaaaaa'

const published = new Date('2026-03-01T10:00:00Z')
const video = { videoId: VIDEO, title: 'How to fold a boat', publishedAt: published }
let views = 100

/** A platform with a single channel, which has a single video. */
const clips: Platform = {
  ...NAMES,
  aliases: ['clipsexample'],
  hosts: /^(?:www\.)?clips\.example$/,
  pictureHosts: ['pictures.clips.example'],
  channelId: /(?<![\w-])cl_\d{10}(?![\w-])/,
  videoId: /^[\w-]{11}$/,
  toAddress: (text) => text,
  channelAt({ hostname, pathname }) {
    const [, handle, id] = /^\/(?:@([\w.]+)|c\/(cl_\d{10}))$/.exec(pathname) ?? []
    return hostname !== 'clips.example' || (handle ?? id) === undefined
      ? null
      : linkTo(NAMES, id ?? null, handle?.toLowerCase() ?? null)
  },
  videoAt: ({ hostname, pathname }) =>
    hostname === 'clips.example' ? (/^\/play\/([\w-]{11})$/.exec(pathname)?.[1] ?? null) : null,
  uploadsList: (channelId) => `${channelId}/uploads`,
  terms: () => ({ keptDays: 60, mayCalculate: false }),
  quota: { limits: () => ({ calls: 1_000 }), dayOf },
  check: () => undefined,
  open({ db, clock }): Videos {
    const limits = { calls: 1_000 }
    const quota = openQuota({ db, clock, platform: 'clips', limits, reservePercent: 20, dayOf })
    const counters = () => ({ videoId: VIDEO, views, likes: 7, comments: null })
    return {
      async channels(ids, purpose) {
        await quota.take('calls', purpose)
        const facts = {
          subscribers: 5_000,
          views,
          uploads: 1,
          country: null,
          uploadsList: `${CHANNEL}/uploads`,
        }
        const thumbnail = 'https://pictures.clips.example/boat.png'
        return ids.includes(CHANNEL) ? [{ channelId: CHANNEL, name: 'Paper Boats', thumbnail, ...facts }] : []
      },
      async videos(ids, purpose) {
        await quota.take('calls', purpose)
        return ids.includes(VIDEO) ? [{ ...video, ...counters(), channelId: CHANNEL, thumbnail: null }] : []
      },
      async counters(_ids, purpose) {
        await quota.take('calls', purpose)
        return [counters()]
      },
      async uploads(list, _page, purpose) {
        await quota.take('calls', purpose)
        return { videos: list === `${CHANNEL}/uploads` ? [video] : [], next: null }
      },
      searchInChannel: () => Promise.resolve([]),
    }
  },
}

function dayOf(now: Date) {
  const day = now.toISOString().slice(0, 10)
  return { day, endsAt: new Date(Date.parse(day) + 86_400_000) }
}

test('a second platform’s channels are imported, searched, revealed and followed beside the first one’s', async () => {
  await using world = await createTestApp({
    env: { RATE_LIMITS: 'off' },
    overrides: { platforms: [...PLATFORMS, clips] },
  })
  const { app, clock } = world
  clock.set('2026-03-10T09:00:00Z')
  const file = join(app.config.dataDir, 'channels.csv')
  const since = '2026-03-01'
  await writeFile(
    file,
    `platform,channel id,handle,url,name,email,contact source,contact source url,contact seen at
,${ON_FIRST},@boats,,Boats elsewhere,first@creator.example,website,https://first.example,${since}
Clips.example,${CHANNEL},,https://clips.example/@Boats,Paper boats,boats@creator.example,website,https://boats.example,${since}
clips,,@boats,,Paper boats,,,,
`,
  )
  const report = await importChannels(app, file, { quarantine: app.config.dataDir })
  expect(report).toMatchObject({ rows: 3, added: 2, duplicates: 1, refused: 0 })
  const channelId = `clips:${CHANNEL}`

  const person = await makePerson(app, { uses: 2 })
  const client = await logIn(world, person)
  for (const text of [
    `${NAMES.handlePage}boats`,
    CHANNEL,
    `see ${NAMES.channelPage}${CHANNEL}`,
    `https://clips.example/play/${VIDEO}`,
  ])
    expect(await namesFound(client, text), text).toEqual(['Paper boats'])
  expect(await namesFound(client, 'https://www.youtube.com/@boats')).toEqual(['Boats elsewhere'])
  expect((await namesFound(client, '@boats')).toSorted()).toEqual(['Boats elsewhere', 'Paper boats'])
  const lines = [`https://clips.example/play/${VIDEO}`, 'https://clips.example/@boats', 'youtube.com/@boats']
  const seeds = (await client.call('POST /seeds', { body: { lines } })).body.data
  expect(seeds.map(({ channels }) => channels.map((channel) => channel.channelId))).toEqual([
    [channelId],
    [channelId],
    [ON_FIRST],
  ])

  // The first platform is away, which keeps no other from being asked.
  const first = app.platforms[0]!
  const channels = () => Promise.reject(new VideosUnavailable('busy', 'the first is away'))
  const platforms = [{ ...first, videos: { ...first.videos, channels } }, ...app.platforms.slice(1)]
  await expect(refreshChannels({ ...app, platforms })).rejects.toThrow('the first is away')
  const page = await client.call('GET /channels/{channelId}', { params: { channelId } })
  expect(page.body.data.channel).toMatchObject({
    channelId,
    platform: 'clips',
    channel_name: 'Paper Boats',
    thumbnail: 'https://pictures.clips.example/boat.png',
    url: `${NAMES.channelPage}${CHANNEL}`,
    subsCount: 5_000,
    lastUploadAt: published.toISOString(),
  })
  const listed = await client.call('GET /channels/{channelId}/videos', { params: { channelId } })
  expect(listed.body.data.videos).toMatchObject([{ videoId: `clips:${VIDEO}`, title: video.title, views }])
  expect((await client.call('GET /channels/{channelId}', { params: { channelId: CHANNEL } })).status).toBe(
    404,
  )

  const reveal = (id: string) => client.call('POST /getemail', { body: { channelId: id } })
  expect((await reveal(CHANNEL)).status).toBe(404)
  expect((await reveal(channelId)).body.data).toMatchObject({ email: 'boats@creator.example', uses: 1 })
  expect((await client.call('GET /purchases', { query: { channelId } })).body.data).toMatchObject([
    { channelId, email: 'boats@creator.example' },
  ])

  const body = { channel_name: 'Paper Boats', channelId, videoName: `https://clips.example/play/${VIDEO}` }
  const videoId = `clips:${VIDEO}`
  const followed = await client.call('POST /video', { body })
  expect(followed.body).toMatchObject({ isTracked: true, data: { analiticsAndData: { videoId } } })
  views = 150
  expect(
    (await client.call('POST /analitics', { body: { ...body, videoId } })).body.data.analiticsAndData,
  ).toMatchObject({ videoId, analitics: { views: 150 } })
  clock.advance({ days: 1 })
  views = 180
  expect(await snapshotStatistics(app)).toBe(1)
  const params = { videoId }
  const { points } = (await client.call('GET /statistics/{videoId}', { params })).body.data
  expect(points.map((point) => point.views)).toEqual([150, 180])
  expect((await client.call('GET /statistics')).body.data).toMatchObject([{ videoId, channelId }])
  expect((await client.call('GET /statistics/{videoId}', { params: { videoId: VIDEO } })).status).toBe(404)
  const mark = { params, body: { advertisedOn: '2026-03-10' } }
  expect((await client.call('PUT /statistics/{videoId}', mark)).status).toBe(200)
  expect((await client.call('DELETE /statistics/{videoId}', { params })).status).toBe(200)

  const used = await app.db.selectFrom('platform_quota').select('platform').distinct().execute()
  expect(used.map(({ platform }) => platform)).toContain('clips')
})

test('the database makes the same ids of the API as the server', async () => {
  await using world = await createTestApp()
  const { rows } = await world.app.databases.pool.query(
    `select name, ${RELEASE_SCHEMA}.platform_ref(name, 'id'), ${RELEASE_SCHEMA}.channel_ref(name, null, 7)
      from unnest($1::text[]) name`,
    [[PLATFORMS[0]!.name, 'clips']],
  )
  expect(rows).toEqual([
    { name: PLATFORMS[0]!.name, platform_ref: 'id', channel_ref: '7' },
    { name: 'clips', platform_ref: 'clips:id', channel_ref: '7' },
  ])
})
