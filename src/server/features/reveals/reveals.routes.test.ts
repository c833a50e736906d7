import { afterAll, expect, test } from 'vitest'
import { contract } from '#shared/api/contract.ts'
import { addContacts, logIn, makeChannel, makePerson, type TestChannel } from '#test/support/factories.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const testApp = useTestApp({ env: { RATE_LIMITS: 'off' } })
afterAll(() => expectSoundLedger(testApp.app))

/** A new person with uses, logged in. */
async function buyer(uses = 5): Promise<TestClient> {
  return logIn(testApp, await makePerson(testApp.app, { uses }))
}

function reveal(client: TestClient, channel: Pick<TestChannel, 'channelId'>) {
  return client.call('POST /getemail', { body: { channelId: channel.channelId } })
}

function handOver(client: TestClient, channelName: string, email: string, userId = client.userId!) {
  return client.call('POST /purchase/{userId}', {
    params: { userId },
    body: { channelName, email },
  })
}

function remove(
  client: TestClient,
  body: { channelName: string; transaction_id?: number; channelId?: string },
) {
  return client.call('DELETE /rmpurchase/{userId}', { params: { userId: client.userId! }, body })
}

async function listed(client: TestClient, query = {}) {
  const { body } = await client.call('GET /purchases', { query })
  return body
}

test('a reveal returns the contact, and its purchase is in the list', async () => {
  const [client, channel] = [await buyer(1), await makeChannel(testApp.app)]
  const { status, body, headers } = await reveal(client, channel)
  expect(status).toBe(200)
  expect(contract['POST /getemail'].data.parse(body.data)).toEqual(body.data)
  expect(body.data).toMatchObject({ email: channel.addresses[0], name: channel.name, uses: 0 })
  expect(headers.get('cache-control')).toBe('no-store')
  const list = await listed(client)
  expect(contract['GET /purchases'].data.parse(list.data)).toEqual(list.data)
  expect(list.data).toMatchObject([
    {
      channelId: channel.channelId,
      channel_name: channel.name,
      email: channel.addresses[0],
      boughtAt: testApp.clock.now().toISOString(),
      subsCount: null,
      content_type: '',
      country: null,
      lastSeenAt: testApp.clock.now().toISOString(),
    },
  ])
  expect(list.meta).toEqual({ total: 1, nextCursor: null })
})

test('each refusal of a reveal has its code and charges nothing', async () => {
  const { app } = testApp
  const [poor, rich, channel] = [await buyer(0), await buyer(1), await makeChannel(app)]
  const bare = await makeChannel(app, { contacts: 0 })
  expect(await reveal(poor, channel)).toMatchObject({
    status: 400,
    body: { success: false, data: null, error: { code: 'no_uses', message: 'No uses' } },
  })
  expect(await reveal(rich, bare)).toMatchObject({ status: 404, body: { error: { code: 'no_contact' } } })
  expect(await reveal(rich, { channelId: 'UC0' })).toMatchObject({
    status: 404,
    body: { error: { code: 'not_found' } },
  })
  expect(await reveal(testApp.client(), channel)).toMatchObject({
    status: 401,
    body: { error: { code: 'not_logged_in', message: 'Log in firstly' } },
  })
  expect((await reveal(rich, channel)).body.data.uses).toBe(0)
})

test('a purchase is handed over once; later calls answer 409 with it', async () => {
  const [client, channel] = [await buyer(), await makeChannel(testApp.app)]
  const { email } = (await reveal(client, channel)).body.data
  const first = await handOver(client, channel.name, email)
  expect(first).toMatchObject({
    status: 200,
    body: { data: { purchase: { channelId: channel.channelId, email } } },
  })
  const second = await handOver(client, ` ${channel.name} `, email.toUpperCase())
  expect(second).toMatchObject({
    status: 409,
    body: {
      success: false,
      data: { purchase: first.body.data.purchase },
      error: { code: 'already_bought', message: 'You already bought this data' },
    },
  })
})

