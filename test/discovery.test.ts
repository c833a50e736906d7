import { parseCsv } from 'hucre/csv'
import { expect, test } from 'vitest'
import { LONG_INACTIVE_DAYS } from '#shared/rules/filters.ts'
import { moscowDate } from '#server/clock.ts'
import { mergeChannels } from '#server/features/catalogue/merge-channels.ts'
import { suppressAddress } from '#server/features/objections/suppress-address.ts'
import { renewAllCoPurchases } from '#server/features/recommendations/renew-co-purchases.ts'
import { buyAll, makeBuyers } from '#test/support/buyers.ts'
import { refreshSearch } from '#test/support/catalogue-world.ts'
import { addContacts, logIn, makePerson } from '#test/support/factories.ts'
import { buy } from '#test/support/statistics-world.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { addTitledChannels, settleTopics } from '#test/support/topics-world.ts'

// What topics, similar channels, recommendations, pages and lists tell of a channel that goes, and of withheld contacts.
const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

interface Told {
  readonly id: number
  readonly channelId: string
  readonly name: string
  readonly addresses: readonly string[]
}

let made = 0

/** Channels with the same topic and one contact each, all at one domain of their own. */
async function addAlike(names: readonly string[], topic: string, domain: string): Promise<Told[]> {
  const { app } = world
  const channels = names.map((name) => ({
    name,
    platformId: `UC${String((made += 1)).padStart(22, 'd')}`,
    handle: `handle.${made}`,
    subscribers: 1_000,
    hasContact: true,
    titles: [`${topic} explained`, `More ${topic}`],
  }))
  const ids = await addTitledChannels(app, channels)
  await settleTopics(app)
  const told = channels.map(({ name, platformId: channelId }, at) => ({
    id: ids[at]!,
    channelId,
    name,
    addresses: [`hello${made}${at}@${domain}`],
  }))
  await addContacts(
    app,
    ...told.map(({ id, addresses }) => ({ channel_id: id, address: addresses[0]!, source_kind: 'import' })),
  )
  return told
}

const ofChannel = (channelId: string) => ({ params: { channelId } })

/** In which answers a channel is, for somebody who looks from a channel like it. */
async function placesOf(client: TestClient, { channelId, name }: Told, like: Told, topic: string) {
  const lists = {
    similar: (await client.call('GET /channels/{channelId}/similar', ofChannel(like.channelId))).text,
    topics: (await client.call('POST /topics', { body: { text: topic } })).text,
    recommendations: (await client.call('GET /recommendations')).text,
    seeds: (
      await client.call('POST /seeds', {
        body: { lines: [channelId, name, `youtube.com/channel/${channelId}`] },
      })
    ).body.data
      .flatMap(({ channels }) => channels.map((channel) => channel.channelId))
      .join(),
    export: parseCsv(
      (
        await client.call('POST /seeds/exports', {
          body: { format: 'csv', rows: [{ line: 'x', channelId }] },
        })
      ).text,
    )
      .flat()
      .join(),
  }
  const pages = {
    page: (await client.call('GET /channels/{channelId}', ofChannel(channelId))).status,
    similarToIt: (await client.call('GET /channels/{channelId}/similar', ofChannel(channelId))).status,
    videos: (await client.call('GET /channels/{channelId}/videos', ofChannel(channelId))).status,
    alive: (await client.call('POST /channels/{channelId}/alive', ofChannel(channelId))).status,
    dismissal: (await client.call('PUT /recommendations/dismissed/{channelId}', ofChannel(channelId))).status,
  }
  await client.call('DELETE /recommendations/dismissed/{channelId}', ofChannel(channelId))
  return [
    ...Object.entries(lists).flatMap(([place, text]) => (text.includes(channelId) ? place : [])),
    ...Object.entries(pages).flatMap(([place, status]) => (status === 200 ? place : [])),
  ]
}

const EVERYWHERE = [
  'similar',
  'topics',
  'recommendations',
  'seeds',
  'export',
  'page',
  'similarToIt',
  'videos',
  'alive',
  'dismissal',
]

test('a channel that is gone is nowhere, neither as one’s own that others are like', async () => {
  const { app } = world
  const topic = 'hurdygurdies'
  const [bought, subject] = await addAlike(['Gurdy Hall', 'Gurdy Yard'], topic, 'mail.example')
  await makeBuyers(app, 9, [bought!, subject!])
  await renewAllCoPurchases(app)
  const person = await makePerson(app)
  await buyAll(app, [person], [bought!])
  const client = await logIn(world, person)
  expect(await placesOf(client, subject!, bought!, topic)).toEqual(EVERYWHERE)

  await app.db.updateTable('channel').set({ status: 'gone' }).where('id', '=', subject!.id).execute()
  await refreshSearch(app.db, [subject!.id])
  expect(await placesOf(client, subject!, bought!, topic)).toEqual([])
  const owner = await makePerson(app)
  await buyAll(app, [owner], [subject!])
  expect((await (await logIn(world, owner)).call('GET /recommendations')).body.data).toEqual([])
})

