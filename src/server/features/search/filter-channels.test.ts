import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#shared/api/contract.ts'
import { addChannels, namesOnAllPages, type SearchedChannel } from '#test/support/catalogue-world.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const testApp = useTestApp({ env: { RATE_LIMITS: 'off' } })
let client: TestClient
beforeAll(async () => {
  client = testApp.client()
  await addChannels(testApp.app, CHANNELS)
})

const CHANNELS: SearchedChannel[] = [
  { name: 'Tiny game', subscribers: 999, contentTypes: ['Gaming'], audiences: ['Kids'], country: 'RU' },
  {
    name: 'Edge game',
    subscribers: 1_000,
    contentTypes: ['Gaming', 'Comedy'],
    audiences: ['Kids', 'Adults'],
  },
  { name: 'Mid music', subscribers: 250_000, contentTypes: ['Music'], audiences: ['Adults'], language: 'ru' },
  {
    name: 'Big news',
    subscribers: 20_000_000,
    contentTypes: ['News'],
    audiences: ['OlderGen'],
    hasContact: true,
  },
  { name: 'Silent', subscribers: null, contentTypes: ['Music'] },
  { name: 'Nothing known' },
  { name: 'Gone game', subscribers: 5_000, contentTypes: ['Gaming'], isGone: true },
]

const names = (body: Readonly<Record<string, unknown>>) =>
  namesOnAllPages(client, 'POST /filter', { sort: 'subscribers', ...body })

test('a result matches the contract, with the total', async () => {
  const { status, body } = await client.call('POST /filter', {
    body: { content_type: 'Music', sort: 'subscribers', limit: 1 },
  })
  expect(status).toBe(200)
  expect(contract['POST /filter'].data.parse(body.data)).toEqual(body.data)
  expect(body.data).toMatchObject([{ channel_name: 'Mid music', subsCount: 250_000, content_type: 'Music' }])
  expect(body.meta).toMatchObject({ total: 2, totalIsCapped: false })
})

test('channels inactive for the chosen days when last checked are left out, unknown ones stay', async () => {
  const uploadsCheckedAt = new Date('2026-03-01T00:00:00Z')
  await addChannels(testApp.app, [
    { name: '29 days', lastUploadAt: new Date('2026-01-30T00:00:01Z'), uploadsCheckedAt, country: 'MT' },
    { name: '30 days', lastUploadAt: new Date('2026-01-30T00:00:00Z'), uploadsCheckedAt, country: 'MT' },
    { name: 'years', lastUploadAt: new Date('2020-01-01T00:00:00Z'), uploadsCheckedAt, country: 'MT' },
    { name: 'never looked at', lastUploadAt: new Date('2020-01-01T00:00:00Z'), country: 'MT' },
    { name: 'unknown', uploadsCheckedAt, country: 'MT' },
  ])
  const found = async (body: object) => (await names({ country: 'MT', ...body })).toSorted()
  expect(await found({})).toHaveLength(5)
  expect(await found({ hideSilentDays: 30 })).toEqual(['29 days', 'never looked at', 'unknown'])
  expect(await found({ hideSilentDays: 365 })).toEqual(['29 days', '30 days', 'never looked at', 'unknown'])
  const { body } = await client.call('POST /filter', { body: { country: 'MT', hideSilentDays: 365 } })
  expect(body.meta.total).toBe(4)
})

test('days outside the fixed steps are refused', async () => {
  const { status, body } = await client.call('POST /filter', { body: { hideSilentDays: 31 as 30 } })
  expect([status, body.error?.fields]).toEqual([400, { hideSilentDays: 'invalid' }])
})

test.each([
  [{ content_type: 'Games' }, ['Edge game', 'Tiny game']],
  [{ content_type: ['news', 'Music'] }, ['Big news', 'Mid music', 'Silent']],
  [{ ageGroup: 'Kids' }, ['Edge game', 'Tiny game']],
  [{ ageGroup: ['OlderGen', 'Kids'], content_type: null }, ['Big news', 'Edge game', 'Tiny game']],
  [{ minSubs: 0, maxSubs: 1_000 }, ['Tiny game']],
  [{ minSubs: 1_000 }, ['Big news', 'Mid music', 'Edge game']],
  [{ minSubs: 999, maxSubs: 1_001 }, ['Edge game', 'Tiny game']],
  [
    {
      subsRanges: [
        [0, 1_000],
        [20_000_000, null],
      ],
    },
    ['Big news', 'Tiny game'],
  ],
  [{ subsRanges: [[0, 1_000]], minSubs: 1_000 }, []],
  [{ minSubs: 5, maxSubs: 5 }, []],
  [{ country: 'ru' }, ['Tiny game']],
  [{ country: ['ru', 'AQ'] }, ['Tiny game']],
  [{ country: [], content_type: 'Gaming', maxSubs: 1_000 }, ['Tiny game']],
  [{ language: 'RU' }, ['Mid music']],
  [{ hasContact: true }, ['Big news']],
  [{ hasContact: false, content_type: 'Gaming' }, ['Edge game', 'Tiny game']],
  [{ content_type: 'Gaming', ageGroup: 'Adults' }, ['Edge game']],
  [{ content_type: 'Politics' }, []],
])('%j finds %j', async (body, expected) => {
  expect(await names(body)).toEqual(expected)
  expect(await names({ ...body, limit: 1 })).toEqual(expected)
  const { body: answer } = await client.call('POST /filter', { body })
  expect(answer.meta.total).toBe(expected.length)
})

