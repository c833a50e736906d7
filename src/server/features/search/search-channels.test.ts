import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#shared/api/contract.ts'
import { searchChannels } from './search-channels.ts'
import { SENTINELS } from '#local/youtube/youtube-errors.ts'
import { logIn, makeChannel, makePerson, setAddresses } from '#test/support/factories.ts'
import { addChannels, namesFound, namesOnAllPages, refreshSearch } from '#test/support/catalogue-world.ts'
import { uploadsOf } from '#test/support/statistics-world.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const testApp = useTestApp({ env: { RATE_LIMITS: 'off' } })
let client: TestClient
beforeAll(async () => {
  client = testApp.client()
})

const add = (...channels: Parameters<typeof addChannels>[1]) => addChannels(testApp.app, channels)

test('a result matches the contract, and contains no contact', async () => {
  await add({
    name: 'Contract Kitchen',
    platformId: 'UCcontractcontractcontra',
    subscribers: 12_345,
    contentTypes: ['Education', 'Tech Reviews'],
    audiences: ['Kids', 'OlderGen'],
    country: 'DE',
    language: 'de',
    lastUploadAt: new Date('2026-01-02T03:04:05.678Z'),
    uploadsCheckedAt: new Date('2026-03-10T09:00:00Z'),
    hasContact: true,
  })
  const { status, body } = await client.call('POST /search', { body: { mainInputValue: 'contract kitchen' } })
  expect(status).toBe(200)
  expect(contract['POST /search'].data.parse(body.data)).toEqual(body.data)
  expect(body.data).toEqual([
    {
      channelId: 'UCcontractcontractcontra',
      channel_name: 'Contract Kitchen',
      thumbnail: null,
      targetAudience: 'Kids,OlderGen',
      content_type: 'Tech Reviews,Education',
      subsCount: 12_345,
      url: null,
      country: 'DE',
      language: 'de',
      lastUploadAt: '2026-01-02T03:04:05.678Z',
      uploadsCheckedAt: '2026-03-10T09:00:00.000Z',
      hasContact: true,
      noContactReason: null,
      contactSeenAt: null,
    },
  ])
  expect(body.meta).toMatchObject({ total: 1, totalIsCapped: false, nextCursor: null })
})

test('a result says when the contact that would be sold was last seen', async () => {
  const { db } = testApp.app
  const channel = await makeChannel(testApp.app, { name: 'Dated Dispatch', contacts: 3 })
  const seen = ['2026-03-03', '2026-02-02', '2026-01-01'].map((day) => new Date(`${day}T12:00:00Z`))
  for (const [index, address] of channel.addresses.entries()) {
    await db
      .updateTable('contact')
      .set({ last_seen_at: seen[index]! })
      .where('address', '=', address)
      .execute()
  }
  await setAddresses(
    db,
    { addresses: [channel.addresses[1]!] },
    { verification: 'valid', verified_at: seen[0]! },
  )
  await refreshSearch(db, [channel.id])
  const dateOf = async () => {
    const { body } = await client.call('POST /search', { body: { mainInputValue: 'dated dispatch' } })
    return body.data[0]?.contactSeenAt
  }
  // A verified one is sold before those seen later.
  expect(await dateOf()).toBe('2026-02-02T12:00:00.000Z')
  await db
    .updateTable('address')
    .set({ suppressed_at: seen[0]! })
    .where('address', '=', channel.addresses[1]!)
    .execute()
  expect(await dateOf()).toBe('2026-03-03T12:00:00.000Z')
})

test('a channel without a platform id has our number, and unknown facts are null or empty', async () => {
  const [id] = await add({ name: 'Numberless Wanderer' })
  const { body } = await client.call('POST /search', { body: { mainInputValue: 'numberless wanderer' } })
  expect(body.data).toMatchObject([
    { channelId: String(id), subsCount: null, targetAudience: '', content_type: '', country: null },
  ])
})

