import { beforeEach, expect, test } from 'vitest'
import { titleWords, wordKey } from '#shared/rules/title-words.ts'
import { addChannels, refreshSearch, type SearchedChannel } from '#test/support/catalogue-world.ts'
import { addContacts, logIn, makePerson } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { TestClock } from '#test/support/test-clock.ts'

const clock = new TestClock()
const world = useTestApp({ clock, env: { RATE_LIMITS: 'off' } })

beforeEach(() => clock.set('2026-03-10T09:00:00.000Z'))

interface Told extends SearchedChannel {
  readonly titles?: readonly string[]
  readonly address?: string
}

let last = 0

/** Adds channels with the words of their titles. @returns the API's ids and ours by name */
async function addTold(channels: readonly Told[]): Promise<Map<string, { id: number; channelId: string }>> {
  const { db } = world.app
  const now = clock.now()
  const given = channels.map((channel) => ({
    ...channel,
    platformId: `UC${String((last += 1)).padStart(22, '0')}`,
    hasContact: channel.address !== undefined,
  }))
  const ids = await addChannels(world.app, given)
  for (const [at, { titles = [], name, address }] of given.entries()) {
    const channelId = ids[at] ?? 0
    const { terms, pairs, speech } = titleWords(titles, name)
    if (titles.length > 0)
      await db
        .insertInto('channel_recent')
        .values({
          channel_id: channelId,
          keys: terms.map(({ key }) => key),
          words: terms.map(({ word }) => word),
          pairs: [...pairs],
          speech,
          months: [],
          read_at: now,
        })
        .execute()
    if (address !== undefined)
      await addContacts(world.app, { channel_id: channelId, address, source_kind: 'import' })
  }
  return new Map(given.map(({ name, platformId }, at) => [name, { id: ids[at] ?? 0, channelId: platformId }]))
}

async function similarTo(channelId: string, client: TestClient = world.client(), limit = 10) {
  const { status, body } = await client.call('GET /channels/{channelId}/similar', {
    params: { channelId },
    query: { limit },
  })
  expect(status).toBe(200)
  if (body.data === null) throw new Error('no data')
  return { names: body.data.map((channel) => channel.channel_name), list: body.data, basis: body.meta.basis }
}

test('channels with the same rare words come first, and say which words those are', async () => {
  const made = await addTold([
    {
      name: 'Keeb One',
      titles: ['Lubing mechanical keyboards', 'Tactile switches compared'],
      subscribers: 1000,
    },
    { name: 'Board Two', titles: ['Mechanical keyboards with tactile switches'], subscribers: 1500 },
    { name: 'Bread Three', titles: ['Sourdough without a mixer'], subscribers: 1000 },
  ])
  const { list, basis } = await similarTo(made.get('Keeb One')?.channelId ?? '')
  expect(basis).toBe('topics')
  expect(list[0]?.channel_name).toBe('Board Two')
  expect(list[0]?.reasons).toContainEqual({
    kind: 'topics',
    terms: expect.arrayContaining(['keyboards', 'tactile']),
  })
  expect(list[0]?.reasons).toContainEqual({ kind: 'size' })
  expect(list.map(({ channel_name }) => channel_name)).not.toContain('Keeb One')
})

test('words that stand beside each other in the titles of both are named as they stand there', async () => {
  const made = await addTold([
    { name: 'Puppet One', titles: ['Stop motion with wet clay', 'Slow stop motion', 'Clay dries'] },
    { name: 'Puppet Two', titles: ['Clay and stop motion', 'How stop motion moves'] },
    { name: 'Puppet Three', titles: ['A motion sensor', 'Why trains stop', 'Sensor in motion'] },
  ])
  const { list } = await similarTo(made.get('Puppet One')?.channelId ?? '')
  const termsOf = (name: string) =>
    list
      .find(({ channel_name }) => channel_name === name)
      ?.reasons.find(({ kind }) => kind === 'topics')
      ?.terms?.toSorted()
  expect(termsOf('Puppet Two')).toEqual(['Clay', 'stop motion'])
  expect(termsOf('Puppet Three')).toEqual(['motion', 'stop'])
})

