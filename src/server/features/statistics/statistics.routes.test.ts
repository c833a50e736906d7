import { expect, test } from 'vitest'
import { SENTINELS } from '#local/youtube/youtube-errors.ts'
import { pacificDay } from '#server/platforms/youtube-quota.ts'
import { logIn, makeChannel, makePerson } from '#test/support/factories.ts'
import { videosOf } from '#test/support/platform-world.ts'
import { buy, follow, lookUp, makeFollower, uploadsOf } from '#test/support/statistics-world.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const testApp = useTestApp({ env: { RATE_LIMITS: 'off' } })

function remove(client: TestClient, channelName: string) {
  return client.call('DELETE /rmpurchase/{userId}', {
    params: { userId: client.userId! },
    body: { channelName },
  })
}

function history(client: TestClient, videoId: string, query: { from?: string; to?: string } = {}) {
  return client.call('GET /statistics/{videoId}', { params: { videoId }, query })
}

test('a video is found by its title, a part of it, its address or its id, and is followed from then on', async () => {
  const follower = await makeFollower(testApp)
  const [first, second] = await uploadsOf(testApp.app, follower.channel)
  const { videoId, title } = second!
  const found = await lookUp(follower, title)
  expect(found).toMatchObject({
    status: 200,
    body: { data: { analiticsAndData: { title, videoId } }, isTracked: true },
  })
  expect(found.body.data.analiticsAndData.analitics.views).toBeGreaterThan(0)
  const { thumbnail } = found.body.data.analiticsAndData
  expect(thumbnail).toMatch(/\/thumbnails\/demo\/videos\/.+\.svg$/)
  const picture = await fetch(testApp.baseUrl + new URL(thumbnail ?? '').pathname)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  for (const name of [
    title.toUpperCase(),
    `#${title.split('#')[1]}`,
    videoId,
    `https://www.youtube.com/watch?v=${videoId}&t=1`,
    `youtu.be/${videoId}`,
    `https://youtube.com/shorts/${videoId}`,
  ]) {
    expect((await lookUp(follower, name)).body.data.analiticsAndData.videoId).toBe(videoId)
  }
  await lookUp(follower, first!.videoId)
  const { body } = await follower.client.call('GET /statistics')
  expect(body.meta).toEqual({ total: 2, limit: 200 })
  expect(body.data.map((video) => video.videoId)).toEqual([first!.videoId, videoId])
  expect(body.data[1]).toMatchObject({
    title,
    channelId: follower.channel.channelId,
    channel_name: follower.channel.name,
    isTracked: true,
    goneSince: null,
    latest: { date: '2026-03-10', views: found.body.data.analiticsAndData.analitics.views },
  })
})

test('old uploads are found by the platform’s own search, and missing ones are not', async () => {
  const follower = await makeFollower(testApp)
  const { db } = testApp.app
  const videos = videosOf(testApp.app)
  await db.updateTable('channel').set({ uploads: 300 }).where('id', '=', follower.channel.id).execute()
  const list = `UU${follower.channel.channelId.slice(2)}`
  let page: string | null = null
  for (let pages = 0; pages < 5; pages += 1) page = (await videos.uploads(list, page, 'job')).next
  const old = (await videos.uploads(list, page, 'job')).videos.at(-1)!
  expect((await lookUp(follower, old.title)).body.data.analiticsAndData.videoId).toBe(old.videoId)
  expect(await lookUp(follower, 'no such title of a video')).toMatchObject({
    status: 404,
    body: { data: null, error: { code: 'not_found' } },
  })
})

