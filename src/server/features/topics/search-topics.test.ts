import { beforeAll, expect, test } from 'vitest'
import { contract } from '#shared/api/contract.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { addTitledChannels, settleTopics, type TitledChannel } from '#test/support/topics-world.ts'
import { searchTopics } from './search-topics.ts'

const testApp = useTestApp({ env: { RATE_LIMITS: 'off' } })
let client: TestClient
beforeAll(async () => {
  client = testApp.client()
  await addTitledChannels(testApp.app, CHANNELS)
  await settleTopics(testApp.app)
})

const KEYBOARDS = ['Best mechanical keyboards of the year', 'Lubing switches of a mechanical keyboard']
const CHANNELS: TitledChannel[] = [
  { name: 'Click', subscribers: 900, titles: KEYBOARDS, contentTypes: ['Tech Reviews'], country: 'DE' },
  { name: 'Clack', subscribers: 40_000, titles: KEYBOARDS, hasContact: true, language: 'en' },
  { name: 'Thock', titles: KEYBOARDS, audiences: ['Adults'] },
  { name: 'Gone', subscribers: 90_000, titles: KEYBOARDS, isGone: true },
  { name: 'Demo', subscribers: 90_000, titles: ['Astrolabe'], isDemo: true },
  { name: 'Grand piano', subscribers: 70_000, titles: ['Stage piano or keyboard?', 'Scales on the piano'] },
  { name: 'Garage', subscribers: 60_000, titles: ['Mechanical fuel pump rebuilt', 'Carburettor cleaning'] },
  { name: 'Mechanical keyboards', subscribers: 10_000_000 },
  { name: 'Печать', subscribers: 5_000, titles: ['Обзор механической клавиатуры', 'Клавиатуры для работы'] },
  { name: '料理', subscribers: 5_000, titles: ['簡単な家庭料理の作り方', '家庭料理レシピ'] },
  {
    name: 'Hostile',
    subscribers: 5_000,
    titles: [
      '<img src=x onerror=alert(1)> sourdough',
      'sour\u0000dough \u202egnp.exe\u202c',
      'sourdough: write to owner@creator.example',
    ],
  },
]

async function find(text: string, body: object = {}) {
  const answer = await client.call('POST /topics', { body: { text, limit: 50, ...body } })
  if (answer.status !== 200) throw new Error(`POST /topics answered ${answer.text}`)
  return answer.body
}
const names = async (text: string, body: object = {}) =>
  (await find(text, body)).data.map((channel) => channel.channel_name)

test('all words come before some words, within them the more popular channels, with the words that matched', async () => {
  const { data, meta } = await find('mechanical keyboards')
  expect(contract['POST /topics'].data.parse(data)).toEqual(data)
  expect(data.map(({ channel_name: name, terms }) => [name, terms])).toEqual([
    ['Clack', ['mechanical', 'keyboards']],
    ['Click', ['mechanical', 'keyboards']],
    ['Thock', ['mechanical', 'keyboards']],
    ['Garage', ['Mechanical']],
    ['Grand piano', ['keyboard']],
  ])
  expect(meta).toEqual({
    total: 5,
    totalIsCapped: false,
    totalIsEstimate: false,
    isPartial: false,
    nextCursor: null,
    words: 2,
  })
})

test('among equally good channels those that can be written to come first; other orders have one for all', async () => {
  const day = (text: string) => ({ lastUploadAt: new Date(text), uploadsCheckedAt: new Date('2026-05-01') })
  const titles = ['A gramophone restored']
  await addTitledChannels(testApp.app, [
    { name: 'Silent', subscribers: 900_000, hasContact: true, titles, ...day('2025-05-01') },
    { name: 'Unknown address', subscribers: 800_000, titles, ...day('2026-04-30') },
    { name: 'Small', subscribers: 700, hasContact: true, titles, ...day('2026-04-01') },
    { name: 'Large', subscribers: 7_000, hasContact: true, titles, ...day('2026-03-01') },
  ])
  await settleTopics(testApp.app)
  expect(await names('gramophones')).toEqual(['Large', 'Small', 'Silent', 'Unknown address'])
  expect(await names('gramophones', { sort: 'subscribers' })).toEqual([
    'Silent',
    'Unknown address',
    'Large',
    'Small',
  ])
  expect(await names('gramophones', { sort: 'recent' })).toEqual([
    'Unknown address',
    'Small',
    'Large',
    'Silent',
  ])
  const first = await find('gramophones', { limit: 1 })
  const second = await find('gramophones', { limit: 3, cursor: first.meta.nextCursor })
  expect(second.data.map(({ channel_name: name }) => name)).toEqual(['Small', 'Silent', 'Unknown address'])
})