describe('order', () => {
  test('exact names, then beginnings, then words, then beginnings of words; each by subscribers', async () => {
    await add(
      { name: 'Velvet', subscribers: 5 },
      { name: 'velvet', subscribers: 50 },
      { name: 'Velvet Lounge', subscribers: 900 },
      { name: 'Velveteen', subscribers: 90_000 },
      { name: 'The Velvet Room', subscribers: 2_000_000 },
      { name: 'Old Velvet', subscribers: 3_000_000 },
      { name: 'My Velvets', subscribers: 9_000_000 },
    )
    expect(await namesFound(client, 'velvet')).toEqual([
      'velvet',
      'Velvet',
      'Velveteen',
      'Velvet Lounge',
      'Old Velvet',
      'The Velvet Room',
      'My Velvets',
    ])
    expect(await namesFound(client, 'velvet', { sort: 'subscribers' })).toEqual([
      'My Velvets',
      'Old Velvet',
      'The Velvet Room',
      'Velveteen',
      'Velvet Lounge',
      'velvet',
      'Velvet',
    ])
  })

  test('with equal subscribers the older row comes first, unknown subscribers come last', async () => {
    await add(
      { name: 'Quartz mine', subscribers: null },
      { name: 'Quartz bay', subscribers: 70 },
      { name: 'Quartz cave', subscribers: 70 },
      { name: 'Quartz none', subscribers: 0 },
    )
    expect(await namesFound(client, 'quartz')).toEqual([
      'Quartz bay',
      'Quartz cave',
      'Quartz none',
      'Quartz mine',
    ])
  })

  test('by last upload, unknown last', async () => {
    await add(
      { name: 'Pebble one', lastUploadAt: new Date('2026-01-01') },
      { name: 'Pebble two' },
      { name: 'Pebble three', lastUploadAt: new Date('2026-03-01') },
    )
    expect(await namesFound(client, 'pebble', { sort: 'recent' })).toEqual([
      'Pebble three',
      'Pebble one',
      'Pebble two',
    ])
  })

  test('a shuffle depends only on the seed, and is complete', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `Marble ${index}`)
    await add(...names.map((name, index) => ({ name, shuffleKey: index * 35_000_000 })))
    const shuffled = (seed: number, limit: number) =>
      namesOnAllPages(client, 'POST /search', { mainInputValue: 'marble', sort: 'shuffle', seed, limit })
    const first = await shuffled(1, 50)
    expect(first.toSorted()).toEqual(names.toSorted())
    expect(await shuffled(1, 7)).toEqual(first)
    expect(await shuffled(2, 50)).not.toEqual(first)
    expect(first).not.toEqual(names)
  })
})

describe('typing errors', () => {
  test('similar names are found only when fewer than five match', async () => {
    await add(
      { name: 'Harbour lights' },
      { name: 'Harbor' },
      ...[1, 2, 3].map((n) => ({ name: `Harbour ${n}` })),
    )
    expect(await namesFound(client, 'harbour')).toHaveLength(5)
    await add({ name: 'Harbour 4' })
    expect(await namesFound(client, 'harbour')).not.toContain('Harbor')
    expect(await namesFound(client, 'harbuor')).toContain('Harbor')
  })

  test('single-result pages have the same order as one page', async () => {
    await add(
      { name: 'Zephyr' },
      { name: 'Zephyrs north' },
      { name: 'Zephir', subscribers: 9 },
      { name: 'Big Zefhyr' },
    )
    const all = await namesFound(client, 'zephyr')
    expect(all).toEqual(['Zephyr', 'Zephyrs north', 'Zephir', 'Big Zefhyr'])
    for (const sort of ['relevance', 'subscribers', 'recent', 'shuffle'] as const) {
      const body = { mainInputValue: 'zephyr', sort }
      const paged = await namesOnAllPages(client, 'POST /search', { ...body, limit: 1 })
      expect(paged).toEqual(await namesFound(client, 'zephyr', { sort }))
    }
  })
})