test('the videos of a bought channel are listed to choose from, and none is followed', async () => {
  const follower = await makeFollower(testApp)
  const { channelId } = follower.channel
  const uploads = await uploadsOf(testApp.app, follower.channel)
  const list = async (text?: string, { client } = follower) =>
    client.call('GET /uploads', { query: { channelId, ...(text === undefined ? {} : { text }) } })
  const idsOf = (answer: Awaited<ReturnType<typeof list>>) => answer.body.data?.map(({ videoId }) => videoId)
  const newest = await list()
  expect(idsOf(newest)).toEqual(uploads.map(({ videoId }) => videoId))
  expect(newest.body.data[0]).toMatchObject({ title: uploads[0]!.title, publishedAt: expect.any(String) })
  expect(newest.body.data[0]!.views).toBeGreaterThan(0)
  // Every title of the stand-in contains the upload's number.
  const several = await list('1')
  expect(several.body.data.length).toBeGreaterThan(1)
  expect(several.body.data.every(({ title }) => title.includes('1'))).toBe(true)
  expect(idsOf(await list(uploads[1]!.title))?.[0]).toBe(uploads[1]!.videoId)
  expect(idsOf(await list(`https://youtu.be/${uploads[2]!.videoId}`))).toEqual([uploads[2]!.videoId])
  expect(idsOf(await list('no such title of a video'))).toEqual([])
  expect((await follower.client.call('GET /statistics')).body.data).toEqual([])
  expect((await list('', await makeFollower(testApp))).status).toBe(404)
})

test('only the buyer sees the channel’s videos', async () => {
  const owner = await makeFollower(testApp)
  const [videoId] = (await follow(testApp, owner, 1)) as [string]
  const stranger = await makeFollower(testApp)
  const visitor = testApp.client()
  const asked = { client: stranger.client, channel: owner.channel }
  expect((await lookUp(asked, videoId)).status).toBe(404)
  expect((await lookUp(stranger, videoId)).status).toBe(404)
  const body = { channel_name: owner.channel.name, videoId }
  for (const channelId of [owner.channel.channelId, null]) {
    const answer = await stranger.client.call('POST /analitics', { body: { ...body, channelId } })
    expect(answer.body.error?.code).toBe('not_found')
  }
  expect((await history(stranger.client, videoId)).status).toBe(404)
  expect((await stranger.client.call('DELETE /statistics/{videoId}', { params: { videoId } })).status).toBe(
    404,
  )
  expect((await stranger.client.call('GET /statistics')).body.data).toEqual([])
  expect((await lookUp({ client: visitor, channel: owner.channel }, videoId)).status).toBe(401)
  expect((await history(visitor, videoId)).status).toBe(401)
})

test('a channel is found by name too, and one unknown to the platform has no videos', async () => {
  const { app } = testApp
  const { client, channel } = await makeFollower(testApp)
  const [video] = await uploadsOf(app, channel)
  const byName = { channel_name: channel.name, videoName: video!.videoId }
  expect((await client.call('POST /video', { body: byName })).status).toBe(200)
  for (const given of [{ platformId: null }, { platform: 'twitch' }]) {
    const other = await makeFollower(testApp, await makeChannel(app, given))
    expect((await lookUp(other, video!.title)).body.error?.code).toBe('not_found')
  }
})

test('numbers are refreshed, and only for videos of that channel', async () => {
  const { client, channel } = await makeFollower(testApp)
  const other = await makeFollower(testApp)
  const [videoId] = (await follow(testApp, other, 1)) as [string]
  const [own] = await uploadsOf(testApp.app, channel)
  const body = { channel_name: channel.name, videoId: own!.videoId }
  const fresh = await client.call('POST /analitics', { body })
  expect(fresh).toMatchObject({
    status: 200,
    body: { isTracked: false, data: { analiticsAndData: { videoId: own!.videoId, title: own!.title } } },
  })
  expect((await client.call('POST /analitics', { body: { ...body, videoId } })).status).toBe(404)
  expect((await client.call('GET /statistics')).body.data).toEqual([])
})

test('following can stop and start again, and stored numbers stay', async () => {
  const follower = await makeFollower(testApp)
  const [videoId] = (await follow(testApp, follower, 1)) as [string]
  const stop = () => follower.client.call('DELETE /statistics/{videoId}', { params: { videoId } })
  expect((await stop()).status).toBe(200)
  expect((await stop()).status).toBe(404)
  expect((await follower.client.call('GET /statistics')).body.data).toEqual([])
  const { body } = await history(follower.client, videoId)
  expect(body.data).toMatchObject({ video: { isTracked: false }, points: [{ date: '2026-03-10' }] })
  expect((await lookUp(follower, videoId)).body.isTracked).toBe(true)
})

