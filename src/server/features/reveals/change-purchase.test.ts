import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { PURCHASE_STATUSES } from '#shared/rules/purchases.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import {
  asBuyer,
  closeAccount,
  logIn,
  makeChannel,
  makePerson,
  setAddresses,
  type TestChannel,
} from '#test/support/factories.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
afterAll(() => expectSoundLedger(world.app))

interface Buyer {
  readonly client: TestClient
  readonly channel: TestChannel
  readonly transactionId: number
}

/** A person with one purchase. */
async function buyer(): Promise<Buyer> {
  const [person, channel] = [await makePerson(world.app, { uses: 3 }), await makeChannel(world.app)]
  await revealContact(world.app, { ...asBuyer(person.id), channelId: channel.channelId })
  const client = await logIn(world, person)
  return { client, channel, transactionId: (await listed(client))[0]!.transaction_id }
}

async function listed(client: TestClient) {
  return (await client.call('GET /purchases')).body.data
}

function change({ client, transactionId }: Pick<Buyer, 'client' | 'transactionId'>, body: object) {
  return client.call('PATCH /purchases/{transactionId}', { params: { transactionId }, body: { ...body } })
}

test('a purchase begins as new, without a note, in its first version', async () => {
  const { client } = await buyer()
  expect(await listed(client)).toMatchObject([{ status: 'new', note: '', version: 1 }])
})

test('status and note change one at a time or together, and the answer is the record with its new version', async () => {
  const own = await buyer()
  const [before] = await listed(own.client)
  const first = await change(own, { version: 1, status: 'written' })
  expect(first).toMatchObject({ status: 200, body: { data: { ...before, status: 'written', version: 2 } } })
  const second = await change(own, { version: 2, note: 'asks 300 EUR' })
  const both = { ...before, status: 'written', note: 'asks 300 EUR', version: 3 }
  expect(second.body.data).toEqual(both)
  expect((await change(own, { version: 3, status: 'agreed', note: '' })).body.data).toMatchObject({
    status: 'agreed',
    note: '',
    version: 4,
  })
  for (const status of PURCHASE_STATUSES) {
    const { version } = (await listed(own.client))[0]!
    expect((await change(own, { version, status })).body.data.status).toBe(status)
  }
  // The session restores the same record.
  const restored = await own.client.call('GET /cookie')
  expect(restored.body.data.channels).toEqual(await listed(own.client))
})

test('a change of an outdated version changes nothing and returns the record as it is', async () => {
  const own = await buyer()
  await change(own, { version: 1, status: 'answered', note: 'in May' })
  const [now] = await listed(own.client)
  for (const version of [1, 3, 2_147_483_647]) {
    const stale = await change(own, { version, status: 'bad', note: '' })
    expect(stale).toMatchObject({ status: 409, body: { error: { code: 'changed_meanwhile' } } })
    expect(stale.body.data).toEqual(now)
  }
  expect(await listed(own.client)).toEqual([now])
})

test('of 40 changes of one version at once, by two sessions and two servers, exactly one is made', async () => {
  await using second = await createTestApp({
    env: { RATE_LIMITS: 'off' },
    databaseUrl: world.databaseUrl,
    clock: world.clock,
  })
  const own = await buyer()
  const elsewhere = await logIn(second, { id: own.client.userId!, email: '' })
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      change(
        { ...own, client: index % 2 === 0 ? own.client : elsewhere },
        { version: 1, note: `note ${index}` },
      ),
    ),
  )
  const made = answers.filter(({ status }) => status === 200)
  expect(made).toHaveLength(1)
  const [record] = await listed(own.client)
  expect(record).toEqual(made[0]!.body.data)
  for (const { status, body } of answers) if (status !== 200) expect(body.data).toEqual(record)
})

test('a note is one line of at most 200 characters', async () => {
  const own = await buyer()
  const spaced = await change(own, { version: 1, note: '  two\r\nlines\tand a \u0007bell  ' })
  expect(spaced.body.data.note).toBe('two lines and a bell')
  expect((await change(own, { version: 2, note: 'я'.repeat(200) })).status).toBe(200)
  const long = await change(own, { version: 3, note: 'x'.repeat(201) })
  expect(long).toMatchObject({ status: 400, body: { error: { fields: { note: 'too_long' } } } })
  for (const body of [{ version: 3, status: 'lost' }, { version: 0, status: 'new' }, { status: 'new' }]) {
    expect((await change(own, body)).body.error?.code).toBe('invalid_input')
  }
})

test('nobody changes another person’s purchase, nor one that was removed', async () => {
  const [own, thief] = [await buyer(), await buyer()]
  const { client, transactionId, channel } = own
  // Numbers count each person's own.
  const same = await change({ client: thief.client, transactionId }, { version: 1, status: 'bad' })
  expect(same.body.data).toMatchObject({ channelId: thief.channel.channelId, status: 'bad' })
  const none = { client: thief.client, transactionId: transactionId + 1 }
  expect(await change(none, { version: 1, status: 'bad' })).toMatchObject({
    status: 404,
    body: { data: null, error: { code: 'not_found' } },
  })
  expect(await listed(client)).toMatchObject([{ status: 'new', version: 1 }])
  expect((await change({ client: world.client(), transactionId }, { version: 1 })).status).toBe(401)
  await client.call('DELETE /rmpurchase/{userId}', {
    params: { userId: client.userId! },
    body: { channelName: channel.name },
  })
  expect((await change(own, { version: 1, status: 'bad' })).status).toBe(404)
})

test('a purchase whose address is withheld can still be changed, and stays withheld', async () => {
  const own = await buyer()
  await setAddresses(world.app.db, own.channel, { suppressed_at: world.clock.now() })
  const { body } = await change(own, { version: 1, status: 'bad', note: 'asked not to write' })
  expect(body.data).toMatchObject({ email: null, withheld: 'objection', status: 'bad' })
})

test('the account’s export contains status and note, and its deletion removes them', async () => {
  const own = await buyer()
  await change(own, { version: 1, status: 'agreed', note: 'pays on the 5th' })
  const { text } = await own.client.send('GET', '/api/account/export')
  expect(text).toContain('"status":"agreed","note":"pays on the 5th"')
  await closeAccount(world.app, own.client.userId!)
  const { rows } = await sql`select from purchase where note = 'pays on the 5th'`.execute(world.app.db)
  expect(rows).toEqual([])
})

test('when two bought channels turn out to be one, the record that stays keeps what was noted on either', async () => {
  const person = await makePerson(world.app, { uses: 2 })
  const [gone, kept] = [await makeChannel(world.app), await makeChannel(world.app)]
  for (const { channelId } of [gone, kept]) {
    await revealContact(world.app, { ...asBuyer(person.id), channelId })
  }
  const client = await logIn(world, person)
  const [ofKept, ofGone] = await listed(client)
  await change(
    { client, transactionId: ofGone!.transaction_id },
    { version: 1, status: 'answered', note: 'a' },
  )
  await change({ client, transactionId: ofKept!.transaction_id }, { version: 1, note: 'b' })
  await sql`select move_reveals(${gone.id}, ${kept.id})`.execute(world.app.db)
  expect(await listed(client)).toMatchObject([
    { transaction_id: ofKept!.transaction_id, status: 'answered', note: 'b', version: 3 },
  ])
})