describe('addresses, ids and handles', () => {
  beforeAll(() =>
    add(
      {
        name: 'Ada bakes',
        platformId: 'UCada0ada0ada0ada0ada0ad',
        handle: 'adabakes.official',
        subscribers: 10,
      },
      { name: 'adabakes.official fans', subscribers: 900 },
      { name: 'Clip collector', platform: 'rutube', platformId: 'clip-7' },
    ),
  )

  test.each([
    '@adabakes.official',
    '  @AdaBakes.Official ',
    'https://www.youtube.com/@adabakes.official/videos',
    'youtube.com/@adabakes.official',
    'https://youtube.com/channel/UCada0ada0ada0ada0ada0ad?si=x',
    'UCada0ada0ada0ada0ada0ad',
  ])('%j finds exactly its channel, whatever the order', async (text) => {
    for (const sort of contract['POST /search'].body.shape.sort.unwrap().options) {
      expect(await namesFound(client, text, { sort }), sort).toEqual(['Ada bakes'])
      expect(await namesFound(client, text, { sort, maxSubs: 50 }), sort).toEqual(['Ada bakes'])
      expect(await namesFound(client, text, { sort, minSubs: 50 }), sort).toEqual([])
    }
  })

  test('a handle without @ is searched as a name', async () => {
    expect(await namesFound(client, 'adabakes.official')).toEqual(['Ada bakes', 'adabakes.official fans'])
  })

  test('an id of another platform finds its channel', async () => {
    expect(await namesFound(client, 'clip-7')).toEqual(['Clip collector'])
  })

  test('an unknown handle is searched as a name', async () => {
    expect(await namesFound(client, '@ada.bakes')).toContain('Ada bakes')
  })
})

test('among equally good names those that can be written to come first, but never before better ones', async () => {
  const day = (text: string) => ({ lastUploadAt: new Date(text), uploadsCheckedAt: new Date('2026-05-01') })
  await add(
    { name: 'Marzipan', subscribers: 10, ...day('2020-01-01') },
    { name: 'Our marzipan', subscribers: 900_000, ...day('2026-04-30') },
    { name: 'Old marzipan', subscribers: 800_000, hasContact: true, ...day('2026-01-30') },
    { name: 'New marzipan', subscribers: 700, hasContact: true, ...day('2026-02-02') },
    { name: 'Any marzipan', subscribers: 600, hasContact: true },
  )
  expect(await namesFound(client, 'marzipan')).toEqual([
    'Marzipan',
    'New marzipan',
    'Any marzipan',
    'Our marzipan',
    'Old marzipan',
  ])
  expect((await namesFound(client, 'marzipan', { sort: 'subscribers' }))[1]).toBe('Old marzipan')
})

test('text and filters combine', async () => {
  const both = { contentTypes: ['Music'], audiences: ['Kids'], country: 'FR', language: 'fr' } as const
  await add(
    { name: 'Lantern music', ...both, subscribers: 5_000, hasContact: true },
    { name: 'Lantern tour', ...both, subscribers: 50, contentTypes: ['Travel'] },
    { name: 'Lantern unknown' },
    { name: 'Other', ...both, subscribers: 5_000 },
  )
  const found = (filters: object) => namesFound(client, 'lantern', filters)
  expect(await found({ content_type: 'music' })).toEqual(['Lantern music'])
  expect(await found({ content_type: ['Music', 'Travel'], ageGroup: 'Kids' })).toHaveLength(2)
  expect(await found({ minSubs: 50, maxSubs: 51 })).toEqual(['Lantern tour'])
  expect(
    await found({
      subsRanges: [
        [0, 60],
        [4_000, null],
      ],
      country: 'fr',
    }),
  ).toHaveLength(2)
  expect(await found({ hasContact: false, language: 'fr' })).toEqual(['Lantern tour'])
  expect(await found({ minSubs: 0 })).not.toContain('Lantern unknown')
  expect(await found({ minSubs: 60, maxSubs: 60 })).toEqual([])
  expect(await namesFound(client, 'lantrn', { content_type: 'Travel' })).toEqual(['Lantern tour'])
})