test('the day of an advertisement is marked, moved and removed, for this person alone', async () => {
  const owner = await makeFollower(testApp)
  const other = await makeFollower(testApp, owner.channel)
  const [videoId] = (await follow(testApp, owner, 1)) as [string]
  await follow(testApp, other, 1)
  const mark = ({ client }: typeof owner, advertisedOn: string | null) =>
    client.call('PUT /statistics/{videoId}', { params: { videoId }, body: { advertisedOn } })
  const markOf = async ({ client }: typeof owner) => [
    (await client.call('GET /statistics')).body.data[0]?.advertisedOn,
    (await history(client, videoId)).body.data.video.advertisedOn,
  ]
  expect(await markOf(owner)).toEqual([null, null])
  for (const day of ['2026-03-01', '2026-02-28', null, '2099-12-31']) {
    expect((await mark(owner, day)).status).toBe(200)
    expect(await markOf(owner)).toEqual([day, day])
  }
  expect(await markOf(other)).toEqual([null, null])
  for (const day of ['0000-01-01', '2004-12-31', '2100-01-01', '2026-02-30', 'tomorrow']) {
    expect((await mark(owner, day)).status, day).toBe(400)
  }
  const stranger = await makeFollower(testApp)
  expect((await mark(stranger, '2026-03-01')).status).toBe(404)
  await owner.client.call('DELETE /statistics/{videoId}', { params: { videoId } })
  expect((await mark(owner, '2026-03-01')).status).toBe(404)
})

test('deleting the purchase ends access and following at once; buying again restores access', async () => {
  const follower = await makeFollower(testApp)
  const { client, channel } = follower
  const [videoId] = (await follow(testApp, follower, 1)) as [string]
  expect((await remove(client, channel.name)).status).toBe(200)
  expect((await client.call('GET /statistics')).body.data).toEqual([])
  expect((await history(client, videoId)).status).toBe(404)
  expect((await lookUp(follower, videoId)).status).toBe(404)
  const body = { channel_name: channel.name, videoId }
  expect((await client.call('POST /analitics', { body })).status).toBe(404)
  const mark = { params: { videoId }, body: { advertisedOn: '2026-03-01' } }
  expect((await client.call('PUT /statistics/{videoId}', mark)).status).toBe(404)
  await buy(client, channel)
  expect((await history(client, videoId)).status).toBe(200)
})

test('deleting the account ends following', async () => {
  const { app } = testApp
  const follower = await makeFollower(testApp)
  await follow(testApp, follower, 2)
  const holderId = follower.client.userId!
  await app.db.deleteFrom('holder').where('id', '=', holderId).execute()
  const left = await app.db.selectFrom('tracking').selectAll().where('holder_id', '=', holderId).execute()
  expect(left).toEqual([])
})

