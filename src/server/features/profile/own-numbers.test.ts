import { expect, test } from 'vitest'
import { logIn, makeChannels, makePerson } from '#test/support/factories.ts'
import { signUp } from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

async function buyer(): Promise<TestClient> {
  return logIn(world, await makePerson(world.app, { uses: 9 }))
}

async function buy(client: TestClient, channels: readonly { readonly channelId: string }[]): Promise<void> {
  for (const { channelId } of channels) await client.call('POST /getemail', { body: { channelId } })
}

const transactions = async (client: TestClient) =>
  (await client.call('GET /purchases')).body.data.map(({ transaction_id }) => transaction_id)

const movements = async (client: TestClient) =>
  (await client.call('GET /uses/history')).body.data.map(({ id }) => id)

test('numbers of purchases and movements count the person’s own, whatever others buy', async () => {
  const channels = await makeChannels(world.app, 4)
  const [anna, boris] = [await buyer(), await buyer()]
  for (const client of [anna, boris, anna, boris, anna]) {
    const bought = (await transactions(client)).length
    await buy(client, channels.slice(bought, bought + 1))
  }
  expect(await transactions(anna)).toEqual([3, 2, 1])
  expect(await transactions(boris)).toEqual([2, 1])
  // The first movement is what each was given.
  expect(await movements(anna)).toEqual([4, 3, 2, 1])
  expect(await movements(boris)).toEqual([3, 2, 1])
})

test('a deleted record’s number is never given again', async () => {
  const channels = await makeChannels(world.app, 2)
  const client = await buyer()
  await buy(client, channels)
  const [newest] = (await client.call('GET /purchases')).body.data
  await client.call('DELETE /rmpurchase/{userId}', {
    params: { userId: client.userId! },
    body: { channelName: newest!.channel_name, transaction_id: newest!.transaction_id },
  })
  await buy(client, channels)
  expect(await transactions(client)).toEqual([3, 1])
})

test('another person’s purchase of the same number is neither changed nor deleted', async () => {
  const channels = await makeChannels(world.app, 2)
  const [anna, boris] = [await buyer(), await buyer()]
  await buy(anna, channels)
  await buy(boris, channels.slice(0, 1))
  const change = (transactionId: number) =>
    boris.call('PATCH /purchases/{transactionId}', {
      params: { transactionId },
      body: { version: 1, note: 'mine' },
    })
  expect([(await change(1)).status, (await change(2)).status]).toEqual([200, 404])
  const [{ channel_name, email } = { channel_name: '', email: null }] = (await boris.call('GET /purchases'))
    .body.data
  const handed = await boris.call('POST /purchase/{userId}', {
    params: { userId: boris.userId! },
    body: { uses: 0, thumbnail: '', email: email ?? '', channelName: channel_name },
  })
  expect(handed.status).toBe(200)
  await boris.call('DELETE /rmpurchase/{userId}', {
    params: { userId: boris.userId! },
    body: { channelName: channel_name, transaction_id: 1 },
  })
  const kept = (await anna.call('GET /purchases')).body.data
  expect(kept.map(({ transaction_id, note }) => [transaction_id, note])).toEqual([
    [2, ''],
    [1, ''],
  ])
  const { rows } = await world.app.databases.pool.query(
    'select handed_over_at from purchase where holder_id = $1',
    [anna.userId],
  )
  expect(rows).toEqual([{ handed_over_at: null }, { handed_over_at: null }])
})

test('one page of movements follows another', async () => {
  const client = await buyer()
  await buy(client, await makeChannels(world.app, 5))
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const { body } = await client.call('GET /uses/history', {
      query: { limit: 2, ...(cursor && { cursor }) },
    })
    seen.push(...body.data.map(({ id }) => id))
    cursor = body.meta.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(seen).toEqual([6, 5, 4, 3, 2, 1])
})

test('numbers of people, sessions and the export tell nothing of others', async () => {
  const people: number[] = []
  const sessions: number[] = []
  for (const name of ['one', 'two', 'three']) {
    const client = world.client()
    const { userId } = await signUp(world, client, `${name}.number@example.com`)
    people.push(userId)
    const [own] = (await client.call('GET /sessions')).body.data
    sessions.push(own!.id)
    await buy(client, await makeChannels(world.app, 1))
    const { body } = await client.send('GET', '/api/account/export')
    expect(body).toMatchObject({
      uses: {
        lots: [{ id: 1 }],
        entries: [
          { id: 1, lotId: 1, revealId: null },
          { id: 2, lotId: 1, revealId: 1 },
        ],
      },
      purchases: { reveals: [{ id: 1 }], records: [{ transaction_id: 1 }] },
    })
  }
  for (const numbers of [people, sessions]) {
    const sorted = numbers.toSorted((a, b) => a - b)
    const gaps = sorted.slice(1).map((number, at) => number - sorted[at]!)
    for (const gap of gaps) expect(gap).toBeGreaterThan(100)
    for (const number of numbers) expect(number).toBeGreaterThan(0)
  }
})