test('those in the same language come first, however much more others have in common', async () => {
  const made = await addTold([
    { name: 'Klang Eins', titles: ['Wie man einen Moog Modular für die Gäste patcht und stimmt'] },
    {
      name: 'Patch Two',
      titles: ['How to use the Moog Modular with your friends', 'Moog Modular, the sequel'],
    },
    { name: 'Ton Drei', titles: ['Ich habe den Modular nicht mit dem Auto gebracht'] },
  ])
  const { names } = await similarTo(made.get('Klang Eins')?.channelId ?? '')
  expect(names.slice(0, 2)).toEqual(['Ton Drei', 'Patch Two'])
})

test('of a channel without words names and facts are compared, and the answer says so', async () => {
  const made = await addTold([
    { name: 'Zanzibar Diving', contentTypes: ['Travel'], country: 'TZ', subscribers: 10_000 },
    { name: 'Zanzibar Food', contentTypes: ['Vlogs'], subscribers: 100 },
    { name: 'Reef Days', contentTypes: ['Travel'], country: 'TZ', subscribers: 12_000 },
    { name: 'Nothing Alike', contentTypes: ['Politics'], country: 'SE', subscribers: 90_000_000 },
  ])
  const { names, list, basis } = await similarTo(made.get('Zanzibar Diving')?.channelId ?? '')
  expect(basis).toBe('names')
  expect(names).toContain('Zanzibar Food')
  expect(names).not.toContain('Nothing Alike')
  expect(list.find(({ channel_name }) => channel_name === 'Reef Days')?.reasons).toEqual([
    { kind: 'type' },
    { kind: 'size' },
    { kind: 'country' },
  ])
})

test('inactive channels and those that the caller has bought are left out', async () => {
  const titles = ['Restoring vintage oscilloscopes']
  const silent = { lastUploadAt: new Date('2025-01-01'), uploadsCheckedAt: new Date('2026-03-01') }
  const made = await addTold([
    { name: 'Scope seed', titles },
    { name: 'Scope silent', titles, ...silent },
    { name: 'Owned scopes', titles, address: 'hello@scopes.example' },
    { name: 'Living scopes', titles },
  ])
  const seed = made.get('Scope seed')?.channelId ?? ''
  const visitor = await similarTo(seed)
  expect(visitor.names).toEqual(expect.arrayContaining(['Owned scopes', 'Living scopes']))
  expect(visitor.names).not.toContain('Scope silent')
  const client = await logIn(world, await makePerson(world.app, { uses: 1 }))
  const bought = await client.call('POST /getemail', {
    body: { channelId: made.get('Owned scopes')?.channelId ?? '', userId: client.userId! },
  })
  expect(bought.status).toBe(200)
  const { names } = await similarTo(seed, client)
  expect(names).toContain('Living scopes')
  expect(names).not.toContain('Owned scopes')
})

test('of one network, which names tell, two are shown, and contacts have no part in it', async () => {
  const titles = ['Whittling spoons from birch']
  const named = ['East', 'West', 'South'].map((part) => ({ name: `Birch Carvers ${part}`, titles }))
  const ofOneFirm = [1, 2, 3, 4].map((n) => ({ name: `Spoon${n}`, titles, address: `c${n}@spoonworks.net` }))
  const made = await addTold([{ name: 'Spoon seed', titles }, ...named, ...ofOneFirm])
  const { names } = await similarTo(made.get('Spoon seed')?.channelId ?? '')
  const count = (beginning: string) => names.filter((name) => name.startsWith(beginning)).length
  expect([count('Birch Carvers'), count('Spoon')]).toEqual([2, 4])
})