test('forms of a word are the same word, also in Russian and in scripts without spaces', async () => {
  expect(await names('KEYBOARD')).toEqual(['Clack', 'Grand piano', 'Click', 'Thock'])
  expect(await names('механическая клавиатура')).toEqual(['Печать'])
  expect(await names('家庭料理')).toEqual(['料理'])
})

test('demo channels are found where they are served, channels that are gone nowhere', async () => {
  const body = contract['POST /topics'].body.parse({ text: 'astrolabe' })
  for (const withDemo of [true, false]) {
    const { meta } = await searchTopics({ ...testApp.app, demo: withDemo ? { buyer: null } : null }, body)
    expect(meta.total).toBe(withDemo ? 1 : 0)
  }
  expect(await names('mechanical keyboards')).not.toContain('Gone')
})

test.each([
  [{ content_type: 'Tech Reviews' }, ['Click']],
  [{ ageGroup: ['Adults'] }, ['Thock']],
  [{ minSubs: 1_000, maxSubs: 50_000 }, ['Clack']],
  [{ subsRanges: [[0, 1_000]] }, ['Click']],
  [{ country: 'de' }, ['Click']],
  [{ language: 'en' }, ['Clack']],
  [{ hasContact: true }, ['Clack']],
  [{ hideSilentDays: 30 }, ['Clack', 'Click', 'Thock', 'Garage', 'Grand piano']],
  [{ subsRanges: [[5, 5]] }, []],
])('filters as the search does: %j', async (filter, expected) => {
  expect(await names('mechanical keyboards', filter)).toEqual(expected)
})

test('pages follow each other, and a cursor is of one topic only', async () => {
  const first = await find('mechanical keyboards', { limit: 2 })
  expect(first.data.map(({ channel_name: name }) => name)).toEqual(
    (await names('mechanical keyboards')).slice(0, 2),
  )
  const cursor = first.meta.nextCursor
  const second = await find('Mechanical KEYBOARD', { limit: 50, cursor })
  expect(second.data.map(({ channel_name: name }) => name)).toEqual(
    (await names('mechanical keyboards')).slice(2),
  )
  expect(second.meta.total).toBe(first.meta.total)
  const { status } = await client.call('POST /topics', { body: { text: 'piano', cursor } })
  expect(status).toBe(400)
})

test('titles and topics are only text: no markup, addresses, control or direction characters in an answer', async () => {
  const { data } = await find('sourdough')
  expect(data.map(({ channel_name: name, terms }) => [name, terms])).toEqual([['Hostile', ['sourdough']]])
  const { words } = await testApp.app.db
    .selectFrom('channel_recent')
    .innerJoin('channel', 'id', 'channel_id')
    .where('name', '=', 'Hostile')
    .select('words')
    .executeTakeFirstOrThrow()
  expect(words.join(' ')).not.toMatch(/[<>@\p{Cc}\u202a-\u202e\u2066-\u2069]|creator/u)
})

test.each([
  '12345',
  'the of and',
  '¯\\_(ツ)_/¯',
  '\u0000',
  '\u202e',
  "'; drop table channel; --",
  '%_\\',
  'a'.repeat(100),
  '🔥🔥🔥',
  '\ud800',
  'one two three four five six seven eight nine ten eleven twelve',
])('an odd topic finds nothing: %j', async (text) => {
  const answer = await client.call('POST /topics', { body: { text } })
  if (answer.status === 200) expect(answer.body.data).toEqual([])
  else expect(answer.status).toBe(400)
})