test('at a merge, words, days and dismissals move to the channel that stays; what it has stays, and the rest goes', async () => {
  const { app } = world
  const [gone, kept] = await addAlike(['Kiln North', 'Kiln South'], 'earthenware', 'mail.example')
  await makeBuyers(app, 9, [gone!, kept!])
  await renewAllCoPurchases(app)
  const client = await logIn(world, await makePerson(app))
  for (const { channelId } of [gone!, kept!]) {
    await client.call('GET /channels/{channelId}/videos', ofChannel(channelId))
    await client.call('POST /channels/{channelId}/alive', ofChannel(channelId))
  }
  const yesterday = moscowDate(new Date(app.clock.now().getTime() - 86_400_000))
  const today = moscowDate(app.clock.now())
  await app.db
    .insertInto('shown_channel')
    .values({ channel_id: gone!.id, shown_at: app.clock.now() })
    .execute()
  await app.db.deleteFrom('channel_day').where('channel_id', 'in', [gone!.id, kept!.id]).execute()
  await app.db
    .insertInto('channel_day')
    .values([
      { channel_id: gone!.id, day: yesterday, subscribers: 10 },
      { channel_id: gone!.id, day: today, subscribers: 11 },
      { channel_id: kept!.id, day: today, subscribers: 20 },
    ])
    .execute()
  // The list of the one that goes was read later.
  await app.databases.pool.query(
    `update channel_recent set read_at = read_at - interval '1 day' where channel_id = $1`,
    [kept!.id],
  )
  await app.databases.pool.query(`update channel_recent set words[1] = 'amphorae' where channel_id = $1`, [
    gone!.id,
  ])
  await client.call('PUT /recommendations/dismissed/{channelId}', ofChannel(gone!.channelId))
  const read = async ({ channelId }: Told) =>
    await client.call('GET /channels/{channelId}', ofChannel(channelId))
  expect((await read(kept!)).body.data.topics).not.toContain('amphorae')

  const both = [gone!.id, kept!.id]
  const channelsKept = async () => {
    const readTable = async (table: 'channel_videos' | 'alive_report' | 'shown_channel' | 'co_purchase') => {
      const rows = app.db.selectFrom(table).select('channel_id').where('channel_id', 'in', both)
      return [table, (await rows.orderBy('channel_id').execute()).map((row) => row.channel_id)]
    }
    const tables = ['channel_videos', 'alive_report', 'shown_channel', 'co_purchase'] as const
    return Object.fromEntries(await Promise.all(tables.map(readTable))) as unknown
  }
  expect(await channelsKept()).toEqual({
    channel_videos: both,
    alive_report: both,
    shown_channel: [gone!.id],
    co_purchase: both,
  })

  await merge(gone!, kept!)
  const { data } = (await read(kept!)).body
  expect(data.topics).toContain('amphorae')
  expect(data.history).toEqual([
    { date: yesterday, subscribers: 10 },
    { date: today, subscribers: 20 },
  ])
  const dismissed = (await client.call('GET /recommendations/dismissed')).body.data
  expect(dismissed.map(({ channelId }) => channelId)).toEqual([kept!.channelId])
  expect(await channelsKept()).toEqual({
    channel_videos: [kept!.id],
    alive_report: [kept!.id],
    shown_channel: [],
    co_purchase: [],
  })
  expect((await read(gone!)).status).toBe(404)
})

test('a channel is similar until it is inactive for 90 days, and one whose uploads are unknown is', async () => {
  const { app } = world
  const names = ['Rope Seed', 'Rope Lively', 'Rope Asleep', 'Rope Unknown']
  const [seed, lively, asleep, unknown] = await addAlike(names, 'ropemaking', 'ropes.example')
  const checkedAt = app.clock.now()
  for (const [{ id }, days] of [
    [lively!, LONG_INACTIVE_DAYS - 1],
    [asleep!, LONG_INACTIVE_DAYS],
  ] as const)
    await app.db
      .updateTable('channel')
      .set({
        last_upload_at: new Date(checkedAt.getTime() - days * 86_400_000),
        uploads_checked_at: checkedAt,
      })
      .where('id', '=', id)
      .execute()
  await refreshSearch(app.db, [lively!.id, asleep!.id])
  const { data } = (
    await world.client().call('GET /channels/{channelId}/similar', ofChannel(seed!.channelId))
  ).body
  const similar = data.map(({ channelId }) => channelId)
  expect([lively, asleep, unknown].map((channel) => similar.includes(channel!.channelId))).toEqual([
    true,
    false,
    true,
  ])
})