test('of simultaneous hand-overs exactly one answers 200', async () => {
  const [client, channel] = [await buyer(), await makeChannel(testApp.app)]
  const { email } = (await reveal(client, channel)).body.data
  const answers = await Promise.all(Array.from({ length: 40 }, () => handOver(client, channel.name, email)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(39)
})

test('two channels with one name and address are two purchases, each handed over once', async () => {
  const { app } = testApp
  const client = await buyer()
  const [one, other] = [
    await makeChannel(app, { name: 'Twin' }),
    await makeChannel(app, { name: 'Twin', contacts: 0 }),
  ]
  await addContacts(app, { channel_id: other.id, address: one.addresses[0]! })
  for (const channel of [one, other]) await reveal(client, channel)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => handOver(client, 'Twin', one.addresses[0]!)),
  )
  const handedOver = answers.filter(({ status }) => status === 200)
  expect(new Set(handedOver.map(({ body }) => body.data.purchase.channelId))).toEqual(
    new Set([one.channelId, other.channelId]),
  )
  expect(handedOver).toHaveLength(2)
})

test('a channel renamed since the reveal is found by both names', async () => {
  const { app } = testApp
  const [client, channel] = [await buyer(), await makeChannel(app, { name: 'Before' })]
  const { email } = (await reveal(client, channel)).body.data
  await app.db.updateTable('channel').set({ name: 'After' }).where('id', '=', channel.id).execute()
  expect((await handOver(client, 'After', email)).status).toBe(200)
  expect((await handOver(client, 'Before', email)).status).toBe(409)
  expect((await listed(client)).data).toMatchObject([{ channel_name: 'Before' }])
})

test('without a reveal, a right address gets the same bytes as a wrong one', async () => {
  const { app } = testApp
  const [owner, client, channel] = [await buyer(), await buyer(), await makeChannel(app)]
  await reveal(owner, channel)
  const right = await handOver(client, channel.name, channel.addresses[0]!)
  const wrong = await handOver(client, channel.name, 'nobody@creator.example')
  const unknown = await handOver(client, 'No such channel', 'nobody@creator.example')
  expect(right.status).toBe(404)
  expect(right.text).toBe(wrong.text)
  expect(right.text).toBe(unknown.text)
  expect((await handOver(owner, channel.name, 'nobody@creator.example')).text).toBe(wrong.text)
})

test('a deleted purchase can be revealed again free, and is handed over once again', async () => {
  const [client, channel] = [await buyer(1), await makeChannel(testApp.app)]
  const { email } = (await reveal(client, channel)).body.data
  const first = await handOver(client, channel.name, email)
  expect((await remove(client, { channelName: channel.name })).status).toBe(200)
  expect((await listed(client)).data).toEqual([])
  expect((await handOver(client, channel.name, email)).status).toBe(404)
  expect((await remove(client, { channelName: channel.name })).status).toBe(404)
  expect((await reveal(client, channel)).body.data).toMatchObject({ email, uses: 0 })
  const again = await handOver(client, channel.name, email)
  expect(again.status).toBe(200)
  expect(again.body.data.purchase.transaction_id).not.toBe(first.body.data.purchase.transaction_id)
  expect((await handOver(client, channel.name, email)).status).toBe(409)
})

test('a purchase is removed by transaction, by channel, or as the newest with a name', async () => {
  const { app } = testApp
  const client = await buyer()
  const channels: TestChannel[] = []
  for (let count = 0; count < 4; count += 1) channels.push(await makeChannel(app, { name: 'Same name' }))
  for (const channel of channels) await reveal(client, channel)
  const records = (await listed(client)).data
  const left = async () => (await listed(client)).data.map((record) => record.channelId)
  const newestFirst = channels.map((channel) => channel.channelId).toReversed()
  expect(await left()).toEqual(newestFirst)

  await remove(client, { channelName: 'Same name' })
  expect(await left()).toEqual(newestFirst.slice(1))
  await remove(client, { channelName: 'Same name', transaction_id: records[3]!.transaction_id })
  expect(await left()).toEqual(newestFirst.slice(1, 3))
  await remove(client, { channelName: 'Same name', channelId: newestFirst[2]! })
  expect(await left()).toEqual(newestFirst.slice(1, 2))
  const mixed = {
    channelName: 'Same name',
    channelId: newestFirst[2]!,
    transaction_id: records[1]!.transaction_id,
  }
  expect((await remove(client, mixed)).status).toBe(404)
  expect((await remove(client, { channelName: 'Another name' })).status).toBe(404)
  expect(await left()).toEqual(newestFirst.slice(1, 2))
})

