import { beforeEach, expect, test } from 'vitest'
import type { DataOf } from '#shared/api/contract.ts'
import { titleWords } from '#shared/rules/title-words.ts'
import { buyAll, makeBuyers } from '#test/support/buyers.ts'
import { addChannels, type SearchedChannel } from '#test/support/catalogue-world.ts'
import { addContacts, logIn, makePerson, type TestPerson } from '#test/support/factories.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { addTitledChannels } from '#test/support/topics-world.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { renewAllCoPurchases } from './renew-co-purchases.ts'

const DAY_MS = 86_400_000

let world: TestApp
// Each test has a catalogue of its own, because everything in it may be recommended.
beforeEach(async () => {
  world = await createTestApp({ env: { RATE_LIMITS: 'off' } })
  return () => world[Symbol.asyncDispose]()
})

interface Told extends SearchedChannel {
  readonly titles?: readonly string[]
}

interface Made {
  readonly id: number
  readonly channelId: string
}

let last = 0

/** Adds channels with contacts and the words of their titles. */
async function add(...channels: readonly Told[]): Promise<Made[]> {
  const { app } = world
  const now = app.clock.now()
  const made: Made[] = []
  for (const { titles = [], ...channel } of channels) {
    const platformId = `UC${String((last += 1)).padStart(22, '0')}`
    const [id] = await addChannels(app, [{ subscribers: 1_000, ...channel, platformId, hasContact: true }])
    made.push({ id: id!, channelId: platformId })
    await addContacts(app, {
      channel_id: id!,
      address: `owner${last}@creator.example`,
      source_kind: 'import',
    })
    if (titles.length === 0) continue
    const { terms, speech } = titleWords(titles, channel.name)
    const [keys, words] = [terms.map(({ key }) => key), terms.map(({ word }) => word)]
    await app.db
      .insertInto('channel_recent')
      .values({ channel_id: id!, keys, words, speech, months: [], read_at: now })
      .execute()
  }
  return made
}

type Recommended = DataOf<'GET /recommendations'>

async function recommended(client: TestClient, limit = 50): Promise<Recommended> {
  return (await client.call('GET /recommendations', { query: { limit } })).body.data
}

async function namesFor(client: TestClient, limit?: number): Promise<string[]> {
  return (await recommended(client, limit)).map((channel) => channel.channel_name)
}

/** A person who has bought these, the last one most recently. */
async function buyerOf(...channels: readonly Made[]): Promise<{ person: TestPerson; client: TestClient }> {
  const person = await makePerson(world.app)
  await buyAll(world.app, [person], channels)
  return { person, client: await logIn(world, person) }
}

const KEYBOARDS = ['Lubing mechanical keyboards', 'Tactile switches compared']
const BREAD = ['Sourdough without a mixer', 'Rye loaves for beginners']

test('channels like the purchases come with reasons and the purchase that each is like, never the purchases', async () => {
  const [keys, bread] = await add(
    { name: 'Keeb One', titles: KEYBOARDS },
    { name: 'Loaf One', titles: BREAD },
    { name: 'Keeb Two', titles: ['Tactile switches for mechanical keyboards'] },
    { name: 'Loaf Two', titles: ['Rye sourdough loaves'] },
  )
  const { client } = await buyerOf(keys!, bread!)
  const data = await recommended(client)
  expect(
    data
      .map(({ channel_name: name, like }) => [name, like?.channel_name])
      .toSorted(([a = ''], [b = '']) => a.localeCompare(b)),
  ).toEqual([
    ['Keeb Two', 'Keeb One'],
    ['Loaf Two', 'Loaf One'],
  ])
  expect(data.find((channel) => channel.channel_name === 'Keeb Two')!.reasons).toContainEqual({
    kind: 'topics',
    terms: expect.arrayContaining(['keyboards']),
  })
  expect(data[0]!.like!.channelId).toMatch(/^UC/)
  expect(await namesFor(client, 1)).toHaveLength(1)
})

