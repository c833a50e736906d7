import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transact } from '#server/db/connect.ts'
import { mergeChannels } from '#server/features/catalogue/merge-channels.ts'
import { closeAccount, logIn, makeChannel, makePerson } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

const change = (client: TestClient, method: 'PUT' | 'DELETE', channelId: string) =>
  client.call(`${method} /recommendations/dismissed/{channelId}`, { params: { channelId } })

async function dismissedBy(holderId: number): Promise<number[]> {
  const rows = await world.app.db
    .selectFrom('dismissed_channel')
    .select('channel_id')
    .where('holder_id', '=', holderId)
    .orderBy('channel_id')
    .execute()
  return rows.map((row) => row.channel_id)
}

test('a dismissal is remembered once, can be taken back, and is the person’s own', async () => {
  const [person, other] = [await makePerson(world.app), await makePerson(world.app)]
  const client = await logIn(world, person)
  const channel = await makeChannel(world.app)
  const statuses = await Promise.all(
    Array.from({ length: 10 }, async () => (await change(client, 'PUT', channel.channelId)).status),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await dismissedBy(person.id)).toEqual([channel.id])
  const stranger = await logIn(world, other)
  expect((await change(stranger, 'DELETE', channel.channelId)).status).toBe(404)
  expect((await change(client, 'DELETE', channel.channelId)).status).toBe(200)
  expect((await change(client, 'DELETE', channel.channelId)).status).toBe(404)
  expect(await dismissedBy(person.id)).toEqual([])
})

test('what was dismissed is listed for its person, the last one first, without channels that are gone', async () => {
  const { app, clock } = world
  const client = await logIn(world, await makePerson(app))
  const channels = [
    await makeChannel(app, { name: 'First' }),
    await makeChannel(app, { name: 'Second', platformId: null }),
    await makeChannel(app, { name: 'Third' }),
  ]
  for (const { channelId } of channels) {
    clock.advance({ seconds: 1 })
    await change(client, 'PUT', channelId)
  }
  await app.db.updateTable('channel').set({ status: 'gone' }).where('id', '=', channels[2]!.id).execute()
  const list = async (query = {}) =>
    (await client.call('GET /recommendations/dismissed', { query })).body.data
  expect(await list()).toEqual([
    {
      channelId: channels[1]!.channelId,
      channel_name: 'Second',
      dismissedAt: new Date(clock.now().getTime() - 1000).toISOString(),
    },
    expect.objectContaining({ channel_name: 'First' }),
  ])
  expect(await list({ limit: 1 })).toHaveLength(1)
  expect((await client.call('GET /recommendations/dismissed')).body.meta).toEqual({
    total: 2,
    nextCursor: null,
  })
  const other = await logIn(world, await makePerson(app))
  expect((await other.call('GET /recommendations/dismissed')).body.data).toEqual([])
  expect((await world.client().call('GET /recommendations/dismissed')).status).toBe(401)
})

test('however many are dismissed, each is listed once, page by page, and can be taken back', async () => {
  const { app, clock } = world
  const client = await logIn(world, await makePerson(app))
  const dismissed: string[] = []
  for (let count = 0; count < 60; count += 1) {
    // Three in the same instant.
    if (count % 3 === 0) clock.advance({ seconds: 1 })
    const { channelId } = await makeChannel(app)
    expect((await change(client, 'PUT', channelId)).status).toBe(200)
    dismissed.push(channelId)
  }
  const page = async (query: { limit?: number; cursor?: string }) =>
    (await client.call('GET /recommendations/dismissed', { query })).body
  const listAll = async (limit: number) => {
    const listed: string[] = []
    const instants: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { data, meta } = await page({ limit, ...(cursor !== undefined && { cursor }) })
      listed.push(...data.map(({ channelId }) => channelId))
      instants.push(...data.map(({ dismissedAt }) => dismissedAt))
      expect(meta.total).toBe(dismissed.length)
      cursor = meta.nextCursor
    }
    expect(instants).toEqual(instants.toSorted().toReversed())
    expect(listed.toSorted()).toEqual(dismissed.toSorted())
    return listed
  }
  const [last = ''] = (await listAll(50)).slice(-1)
  await listAll(7)
  expect((await change(client, 'DELETE', last)).status).toBe(200)
  dismissed.splice(dismissed.indexOf(last), 1)
  await listAll(20)
  for (const forged of ['x', '1', '1 x', '99999999999999 999999999999999', '-1 1', "1 1'; --"]) {
    const cursor = Buffer.from(forged).toString('base64url')
    const { status } = await client.call('GET /recommendations/dismissed', { query: { cursor } })
    expect(status).toBe(forged.startsWith('9') ? 200 : 400)
  }
})