async function merge(gone: Told, kept: Told): Promise<void> {
  const client = await world.app.databases.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('channelbook import'))`)
    await mergeChannels(client, { goneId: gone.id, keptId: kept.id })
    await client.query('select search_refresh($1)', [[gone.id, kept.id]])
    await client.query('commit')
  } finally {
    client.release()
  }
}

test('reading while channels are merged answers with what there is, or 404, never with an error', async () => {
  const { app } = world
  const names = Array.from({ length: 12 }, (_, at) => `Loom ${String.fromCodePoint(65 + at)}`)
  const channels = await addAlike(names, 'weaving', 'mail.example')
  const person = await makePerson(app)
  await buyAll(app, [person], channels.slice(0, 4))
  const client = await logIn(world, person)
  const reads = channels
    .slice(2, 8)
    .flatMap(({ channelId }) => [
      client.call('GET /channels/{channelId}/videos', ofChannel(channelId)),
      client.call('GET /channels/{channelId}/similar', ofChannel(channelId)),
      client.call('POST /channels/{channelId}/alive', ofChannel(channelId)),
      client.call('PUT /recommendations/dismissed/{channelId}', ofChannel(channelId)),
      client.call('GET /recommendations'),
      client.call('POST /topics', { body: { text: 'weaving' } }),
      client.call('POST /seeds', { body: { lines: [channelId] } }),
    ])
  const merging = (async () => {
    for (const at of [2, 3, 4, 5, 6, 7]) await merge(channels[at]!, channels[at + 4]!)
  })()
  // The queue tries it again when it has counted nothing because of the merges.
  const counting = renewAllCoPurchases(app).catch(({ message }: Error) => message)
  const [answers, counted] = await Promise.all([Promise.all(reads), counting, merging])
  for (const { status, text } of answers) expect([200, 404], text).toContain(status)
  expect([undefined, 'co-purchases wait for the end of an import']).toContain(counted)
})

test('forty dismissals and undoings at once leave one of both, and the last word counts', async () => {
  const { app } = world
  const [channel] = await addAlike(['Fjord Ferries'], 'ferries', 'mail.example')
  const person = await makePerson(app)
  const client = await logIn(world, person)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      client.call(
        `${at % 2 === 0 ? 'PUT' : 'DELETE'} /recommendations/dismissed/{channelId}`,
        ofChannel(channel!.channelId),
      ),
    ),
  )
  for (const [at, { status }] of answers.entries())
    expect(at % 2 === 0 ? [200] : [200, 404]).toContain(status)
  const dismissed = async () =>
    (await client.call('GET /recommendations/dismissed')).body.data.map(({ channelId }) => channelId)
  for (const [method, left] of [
    ['PUT', [channel!.channelId]],
    ['DELETE', []],
  ] as const) {
    await client.call(`${method} /recommendations/dismissed/{channelId}`, ofChannel(channel!.channelId))
    expect(await dismissed()).toEqual(left)
  }
})

test('no answer tells a contact or its domain; a withheld one is as if there were none', async () => {
  const { app } = world
  const topic = 'spinning'
  // Eleven characters that are in no name, so that a domain would be seen anywhere.
  const channels = await addAlike(
    ['Wool Alpha', 'Yarn Beta', 'Fibre Gamma', 'Spindle Delta'],
    topic,
    'qzxvkwjypfh.net',
  )
  const [bought, withheld, removed, other] = channels
  const person = await makePerson(app, { uses: 3 })
  const client = await logIn(world, person)
  for (const channel of [bought!, withheld!, removed!]) await buy(client, channel)
  await suppressAddress(app, withheld!.addresses[0]!)
  await app.db
    .deleteFrom('purchase')
    .where('holder_id', '=', person.id)
    .where('channel_name', '=', removed!.name)
    .execute()

  const rows = channels.map(({ name: line, channelId }) => ({ line, channelId }))
  const read = async (reader: TestClient) => [
    ...(await Promise.all(
      channels.map(async ({ channelId }) =>
        reader.call('GET /channels/{channelId}/similar', ofChannel(channelId)),
      ),
    )),
    ...(await Promise.all(
      channels.map(async ({ channelId }) => reader.call('GET /channels/{channelId}', ofChannel(channelId))),
    )),
    await reader.call('POST /topics', { body: { text: topic } }),
    await reader.call('POST /seeds', { body: { lines: channels.map(({ channelId }) => channelId) } }),
    await reader.call('GET /recommendations'),
  ]
  for (const reader of [client, world.client(), await logIn(world, await makePerson(app))]) {
    const answers = await read(reader)
    for (const { text } of answers) expect(text).not.toContain('qzxvkwjypfh')
    const told = answers.flatMap(({ text }) => contactsTold(text, withheld!.channelId))
    expect(told.length).toBeGreaterThan(2)
    expect(new Set(told)).toEqual(new Set([false]))
    expect(answers.flatMap(({ text }) => contactsTold(text, other!.channelId))).toContain(true)
  }
  const file = (reader: TestClient) => reader.call('POST /seeds/exports', { body: { format: 'csv', rows } })
  // Of the file, only what is still among the person's records.
  const own = (await file(client)).text
  expect(channels.map(({ addresses }) => own.includes(addresses[0]!))).toEqual([true, false, false, false])
  expect((await file(world.client())).text).not.toContain('qzxvkwjypfh')
})

/** What an answer says of a channel's contact, wherever the channel is in it. */
function contactsTold(text: string, channelId: string): boolean[] {
  const told: boolean[] = []
  JSON.parse(text, (_, value: unknown) => {
    const object = value as { channelId?: unknown; hasContact?: unknown } | null
    if (object?.channelId === channelId && typeof object.hasContact === 'boolean')
      told.push(object.hasContact)
    return value
  })
  return told
}