test('many purchases of one subject are recommended as many channels as one is', async () => {
  const nameOf = (at: number) => `Keeb${String.fromCharCode(65 + at)}`
  const made = await add(...Array.from({ length: 32 }, (_, at) => ({ name: nameOf(at), titles: KEYBOARDS })))
  const { client } = await buyerOf(...made.slice(0, 8))
  expect(await namesFor(client, 20)).toHaveLength(20)
})

test('every purchase has its turn, however much more alike the channels of another one are', async () => {
  const keys = await add(
    ...Array.from({ length: 30 }, (_, at) => ({ name: `Keeb${at}x`, titles: KEYBOARDS })),
  )
  const [bread] = await add(
    { name: 'Loaf One', titles: BREAD },
    { name: 'Loaf Two', titles: ['Rye crumbs', 'Garden sheds', 'Winter tyres', 'Fishing rods'] },
    { name: 'Loaf Three', titles: ['Rye fields', 'Water mills', 'Horse carts', 'Village fairs'] },
  )
  const { client } = await buyerOf(bread!, keys[0]!)
  const likes = (await recommended(client, 4)).map(({ like }) => like!.channel_name)
  expect(likes.toSorted()).toEqual(['Keeb0x', 'Keeb0x', 'Loaf One', 'Loaf One'])
})

test('channels without a contact are similar, but not recommended', async () => {
  const [keys] = await add({ name: 'Keeb One', titles: KEYBOARDS }, { name: 'Keeb Two', titles: KEYBOARDS })
  const [silent] = await addTitledChannels(world.app, [{ name: 'Keeb Silent', titles: KEYBOARDS }])
  expect(silent).toBeDefined()
  const { client } = await buyerOf(keys!)
  expect(await namesFor(client)).toEqual(['Keeb Two'])
  const params = { channelId: keys!.channelId }
  const { data } = (await client.call('GET /channels/{channelId}/similar', { params })).body
  expect(data.map((channel) => channel.channel_name).toSorted()).toEqual(['Keeb Silent', 'Keeb Two'])
})

test('what is dismissed is left out until that is taken back, for that person only', async () => {
  const [keys, two] = await add(
    { name: 'Keeb One', titles: KEYBOARDS },
    { name: 'Keeb Two', titles: KEYBOARDS },
    { name: 'Keeb Three', titles: KEYBOARDS },
  )
  const [{ client }, { client: other }] = [await buyerOf(keys!), await buyerOf(keys!)]
  const dismiss = (method: 'PUT' | 'DELETE') =>
    client.call(`${method} /recommendations/dismissed/{channelId}`, { params: { channelId: two!.channelId } })
  await dismiss('PUT')
  expect(await namesFor(client)).toEqual(['Keeb Three'])
  expect((await namesFor(other)).toSorted()).toEqual(['Keeb Three', 'Keeb Two'])
  await dismiss('DELETE')
  expect((await namesFor(client)).toSorted()).toEqual(['Keeb Three', 'Keeb Two'])
})

test('inactive and vanished channels are not recommended', async () => {
  const checked = world.clock.now()
  const ago = (days: number) => ({
    lastUploadAt: new Date(checked.getTime() - days * DAY_MS),
    uploadsCheckedAt: checked,
  })
  const [keys] = await add(
    { name: 'Keeb One', titles: KEYBOARDS },
    { name: 'Keeb Lively', titles: KEYBOARDS, ...ago(20) },
    { name: 'Keeb Asleep', titles: KEYBOARDS, ...ago(200) },
    { name: 'Keeb Vanished', titles: KEYBOARDS, isGone: true },
  )
  expect(await namesFor((await buyerOf(keys!)).client)).toEqual(['Keeb Lively'])
})