test.each([
  '%'.repeat(200),
  '_'.repeat(200),
  "'".repeat(200),
  '\\'.repeat(200),
  "\\'",
  '"|&!():*<->',
  '~A~B',
  '::tsquery',
  '$1 $$ %s %I',
  'שלום עולם',
  '\u202eabc',
  '💥'.repeat(100),
  'я'.repeat(200),
  Array.from({ length: 100 }, (_, index) => index % 10).join(' '),
  '\ufffe\uffff',
  'https://youtube.com/@%E0%A4%A',
  'youtube.com/channel/',
  '@',
  '@@@',
])('%j is searched without harm, alone, paged, filtered and sorted', async (text) => {
  for (const body of [{}, { limit: 1 }, { content_type: 'Music' }, { sort: 'shuffle', seed: 3 } as const]) {
    const { status } = await client.call('POST /search', { body: { mainInputValue: text, ...body } })
    expect(status).toBe(200)
  }
})

test.each(['\u0000', 'a\u0000b', '\ud800'])(
  '%j, which text cannot contain, is refused or searched without harm',
  async (text) => {
    const { status } = await client.call('POST /search', { body: { mainInputValue: text } })
    expect([200, 400]).toContain(status)
    const body = contract['POST /search'].body.parse({ mainInputValue: text })
    await expect(searchChannels(testApp.app, body)).resolves.toBeDefined()
  },
)

test('a video’s address leads to its channel, for visitors and for people', async () => {
  const channel = await makeChannel(testApp.app, { name: 'Video Owner' })
  await refreshSearch(testApp.app.db, [channel.id])
  const [video] = await uploadsOf(testApp.app, channel)
  const person = await logIn(testApp, await makePerson(testApp.app))
  const found = async (at: TestClient, mainInputValue: string) => {
    const { status, body } = await at.call('POST /search', { body: { mainInputValue } })
    return [status, ...(body.data ?? []).map(({ channel_name }) => channel_name)]
  }
  for (const text of [
    `https://www.youtube.com/watch?v=${video!.videoId}&t=5`,
    `(youtu.be/${video!.videoId})`,
  ])
    for (const at of [client, person]) expect(await found(at, text)).toEqual([200, 'Video Owner'])
  expect(await found(client, 'https://youtu.be/no-such-one')).toEqual([200])
  expect(await found(client, `https://youtu.be/${SENTINELS.busy}`)).toEqual([502])
})

test('demo channels are neither found nor listed with a real shop', async () => {
  const facts = { contentTypes: ['Music'], subscribers: 4_321 } as const
  await add({ name: 'Stagecraft demo', isDemo: true, ...facts }, { name: 'Stagecraft real', ...facts })
  await using shop = await createTestApp({
    databaseUrl: testApp.databaseUrl,
    env: {
      YOOKASSA_SHOP_ID: '123456',
      YOOKASSA_SECRET_KEY: 'a key',
      SELLER_NAME: 'A seller',
      SELLER_INN: '7700000000',
    },
  })
  const found = async (at: TestClient) => {
    const filters = { content_type: 'Music', minSubs: 4_321, maxSubs: 4_322 }
    const answers = [
      await at.call('POST /search', { body: { mainInputValue: 'stagecraft' } }),
      await at.call('POST /search', { body: { mainInputValue: 'stagecraft', ...filters } }),
      await at.call('POST /filter', { body: filters }),
    ]
    return answers.map(({ body }) => body.data?.map(({ channel_name }) => channel_name).toSorted())
  }
  const both = ['Stagecraft demo', 'Stagecraft real']
  expect(await found(client)).toEqual([both, both, both])
  expect(await found(shop.client())).toEqual([['Stagecraft real'], ['Stagecraft real'], ['Stagecraft real']])
})
