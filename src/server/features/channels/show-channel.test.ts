import { beforeEach, expect, test } from 'vitest'
import { makeChannel } from '#test/support/factories.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import { TestClock } from '#test/support/test-clock.ts'

const clock = new TestClock()
const testApp = useTestApp({ clock, env: { RATE_LIMITS: 'off' } })

beforeEach(() => clock.set('2026-03-10T09:00:00.000Z'))

function show(channelId: string) {
  return testApp.client().call('GET /channels/{channelId}', { params: { channelId } })
}

test('shows the facts of a channel that only an import knows, and says that nothing else is kept', async () => {
  const channel = await makeChannel(testApp.app, { name: 'Plain' })
  await testApp.app.db
    .updateTable('channel')
    .set({
      handle: 'plainly',
      subscribers: 3_000_000_000,
      views: 12,
      uploads: 3,
      country: 'DE',
      content_types: 5,
    })
    .where('id', '=', channel.id)
    .execute()
  const { status, body } = await show(channel.channelId)
  expect(status).toBe(200)
  expect(body.data).toEqual({
    channel: {
      channelId: channel.channelId,
      channel_name: 'Plain',
      thumbnail: expect.any(String),
      targetAudience: '',
      content_type: 'Gaming,Tech Reviews',
      subsCount: 3_000_000_000,
      url: expect.any(String),
      country: 'DE',
      language: null,
      lastUploadAt: null,
      uploadsCheckedAt: null,
      hasContact: true,
      noContactReason: null,
      contactSeenAt: clock.now().toISOString(),
      handle: 'plainly',
      platform: 'youtube',
      uploads: 3,
      views: 12,
    },
    topics: [],
    history: [],
    uploads: [],
    uploadsListedSince: null,
    uploadsReadAt: null,
    fetchedAt: clock.now().toISOString(),
  })
})

test('leaves out words that very many channels use, once enough channels were counted', async () => {
  const { db } = testApp.app
  const { id, channelId } = await makeChannel(testApp.app)
  const read = { months: [], read_at: testApp.clock.now() }
  await db
    .insertInto('channel_recent')
    .values({ channel_id: id, keys: [71, 72, 73], words: ['honest', 'keyboards', 'switches'], ...read })
    .execute()
  const count = async (...rows: { key: number; channels: number }[]) => {
    await db.deleteFrom('topic_word').execute()
    await db.insertInto('topic_word').values(rows).execute()
    return (await show(channelId)).body.data.topics
  }
  const honest = { key: 71, channels: 51 }
  expect(await count({ key: 0, channels: 900 }, honest)).toEqual(['honest', 'keyboards', 'switches'])
  expect(await count({ key: 0, channels: 1_000 }, honest)).toEqual(['keyboards', 'switches'])
  expect(await count({ key: 0, channels: 1_020 }, honest)).toEqual(['honest', 'keyboards', 'switches'])
  await db.deleteFrom('topic_word').execute()
})

test('shows the words of titles, the months and the kept days, oldest first', async () => {
  const { db } = testApp.app
  const { id, channelId } = await makeChannel(testApp.app)
  await db
    .insertInto('channel_recent')
    .values({
      channel_id: id,
      keys: [3, 1, 2],
      words: ['keyboards', '', 'switches'],
      months: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
      listed_since: new Date('2025-05-01T00:00:00Z'),
      read_at: new Date('2026-02-27T12:00:00Z'),
    })
    .execute()
  await db
    .insertInto('channel_day')
    .values([
      { channel_id: id, day: '2026-03-10', subscribers: 12 },
      { channel_id: id, day: '2026-03-01', subscribers: 10 },
    ])
    .execute()
  const { data } = (await show(channelId)).body
  expect(data.topics).toEqual(['keyboards', 'switches'])
  expect(data.history).toEqual([
    { date: '2026-03-01', subscribers: 10 },
    { date: '2026-03-10', subscribers: 12 },
  ])
  expect(data.uploads).toHaveLength(12)
  expect([data.uploads[0], data.uploads[11]]).toEqual([
    { month: '2025-03', count: 0 },
    { month: '2026-02', count: 11 },
  ])
  expect(data.uploadsListedSince).toBe('2025-05-01T00:00:00.000Z')
  expect(data.uploadsReadAt).toBe('2026-02-27T12:00:00.000Z')
})

test('shows nothing of the platform that is older than it may be kept, before the purge too', async () => {
  const { db } = testApp.app
  const { id, channelId } = await makeChannel(testApp.app)
  await db
    .insertInto('channel_recent')
    .values({ channel_id: id, keys: [1], words: ['old'], months: [1], read_at: clock.now() })
    .execute()
  await db.insertInto('channel_day').values({ channel_id: id, day: '2026-03-10', subscribers: 1 }).execute()
  clock.advance({ days: 30, minutes: 1 })
  expect((await show(channelId)).body.data).toMatchObject({
    topics: [],
    history: [],
    uploads: [],
    uploadsReadAt: null,
  })
})

test('a channel is found by our number only where the platform’s id is unknown', async () => {
  const known = await makeChannel(testApp.app)
  const unknown = await makeChannel(testApp.app, { platformId: null })
  expect((await show(String(known.id))).status).toBe(404)
  expect((await show(unknown.channelId)).body.data.channel.channelId).toBe(unknown.channelId)
})

test('an id that fits two channels names neither', async () => {
  const numbered = await makeChannel(testApp.app, { platformId: null })
  await makeChannel(testApp.app, { platformId: numbered.channelId })
  expect((await show(numbered.channelId)).status).toBe(404)
})

test.each(['nothing', '0', '-1', '99999999999999999999', "'; drop table channel --", '../..'])(
  'the unknown id %s is not found',
  async (channelId) => {
    const { status, body } = await show(channelId)
    expect([status, body.error?.code]).toEqual([404, 'not_found'])
  },
)

test('a channel that is gone is not found', async () => {
  const gone = await makeChannel(testApp.app, { isGone: true })
  expect((await show(gone.channelId)).status).toBe(404)
})

test('demo channels are shown only where they are served', async () => {
  const demo = await makeChannel(testApp.app, { isDemo: true })
  expect((await show(demo.channelId)).status).toBe(200)
  await using real = await createTestApp({
    clock,
    databaseUrl: testApp.databaseUrl,
    env: { YOOKASSA_SHOP_ID: '1', YOOKASSA_SECRET_KEY: 'key', SELLER_NAME: 'A', SELLER_INN: '1' },
  })
  const { status } = await real
    .client()
    .call('GET /channels/{channelId}', { params: { channelId: demo.channelId } })
  expect(status).toBe(404)
})