test('nobody reads, hands over or removes another person’s purchases', async () => {
  const { app } = testApp
  const [owner, thief, channel] = [await buyer(), await buyer(), await makeChannel(app)]
  const { email } = (await reveal(owner, channel)).body.data
  const [record] = (await listed(owner)).data

  expect((await listed(thief)).data).toEqual([])
  expect((await handOver(thief, channel.name, email, owner.userId!)).body.error?.code).toBe('forbidden')
  const foreign = await thief.call('DELETE /rmpurchase/{userId}', {
    params: { userId: owner.userId! },
    body: { channelName: channel.name },
  })
  expect(foreign).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } })
  for (const id of [{ transaction_id: record!.transaction_id }, { channelId: channel.channelId }, {}]) {
    expect((await remove(thief, { channelName: channel.name, ...id })).status).toBe(404)
  }
  const claimed = await thief.call('POST /getemail', {
    body: { channelId: 'UC0', user_id: owner.userId, holder_id: owner.userId, holderId: owner.userId },
  })
  expect(claimed.body.error?.code).toBe('not_found')
  for (const key of ['POST /purchase/{userId}', 'DELETE /rmpurchase/{userId}'] as const) {
    const body = { channelName: channel.name, email, holder_id: owner.userId, holderId: owner.userId }
    const answer = await thief.call(key, { params: { userId: thief.userId! }, body })
    expect(answer.status).toBe(404)
  }
  expect((await listed(owner)).data).toEqual([record])
})

test('the list pages through everything once, newest first, even when rows come and go', async () => {
  const { app } = testApp
  const client = await buyer(10)
  const channels: TestChannel[] = []
  for (let count = 0; count < 7; count += 1) channels.push(await makeChannel(app))
  for (const channel of channels) await reveal(client, channel)
  const newestFirst = channels.map((channel) => channel.channelId).toReversed()

  const first = await listed(client, { limit: 2 })
  expect(first.meta.total).toBe(7)
  await reveal(client, await makeChannel(app))
  await remove(client, { channelName: channels[3]!.name })
  const second = await listed(client, { limit: 2, cursor: first.meta.nextCursor! })
  const third = await listed(client, { limit: 2, cursor: second.meta.nextCursor! })
  const seen = [first, second, third].flatMap((page) => page.data.map((record) => record.channelId))
  expect(seen).toEqual(newestFirst.filter((id) => id !== channels[3]!.channelId))
  expect(third.meta).toEqual({ total: 7, nextCursor: null })
})

test.each(['x', 'OTk5OTk5OTk5OQ', 'LTE', '%00', 'MSBvciAxPTE'])(
  'a foreign cursor is refused: %s',
  async (cursor) => {
    const { status, body } = await (await buyer()).call('GET /purchases', { query: { cursor } })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'invalid_input', fields: { cursor: 'invalid' } })
  },
)

test('an objection withholds the address from earlier purchases', async () => {
  const { app } = testApp
  const [client, channel] = [await buyer(), await makeChannel(app)]
  const { email } = (await reveal(client, channel)).body.data
  const suppressed_at = app.clock.now()
  await app.db.updateTable('address').set({ suppressed_at }).where('address', '=', email).execute()
  expect((await listed(client)).data).toMatchObject([{ email: null, withheld: 'objection', source: null }])
  expect((await handOver(client, channel.name, email)).status).toBe(404)
  expect((await reveal(client, channel)).body.error?.code).toBe('no_contact')
})

test('the 61st reveal of a minute is refused and charges nothing', async () => {
  await using limited = await createTestApp({ databaseUrl: testApp.databaseUrl, clock: testApp.clock })
  const channel = await makeChannel(testApp.app)
  const person = await makePerson(testApp.app, { uses: 2 })
  const client = await logIn(limited, person)
  await limited.app.limits.consume('reveal', String(person.id), 59)
  expect((await reveal(client, channel)).status).toBe(200)
  const refused = await reveal(client, await makeChannel(testApp.app))
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests' } } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await listed(client)).meta.total).toBe(1)
})