test('only people dismiss, and only channels that exist', async () => {
  const client = await logIn(world, await makePerson(world.app))
  const gone = await makeChannel(world.app, { isGone: true })
  for (const channelId of ['UCnobodynobodynobodynobo', '0', '99999999999999999999', gone.channelId]) {
    expect((await change(client, 'PUT', channelId)).status).toBe(404)
  }
  const channel = await makeChannel(world.app)
  expect((await change(world.client(), 'PUT', channel.channelId)).status).toBe(401)
})

test('a merge keeps what was dismissed', async () => {
  const { app } = world
  const [both, one] = [await makePerson(app), await makePerson(app)]
  const [gone, kept] = [await makeChannel(app), await makeChannel(app, { platformId: null })]
  for (const [person, channel] of [
    [both, gone],
    [both, kept],
    [one, gone],
  ] as const) {
    expect((await change(await logIn(world, person), 'PUT', channel.channelId)).status).toBe(200)
  }
  const client = await app.databases.pool.connect()
  try {
    await client.query('begin')
    await mergeChannels(client, { goneId: gone.id, keptId: kept.id })
    await client.query('commit')
  } finally {
    client.release()
  }
  expect(await dismissedBy(both.id)).toEqual([kept.id])
  expect(await dismissedBy(one.id)).toEqual([kept.id])
})

test('a dismissal during a merge is refused or moved, never lost in an error', async () => {
  const { app } = world
  const [gone, kept] = [await makeChannel(app), await makeChannel(app, { platformId: null })]
  const people = await Promise.all(Array.from({ length: 8 }, () => makePerson(app)))
  const clients = await Promise.all(people.map((person) => logIn(world, person)))
  const merging = (async () => {
    const client = await app.databases.pool.connect()
    try {
      await client.query('begin')
      await mergeChannels(client, { goneId: gone.id, keptId: kept.id })
      await client.query('commit')
    } finally {
      client.release()
    }
  })()
  const answers = await Promise.all(clients.map((client) => change(client, 'PUT', gone.channelId)))
  await merging
  for (const [index, { status }] of answers.entries()) {
    expect([200, 404]).toContain(status)
    expect(await dismissedBy(people[index]!.id)).toEqual(status === 200 ? [kept.id] : [])
  }
})

test('the choice is yes until it is changed, and everybody has their own', async () => {
  const [client, other] = [
    await logIn(world, await makePerson(world.app)),
    await logIn(world, await makePerson(world.app)),
  ]
  const read = async (reader: TestClient) =>
    (await reader.call('GET /recommendations/choice')).body.data.countsPurchases
  expect(await read(client)).toBe(true)
  for (const countsPurchases of [false, false, true, false]) {
    const { body } = await client.call('PUT /recommendations/choice', { body: { countsPurchases } })
    expect(body.data).toEqual({ countsPurchases })
    expect(await read(client)).toBe(countsPurchases)
  }
  expect(await read(other)).toBe(true)
  expect((await world.client().call('GET /recommendations/choice')).status).toBe(401)
  const { status } = await client.call('PUT /recommendations/choice', { body: { countsPurchases: 'no' } })
  expect(status).toBe(400)
})

test('the export has both, and the deletion of the account takes both', async () => {
  const { app } = world
  const person = await makePerson(app)
  const client = await logIn(world, person)
  const channel = await makeChannel(app, { name: 'Not For Me' })
  await change(client, 'PUT', channel.channelId)
  await client.call('PUT /recommendations/choice', { body: { countsPurchases: false } })
  const { body } = await client.send('GET', '/api/account/export')
  expect(body).toMatchObject({
    recommendations: {
      dismissed: [{ channelName: 'Not For Me', dismissedAt: app.clock.now().toISOString() }],
      countsPurchases: false,
    },
  })
  await closeAccount(app, person.id)
  for (const table of ['dismissed_channel', 'recommendation_choice'] as const) {
    const { rows } = await transact(app.db, (tx) =>
      sql`select from ${sql.table(table)} where holder_id = ${person.id}`.execute(tx),
    )
    expect(rows).toEqual([])
  }
})
