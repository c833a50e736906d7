import { beforeAll, describe, expect, it } from 'vitest'
import type { BodyGiven } from '#shared/api/contract.ts'
import { SEARCHES_MAX } from '#shared/rules/saved-searches.ts'
import { addChannels, changeChannel, type SearchedChannel } from '#test/support/catalogue-world.ts'
import { logIn, makePerson } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { countNew } from './count-new.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
const add = (...channels: readonly SearchedChannel[]) => addChannels(world.app, channels)
const person = async () => logIn(world, await makePerson(world.app))

async function save(client: TestClient, body: Partial<BodyGiven<'POST /searches'>>): Promise<number> {
  const {
    status,
    body: answer,
    text,
  } = await client.call('POST /searches', { body: { name: 'A search', ...body } })
  expect(status, text).toBe(200)
  return answer.data.searchId
}

async function newCount(client: TestClient, searchId: number): Promise<number | undefined> {
  await countNew(world.app)
  const { body } = await client.call('GET /searches')
  return body.data.find((search) => search.searchId === searchId)?.newCount
}

async function open(
  client: TestClient,
  searchId: number,
  body: BodyGiven<'POST /searches/{searchId}/new'> = {},
) {
  const answer = await client.call('POST /searches/{searchId}/new', { params: { searchId }, body })
  return { ...answer.body.meta, names: answer.body.data.map((channel) => channel.channel_name) }
}