test('of channels that are about equally similar, those with a contact come first', async () => {
  const titles = ['Winding guitar pickups by hand']
  const made = await addTold([
    { name: 'Pickup seed', titles, subscribers: 1000 },
    { name: 'Silent winder', titles, subscribers: 1000 },
    { name: 'Reachable winder', titles, subscribers: 2000, address: 'hi@winder.example' },
    { name: 'Far larger winder', titles, subscribers: 90_000, address: 'hi@larger.example' },
    {
      name: 'Reachable luthier',
      titles: ['Guitar necks by hand'],
      subscribers: 1000,
      address: 'hi@luthier.example',
    },
  ])
  const { names } = await similarTo(made.get('Pickup seed')?.channelId ?? '')
  expect(names.slice(0, 4)).toEqual([
    'Reachable winder',
    'Silent winder',
    'Far larger winder',
    'Reachable luthier',
  ])
})

test('unknown subscribers are no likeness: near a large channel, those of known sizes come first', async () => {
  const titles = ['Splicing submarine cables at sea']
  const made = await addTold([
    { name: 'Cable seed', titles, subscribers: 200_000_000 },
    { name: 'Hidden splicer', titles, subscribers: null },
    { name: 'Known splicer', titles, subscribers: 1_000_000 },
  ])
  const { names } = await similarTo(made.get('Cable seed')?.channelId ?? '')
  expect(names.slice(0, 2)).toEqual(['Known splicer', 'Hidden splicer'])
})

test('the same language is claimed only where nothing that is shown contradicts it', async () => {
  const titles = [
    'How to build the best harpsichord and why you should',
    'What they do with all of these strings',
  ]
  const made = await addTold([
    { name: 'Harp seed', titles, language: 'en' },
    { name: 'Harp German', titles, language: 'de' },
    { name: 'Harp English', titles, language: 'en' },
    { name: 'Harp silent', titles },
  ])
  const { list } = await similarTo(made.get('Harp seed')?.channelId ?? '')
  const claims = list.filter(({ reasons }) => reasons.some(({ kind }) => kind === 'language'))
  const claimed = claims.map(({ channel_name: name }) => name).filter((name) => name.startsWith('Harp'))
  expect(claimed.toSorted()).toEqual(['Harp English', 'Harp silent'])
  expect(list.map(({ channel_name: name }) => name)).toContain('Harp German')
})

test('a word that very many channels use is no shared topic', async () => {
  const { db } = world.app
  const made = await addTold([
    { name: 'Talk seed', titles: ['Weekly talks about marquetry'] },
    { name: 'Talk veneer', titles: ['Weekly talks about marquetry veneers'] },
    { name: 'Talk other', titles: ['Weekly talks about submarines'] },
  ])
  await db
    .insertInto('topic_word')
    .values([
      { key: 0, channels: 20_000 },
      ...['talk', 'weekly', 'week'].map((stem) => ({ key: wordKey(stem), channels: 4_000 })),
    ])
    .execute()
  const { list } = await similarTo(made.get('Talk seed')?.channelId ?? '')
  const termsOf = (name: string) =>
    list.find((channel) => channel.channel_name === name)?.reasons.find(({ kind }) => kind === 'topics')
      ?.terms
  expect(termsOf('Talk veneer')).toEqual(['marquetry'])
  expect(termsOf('Talk other')).toBeUndefined()
  await db.deleteFrom('topic_word').execute()
})

test('a channel that is gone has no similar ones, and is none', async () => {
  const titles = ['Tuning hurdy-gurdies']
  const made = await addTold([
    { name: 'Gurdy seed', titles },
    { name: 'Gurdy gone', titles },
  ])
  const gone = made.get('Gurdy gone')
  if (gone === undefined) throw new Error('not made')
  await world.app.db.updateTable('channel').set({ status: 'gone' }).where('id', '=', gone.id).execute()
  await refreshSearch(world.app.db, [gone.id])
  expect((await similarTo(made.get('Gurdy seed')?.channelId ?? '')).names).not.toContain('Gurdy gone')
  for (const channelId of [gone.channelId, 'UCunknown']) {
    const { status } = await world
      .client()
      .call('GET /channels/{channelId}/similar', { params: { channelId }, query: {} })
    expect(status).toBe(404)
  }
})