test('no filter at all is refused', async () => {
  const nothing = { ageGroup: null, minSubs: null, maxSubs: null, content_type: null }
  for (const body of [{}, nothing, { ...nothing, subsRanges: [], content_type: '' }]) {
    const answer = await client.call('POST /filter', { body })
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'invalid_input'])
  }
})

describe('a large catalogue', () => {
  const COUNT = 10_400
  beforeAll(() =>
    addChannels(
      testApp.app,
      Array.from({ length: COUNT }, (_, index) => ({
        name: `Crowd ${index}`,
        // Ten have as many: pages begin and end among them.
        subscribers: ((index * 7_919) % 1_000) * 1_000,
        contentTypes: [index % 40 === 0 ? 'Travel' : 'Health'] as const,
        audiences: [index < 9_000 ? 'Youth' : 'Teenagers'] as const,
        country: index % 2_000 === 0 ? 'IS' : null,
        lastUploadAt: new Date(Date.UTC(2026, 0, 1) + (index % 3_000) * 60_000),
      })),
    ),
  )

  test('totals are counted up to 10,000', async () => {
    const meta = async (body: object) => (await client.call('POST /filter', { body })).body.meta
    expect(await meta({ ageGroup: ['Youth', 'Teenagers'] })).toMatchObject({
      total: 10_000,
      totalIsCapped: true,
    })
    expect(await meta({ minSubs: 0 })).toMatchObject({ total: 10_000, totalIsCapped: true })
    expect(await meta({ ageGroup: 'Youth' })).toMatchObject({ total: 9_000, totalIsCapped: false })
    expect(await meta({ content_type: 'Travel' })).toMatchObject({ total: 260, totalIsCapped: false })
    expect(await meta({ country: 'IS' })).toMatchObject({ total: 6, totalIsCapped: false })
  })

  test('the total of the first page stays on the next ones', async () => {
    const body = { ageGroup: 'Youth', limit: 50 }
    const first = await client.call('POST /filter', { body })
    const second = await client.call('POST /filter', {
      body: { ...body, cursor: first.body.meta.nextCursor },
    })
    expect(second.body.meta).toMatchObject({ total: 9_000, totalIsCapped: false })
  })

  test('a list that is counted has cursors of its own', async () => {
    const body = { ageGroup: 'Youth', limit: 50 }
    const { meta } = (await client.call('POST /filter', { body: { ...body, total: 'counted' } })).body
    const status = async (extra: object) =>
      (await client.call('POST /filter', { body: { ...body, ...extra, cursor: meta.nextCursor } })).status
    expect([await status({ total: 'counted' }), await status({})]).toEqual([200, 400])
  })

  test.each(['subscribers', 'recent', 'shuffle', 'mix'])(
    'the pages by %s contain every channel once',
    async (sort) => {
      for (const body of [
        { content_type: 'Travel' },
        { ageGroup: 'Teenagers' },
        { minSubs: 500_000, maxSubs: 555_555 },
      ]) {
        const found = await names({ ...body, sort, seed: 5, limit: 50 })
        const { total } = (await client.call('POST /filter', { body })).body.meta
        expect(found).toHaveLength(total ?? -1)
        expect(new Set(found).size).toBe(found.length)
      }
    },
  )

  test.each(['shuffle', 'mix'] as const)('each seed gives its own stable %s', async (sort) => {
    const shuffled = async (seed: number) => {
      const { body } = await client.call('POST /filter', {
        body: { ageGroup: 'Youth', sort, seed, limit: 50 },
      })
      return body.data.map((channel) => channel.channel_name)
    }
    const orders = await Promise.all([0, 1, 2, 3, 4, 2_147_483_647].map(shuffled))
    expect(new Set(orders.map((order) => order.join())).size).toBe(6)
    expect(await shuffled(2)).toEqual(orders[2])
    // Of two pages of 50, now and then ten are the same: a mix draws from small sizes, too. On average they are few.
    const pairs = orders.flatMap((one, place) =>
      orders.slice(place + 1).map((other) => [one, other] as const),
    )
    const inBoth = pairs.map(([one, other]) => one.filter((name) => other.includes(name)).length)
    expect(inBoth.reduce((sum, count) => sum + count, 0) / pairs.length).toBeLessThan(10)
  })

  test('the mix is the default order, with the seed 0', async () => {
    const first = async (body: object) =>
      (await client.call('POST /filter', { body: { ageGroup: 'Youth', ...body } })).body
    const given = await first({})
    expect(given).toEqual(await first({ sort: 'mix', seed: 0 }))
    const { nextCursor } = given.meta
    expect((await first({ cursor: nextCursor })).data).not.toEqual(given.data)
    const other = await client.call('POST /filter', {
      body: { ageGroup: 'Youth', seed: 1, cursor: nextCursor },
    })
    expect([other.status, other.body.error?.fields]).toEqual([400, { cursor: 'invalid' }])
  })
})
