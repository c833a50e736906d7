import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { mergeKnownChannels } from '#server/features/catalogue/merge-known-channels.ts'
import { suppressAddress } from '#server/features/objections/suppress-address.ts'
import { bounceOf } from '#test/support/bounces.ts'
import {
  giveAddress,
  logIn,
  makeChannel,
  makePerson,
  setAddresses,
  type TestChannel,
} from '#test/support/factories.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { OPERATOR } from '#test/support/operator.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
afterAll(() => expectSoundLedger(world.app))

/** Two channels that are one, as the catalogue knows them before that is known; both have the address of the kept one. */
async function makeTwins() {
  const gone = await makeChannel(world.app, { platformId: null })
  const kept = await makeChannel(world.app)
  const [address = ''] = kept.addresses
  await giveAddress(world.app.db, gone, address)
  return { gone, kept, address }
}

async function merge(gone: TestChannel, kept: TestChannel): Promise<void> {
  const merged = await mergeKnownChannels(world.app, OPERATOR, {
    from: gone.channelId,
    into: kept.channelId,
    isDryRun: false,
  })
  expect(merged).toMatchObject({ moved: { contactsOfBoth: 1 } })
}

async function visitor(uses: number) {
  const person = await makePerson(world.app, { uses })
  return { id: person.id, client: await logIn(world, person) }
}

async function buyer(channel: TestChannel) {
  const person = await visitor(1)
  await buy(person.client, channel)
  return person
}

async function buy(client: TestClient, { channelId }: TestChannel): Promise<void> {
  expect((await client.call('POST /getemail', { body: { channelId } })).status).toBe(200)
}

async function report(client: TestClient, address: string) {
  const records = (await client.call('GET /purchases')).body.data
  expect(records).toMatchObject([{ email: address }])
  const answer = await client.call('POST /purchases/{transactionId}/report', {
    params: { transactionId: records[0]!.transaction_id },
    body: { kind: 'bounced', evidence: bounceOf(address) },
  })
  return answer.body.data ?? answer.body.error
}

async function contactOf(address: string) {
  const { rows } = await sql<{ is_sold: boolean }>`
    select is_sold, withheld, bounced_at, source_url, last_seen_at from known_contact
    where address = ${address}`.execute(world.app.db)
  expect(rows).toHaveLength(1)
  return rows[0]!
}

test('what was bought and reported of a channel that was merged counts for the one that stays', async () => {
  const { gone, kept, address } = await makeTwins()
  const [early, late] = [await buyer(gone), await buyer(gone)]
  expect(await report(early.client, address)).toMatchObject({ state: 'credited' })
  const bouncedAt = world.clock.now()
  await merge(gone, kept)
  expect(await contactOf(address)).toMatchObject({ is_sold: true, bounced_at: bouncedAt })
  const stranger = await visitor(0)
  const params = { channelId: kept.channelId }
  const told = await stranger.client.call('GET /channels/{channelId}/evidence', { params })
  expect(told.body.data).toMatchObject({ revealed: '1-5', reports90d: 1, check: { result: 'returned' } })
  expect(await report(early.client, address)).toMatchObject({ code: 'already_reported' })
  expect(await report(late.client, address)).toMatchObject({ state: 'credited', uses: 1 })
})

test('an objection after a merge gives the uses back to the buyers of both channels, and both to who bought both', async () => {
  const { gone, kept, address } = await makeTwins()
  const [ofGone, ofKept, ofBoth] = [await buyer(gone), await buyer(kept), await visitor(2)]
  for (const channel of [gone, kept]) await buy(ofBoth.client, channel)
  await merge(gone, kept)
  await suppressAddress(world.app, address)
  for (const [{ id }, uses] of [
    [ofGone, 1],
    [ofKept, 1],
    [ofBoth, 2],
  ] as const)
    await expect.poll(() => usesOf(world.app, id), { timeout: 20_000 }).toBe(uses)
})

test('whoever bought both channels has the warranty of the later purchase', async () => {
  const { gone, kept, address } = await makeTwins()
  const person = await visitor(2)
  await buy(person.client, kept)
  world.clock.advance({ days: 20 })
  await buy(person.client, gone)
  world.clock.advance({ days: 20 })
  await merge(gone, kept)
  expect(await report(person.client, address)).toMatchObject({ state: 'credited', uses: 1 })
})

test('whoever got the later use back before the merge can still report the earlier purchase', async () => {
  const { gone, kept, address } = await makeTwins()
  const person = await visitor(2)
  await buy(person.client, kept)
  const { data } = (await person.client.call('GET /purchases')).body
  world.clock.advance({ seconds: 1 })
  await buy(person.client, gone)
  const [later] = (await person.client.call('GET /purchases')).body.data
  const answer = await person.client.call('POST /purchases/{transactionId}/report', {
    params: { transactionId: later!.transaction_id },
    body: { kind: 'bounced', evidence: bounceOf(address) },
  })
  expect(answer.body.data).toMatchObject({ state: 'credited', uses: 1 })
  await merge(gone, kept)
  expect((await person.client.call('GET /purchases')).body.data).toMatchObject([
    { transaction_id: data[0]!.transaction_id },
  ])
  expect(await report(person.client, address)).toMatchObject({ state: 'credited', uses: 2 })
})

test('a contact of both keeps the later source, and is off sale for what holds for it as a whole', async () => {
  const { gone, kept, address } = await makeTwins()
  const day = (number: number) => new Date(Date.UTC(2026, 0, number))
  await sql`update contact set withheld = '{source,stale}', last_seen_at = ${day(1)}, source_url = 'https://old.example/'
    where channel_id = ${kept.id}`.execute(world.app.db)
  await sql`update contact set last_seen_at = ${day(2)}, source_url = 'https://new.example/'
    where channel_id = ${gone.id}`.execute(world.app.db)
  await setAddresses(world.app.db, kept, { bounced_at: day(3), is_undeliverable: true })
  await merge(gone, kept)
  expect(await contactOf(address)).toEqual({
    is_sold: false,
    withheld: [],
    bounced_at: day(3),
    source_url: 'https://new.example/',
    last_seen_at: day(2),
  })
})