test('only the newest twenty purchases say what a person likes', async () => {
  const [old] = await add({ name: 'Loaf One', titles: BREAD }, { name: 'Loaf Two', titles: BREAD })
  const newer = await add(
    ...Array.from({ length: 20 }, (_, number) => ({ name: `Keeb ${number}`, titles: KEYBOARDS })),
  )
  await add({ name: 'Keys Too', titles: KEYBOARDS })
  const { client } = await buyerOf(old!, ...newer)
  const likes = (await recommended(client)).map(({ like }) => like!.channel_name)
  expect(likes.length).toBeGreaterThan(0)
  expect(likes).not.toContain('Loaf One')
})

test('without purchases, and when all of them have vanished, nothing is recommended', async () => {
  const [gone] = await add({ name: 'Vanished', titles: KEYBOARDS, isGone: true }, { name: 'Something Else' })
  expect(await recommended(await logIn(world, await makePerson(world.app)))).toEqual([])
  expect(await recommended((await buyerOf(gone!)).client)).toEqual([])
})

test('a record that was removed says no more what a person likes, and its channel is not recommended either', async () => {
  const [keys, bread] = await add(
    { name: 'Keeb One', titles: KEYBOARDS },
    { name: 'Loaf One', titles: BREAD },
    { name: 'Keeb Two', titles: KEYBOARDS },
    { name: 'Loaf Two', titles: BREAD },
  )
  const { person, client } = await buyerOf(keys!, bread!)
  const likes = async () => (await recommended(client)).map(({ like }) => like!.channel_name).toSorted()
  expect(await likes()).toEqual(['Keeb One', 'Loaf One'])
  await world.app.db
    .deleteFrom('purchase')
    .where('holder_id', '=', person.id)
    .where('channel_name', '=', 'Keeb One')
    .execute()
  expect(new Set(await likes())).toEqual(new Set(['Loaf One']))
  expect(await namesFor(client)).not.toContain('Keeb One')
  await world.app.db.deleteFrom('purchase').where('holder_id', '=', person.id).execute()
  expect(await recommended(client)).toEqual([])
})

test('what at least nine people bought together is recommended for that, and counts nobody who opted out', async () => {
  const { app } = world
  const [keys, bread] = await add(
    { name: 'Keeb One', titles: KEYBOARDS },
    { name: 'Loaf One', titles: BREAD },
  )
  const people = await makeBuyers(app, 9, [keys!, bread!])
  const { client } = await buyerOf(keys!)
  const boughtReasons = async () =>
    (await recommended(client)).flatMap((channel) =>
      channel.reasons.some(({ kind }) => kind === 'bought') ? channel.channel_name : [],
    )
  await renewAllCoPurchases(app)
  expect(await boughtReasons()).toEqual(['Loaf One'])
  for (const person of people.slice(0, 4)) {
    await (await logIn(world, person)).call('PUT /recommendations/choice', {
      body: { countsPurchases: false },
    })
  }
  world.clock.advance({ days: 7 })
  await renewAllCoPurchases(app)
  expect(await boughtReasons()).toEqual([])
})

test('an attacker with four accounts sees in no recommendation what one other person bought', async () => {
  const { app } = world
  const channels = await add(
    ...Array.from({ length: 12 }, (_, number) => ({ name: `Odd ${number}`, subscribers: 10 ** number })),
  )
  const attackers = await makeBuyers(app, 4, channels.slice(0, 6))
  const seen = async () => {
    await renewAllCoPurchases(app)
    const answers = []
    for (const attacker of attackers) answers.push(await recommended(await logIn(world, attacker)))
    return answers
  }
  const before = await seen()
  await makeBuyers(app, 1, channels)
  expect(await seen()).toEqual(before)
})

test('recommendations are for people, and an answer never has a contact', async () => {
  const [keys] = await add({ name: 'Keeb One', titles: KEYBOARDS }, { name: 'Keeb Two', titles: KEYBOARDS })
  const { status, body } = await world.client().call('GET /recommendations')
  expect([status, body.error?.code]).toEqual([401, 'not_logged_in'])
  const answer = await (await buyerOf(keys!)).client.call('GET /recommendations')
  expect(answer.body.data).toMatchObject([{ channel_name: 'Keeb Two', hasContact: true }])
  expect(answer.text).not.toContain('creator.example')
})