test('a person follows at most 200 videos, however many calls come at once', async () => {
  const { app } = testApp
  const follower = await makeFollower(testApp)
  const ids = await app.db
    .insertInto('video')
    .values(
      Array.from({ length: 195 }, (_, at) => ({
        platform: 'youtube',
        platform_id: `many-${follower.channel.id}-${at}`,
        platform_channel_id: follower.channel.channelId,
        title: `Video ${at}`,
        fetched_at: app.clock.now(),
        asked_on: '2026-03-10',
      })),
    )
    .returning('id')
    .execute()
  await app.db
    .insertInto('tracking')
    .values(
      ids.map(({ id }) => ({
        holder_id: follower.client.userId!,
        video_id: id,
        created_at: app.clock.now(),
      })),
    )
    .execute()
  const uploads = await uploadsOf(app, follower.channel)
  const answers = await Promise.all(uploads.slice(0, 12).map(({ videoId }) => lookUp(follower, videoId)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(answers.filter(({ body }) => body.isTracked)).toHaveLength(5)
  expect((await follower.client.call('GET /statistics')).body.meta.total).toBe(200)
})

test('the answer tells a platform failure from a used-up quota, and nothing is lost', async () => {
  await using other = await createTestApp({ env: { RATE_LIMITS: 'off' } })
  const follower = await makeFollower(other)
  const [videoId] = (await follow(other, follower, 1)) as [string]
  for (const sentinel of [SENTINELS.busy, SENTINELS.key, SENTINELS.shape]) {
    expect(await lookUp(follower, sentinel)).toMatchObject({
      status: 502,
      body: { error: { code: 'provider_failed' } },
    })
  }
  const refused = await lookUp(follower, SENTINELS.quota)
  const { endsAt } = pacificDay(other.clock.now())
  expect(refused).toMatchObject({
    status: 503,
    body: { error: { code: 'unavailable' }, quotaResetsAt: endsAt.toISOString() },
  })
  const seconds = (endsAt.getTime() - other.clock.now().getTime()) / 1_000
  expect(Number(refused.headers.get('retry-after'))).toBe(Math.ceil(seconds))
  expect((await lookUp(follower, 'a title')).status).toBe(503)
  expect((await history(follower.client, videoId)).body.data.points).toHaveLength(1)
})

test('a stored video can be followed again by id or address while the platform does not answer', async () => {
  await using other = await createTestApp({ env: { RATE_LIMITS: 'off' } })
  const { db } = other.app
  const follower = await makeFollower(other)
  const stranger = await makeFollower(other)
  const [videoId] = (await follow(other, follower, 1)) as [string]
  const { title, latest } = (await follower.client.call('GET /statistics')).body.data[0]!
  const again = async (name: string) => {
    await follower.client.call('DELETE /statistics/{videoId}', { params: { videoId } })
    return lookUp(follower, name)
  }
  const kept = {
    status: 200,
    body: {
      isTracked: true,
      data: {
        analiticsAndData: { videoId, title, analitics: { views: latest!.views, likes: latest!.likes } },
      },
    },
  }
  await db.updateTable('channel').set({ status: 'gone' }).where('id', '=', follower.channel.id).execute()
  expect(await again(videoId)).toMatchObject(kept)
  await lookUp(follower, SENTINELS.quota)
  expect(await again(videoId)).toMatchObject(kept)
  expect(await again(`https://youtu.be/${videoId}`)).toMatchObject(kept)
  expect((await follower.client.call('GET /statistics')).body.meta.total).toBe(1)
  expect((await lookUp(stranger, videoId)).status).toBe(503)
})

test('an address is never searched as a title; eleven characters may be', async () => {
  const follower = await makeFollower(testApp)
  const calls = async () => {
    const { used } = await testApp.app.db
      .selectFrom('platform_quota')
      .select((eb) => eb.fn.sum<string>('used').as('used'))
      .executeTakeFirstOrThrow()
    return Number(used)
  }
  const before = await calls()
  expect((await lookUp(follower, 'https://youtu.be/dQw4w9WgXcQ')).status).toBe(404)
  expect(await calls()).toBe(before + 1)
  for (const text of ['dQw4w9WgXcQ', 'Cyberpunk77', 'programming']) {
    const asked = await calls()
    expect((await lookUp(follower, text)).status).toBe(404)
    expect(await calls()).toBeGreaterThan(asked + 2)
  }
})

test('the 301st lookup of an hour is refused', async () => {
  await using limited = await createTestApp({ databaseUrl: testApp.databaseUrl, clock: testApp.clock })
  const { channel } = await makeFollower(testApp)
  const client = await logIn(limited, await makePerson(testApp.app, { uses: 1 }))
  await limited.app.limits.consume('video', String(client.userId), 299)
  expect((await lookUp({ client, channel }, 'x')).status).toBe(404)
  expect((await lookUp({ client, channel }, 'x')).status).toBe(429)
})