describe('a saved search', () => {
  it('is listed with what it searches for, renamed and deleted, by its holder alone', async () => {
    const client = await person()
    const searchId = await save(client, {
      name: '  Kitchens ',
      text: 'kitchen',
      country: 'de',
      frequency: 'day',
    })
    const [saved] = (await client.call('GET /searches')).body.data
    expect(saved).toMatchObject({ searchId, name: 'Kitchens', frequency: 'day', newCount: 0, isOwn: true })
    expect(saved?.query).toMatchObject({ text: 'kitchen', country: ['DE'], ageGroup: null, hasContact: null })
    const params = { searchId }
    const changed = await client.call('PUT /searches/{searchId}', { params, body: { name: 'Cooks' } })
    expect(changed.body.data).toMatchObject({ name: 'Cooks', frequency: 'day' })

    const other = await person()
    expect((await other.call('GET /searches')).body.data).toEqual([])
    const refused = [
      await other.call('PUT /searches/{searchId}', { params, body: { name: 'Mine' } }),
      await other.call('POST /searches/{searchId}/new', { params, body: {} }),
      await other.call('DELETE /searches/{searchId}', { params }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await client.call('DELETE /searches/{searchId}', { params })).status).toBe(200)
    expect((await client.call('GET /searches')).body.data).toEqual([])
  })

  it.each([
    [{ name: 'Nothing' }, { text: 'required' }],
    [{ name: ' ', text: 'x' }, { name: 'required' }],
    [{ name: 'x'.repeat(81), text: 'x' }, { name: 'too_long' }],
  ])('is refused when it is %o', async (body, fields) => {
    const { status, body: answer } = await (await person()).call('POST /searches', { body })
    expect([status, answer.error?.fields]).toEqual([400, fields])
  })

  it(`is one of ${SEARCHES_MAX} at most, also of those that are saved at once`, async () => {
    const client = await person()
    const answers = await Promise.all(
      Array.from({ length: SEARCHES_MAX + 5 }, () =>
        client.call('POST /searches', { body: { name: 'Many', text: 'x' } }),
      ),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(5)
    for (const { body } of refused) expect(body.error?.fields).toEqual({ name: 'searches_full' })
  })

  it('is in the data export of the person who saved it', async () => {
    const client = await person()
    await save(client, { name: 'For my file', text: 'file' })
    const { text } = await client.send('GET', '/api/account/export')
    expect(JSON.parse(text).savedSearches).toMatchObject([{ name: 'For my file', frequency: 'never' }])
  })
})

describe('what is new', () => {
  it('was added since the search was saved, and is new until it is opened', async () => {
    const client = await person()
    await add({ name: 'Garden Early' })
    const searchId = await save(client, { text: 'garden' })
    expect(await newCount(client, searchId)).toBe(0)
    const [first] = await add({ name: 'Garden One' }, { name: 'Garden Two' }, { name: 'Something else' })
    expect(await newCount(client, searchId)).toBe(2)
    await add({ name: 'Garden Three' })
    expect(await newCount(client, searchId)).toBe(3)

    const page = await open(client, searchId, { limit: 2 })
    expect(page).toMatchObject({ names: ['Garden Three', 'Garden Two'], total: 3 })
    expect((await open(client, searchId, { limit: 2, cursor: page.nextCursor })).names).toEqual([
      'Garden One',
    ])
    expect(await newCount(client, searchId)).toBe(0)
    // Again, as after a reload; a channel that has changed its name meanwhile is no match any more.
    await changeChannel(world.app, first!, { name: 'Renamed' })
    expect((await open(client, searchId)).names).toEqual(['Garden Three', 'Garden Two'])

    await add({ name: 'Garden Four' })
    expect(await newCount(client, searchId)).toBe(1)
    expect((await open(client, searchId)).names).toEqual(['Garden Four'])
  })

  it('is counted once, by several servers and after a run that was interrupted', async () => {
    const client = await person()
    const searchId = await save(client, { text: 'lighthouse' })
    await add({ name: 'Lighthouse 1' }, { name: 'Lighthouse 2' })
    await Promise.all(Array.from({ length: 5 }, () => countNew(world.app)))
    expect(await newCount(client, searchId)).toBe(2)
  })

  it('found by an exact handle is the channel that was not there before', async () => {
    const client = await person()
    const searchId = await save(client, { text: '@late.comer' })
    await add({ name: 'Late Comer' }, { name: 'Somebody', handle: 'late.comer' })
    expect(await newCount(client, searchId)).toBe(1)
    expect((await open(client, searchId)).names).toEqual(['Somebody'])
  })
})

describe('new channels are those that the search itself finds', () => {
  const now = new Date('2026-03-10T09:00:00Z')
  const silent = new Date('2025-06-01T09:00:00Z')
  const kinds: readonly SearchedChannel[] = [
    { name: 'Чайник и кофе', subscribers: 900, country: 'RU', language: 'ru', contentTypes: ['Comedy'] },
    { name: 'Чайники', subscribers: 12_000, country: 'RU', hasContact: true, audiences: ['Kids', 'Adults'] },
    {
      name: 'Kettle Corner',
      subscribers: 12_500,
      country: 'DE',
      language: 'de',
      contentTypes: ['Music', 'News'],
    },
    { name: 'The Kettle', subscribers: null, audiences: ['Kids'], hasContact: true },
    {
      name: 'Kettlebell',
      subscribers: 2_000_000,
      lastUploadAt: now,
      uploadsCheckedAt: now,
      hasContact: true,
    },
    { name: 'Old Kettle', subscribers: 50, lastUploadAt: silent, uploadsCheckedAt: now },
    { name: 'Kettle demo', isDemo: true, hasContact: true },
    { name: 'Kettle gone', isGone: true, hasContact: true },
  ]
  const saved: number[] = []
  const queries: readonly Omit<BodyGiven<'POST /searches'>, 'name'>[] = [
    { text: 'kettle' },
    { text: 'the kettle' },
    { text: 'чайник' },
    { text: 'kettle', hasContact: true },
    { text: 'kettle', minSubs: 1_000 },
    { hasContact: true },
    { hasContact: false },
    { content_type: ['Music', 'Comedy'] },
    { ageGroup: 'Kids' },
    { country: ['RU', 'DE'], maxSubs: 12_100 },
    { language: 'de' },
    {
      subsRanges: [
        [0, 1_000],
        [1_000_000, null],
      ],
    },
    { hideSilentDays: 90, hasContact: true },
    { minSubs: 5, maxSubs: 5 },
  ]
  let client: TestClient
  beforeAll(async () => {
    client = await person()
    await add(...kinds.map((kind) => ({ ...kind, name: `${kind.name} before` })))
    for (const query of queries) saved.push(await save(client, query))
    await add(...kinds)
  })

  it.each(queries.map((query, place) => ({ query, place })))('$query', async ({ query, place }) => {
    const { text, ...given } = query
    const searchId = saved[place]!
    const found =
      text == null
        ? await client.call('POST /filter', { body: { ...given, limit: 50 } })
        : await client.call('POST /search', { body: { ...given, mainInputValue: text, limit: 50 } })
    const fresh = found.body.data
      .map((channel) => channel.channel_name)
      .filter((name) => kinds.some((kind) => kind.name === name))
    expect(await newCount(client, searchId)).toBe(fresh.length)
    const { names } = await open(client, searchId, { limit: 50 })
    expect(names.toSorted()).toEqual(fresh.toSorted())
  })
})
