import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { BodyOf } from '#shared/api/contract.ts'
import { suppressAddress } from '#server/features/objections/suppress-address.ts'
import { tellOwners } from '#server/features/reveals/tell-owners.ts'
import { bounceOf } from '#test/support/bounces.ts'
import { logIn, makeChannel, makePerson, type TestChannel } from '#test/support/factories.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { allMailsTo } from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
afterAll(() => expectSoundLedger(world.app))

/** Somebody who has just bought a channel, and what they see and say of it. */
async function buy(channel: TestChannel) {
  const person = await makePerson(world.app, { uses: 1 })
  const client = await logIn(world, person)
  const { channelId } = channel
  const open = async () => (await client.call('POST /getemail', { body: { channelId } })).body.data?.email
  const list = async () => (await client.call('GET /purchases')).body.data[0]!
  expect(await open()).toBe(channel.addresses[0])
  const { transaction_id: transactionId } = await list()
  return {
    id: person.id,
    client,
    list,
    shown: async () => {
      const { email } = await list()
      // Both ways of looking at a purchase agree.
      expect(await open()).toBe(email ?? undefined)
      return email
    },
    report: async (body: BodyOf<'POST /purchases/{transactionId}/report'>) => {
      const params = { transactionId }
      return (await client.call('POST /purchases/{transactionId}/report', { params, body })).body.data
    },
  }
}

async function withhold(address: string, reason: string): Promise<void> {
  const now = world.clock.now()
  const isBounce = reason === 'bounced'
  await sql`update address set confirmed_at = ${now}, is_undeliverable = ${isBounce}, bounced_at = case when ${isBounce} then ${now}::timestamptz end
    where address = ${address}`.execute(world.app.db)
  if (!isBounce)
    await sql`update contact set withheld = array[${reason}] where address = ${address}`.execute(world.app.db)
}

test.each(['stale', 'source', 'bounced'])(
  'a purchase shows no other contact that is off sale (%s), but what was bought, whatever holds for it',
  async (reason) => {
    const channel = await makeChannel(world.app, { contacts: 2 })
    const [first = '', second = ''] = channel.addresses
    const buyer = await buy(channel)
    await withhold(second, reason)
    expect(await buyer.shown()).toBe(first)
    await withhold(first, reason)
    expect(await buyer.shown()).toBe(first)
    const claimed = await buyer.client.call('POST /purchase/{userId}', {
      params: { userId: buyer.id },
      body: { uses: 0, thumbnail: '', email: second, channelName: channel.name },
    })
    expect(claimed.status).toBe(404)
    await sql`delete from contact where address = ${first}`.execute(world.app.db)
    expect(await buyer.list()).toMatchObject({ email: null, withheld: 'gone' })
    await suppressAddress(world.app, second)
    expect(await buyer.list()).toMatchObject({ email: null, withheld: 'objection' })
  },
)

test('a contact that took the place of another one stays with its buyer when it goes off sale', async () => {
  const channel = await makeChannel(world.app, { contacts: 3 })
  const [first = '', second = '', third = ''] = channel.addresses
  const buyer = await buy(channel)
  await withhold(third, 'source')
  expect(await buyer.report({ kind: 'bounced', evidence: bounceOf(first) })).toMatchObject({
    state: 'replaced',
  })
  expect(await buyer.shown()).toBe(second)
  await withhold(second, 'stale')
  expect(await buyer.shown()).toBe(second)
  expect(await buyer.report({ kind: 'bounced', evidence: bounceOf(second) })).toMatchObject({
    state: 'credited',
    uses: 1,
  })
})

test('what a buyer has reported does not take the place of another contact', async () => {
  const channel = await makeChannel(world.app, { contacts: 2 })
  const [first = '', second = ''] = channel.addresses
  const buyer = await buy(channel)
  await sql`update address set confirmed_at = ${world.clock.now()} where address = ${second}`.execute(
    world.app.db,
  )
  expect(await buyer.shown()).toBe(second)
  expect(await buyer.report({ kind: 'wrong_person' })).toMatchObject({ state: 'review', reason: 'unclear' })
  expect(await buyer.report({ kind: 'bounced', evidence: bounceOf(first) })).toMatchObject({
    state: 'credited',
  })
  expect(await usesOf(world.app, buyer.id)).toBe(1)
})

test('its owner is told, once, when an address is given in place of another one, and when an earlier purchase opens it', async () => {
  const channel = await makeChannel(world.app, { contacts: 3 })
  const [first = '', second = '', third = ''] = channel.addresses
  const buyers = [await buy(channel), await buy(channel)]
  for (const { report } of buyers)
    expect(await report({ kind: 'bounced', evidence: bounceOf(first) })).toMatchObject({ state: 'replaced' })
  expect(await notices(second)).toHaveLength(1)
  await sql`update address set confirmed_at = ${world.clock.now()} where address = ${third}`.execute(
    world.app.db,
  )
  expect(await notices(third)).toHaveLength(0)
  for (const { shown } of buyers) expect(await shown()).toBe(third)
  expect(await notices(third)).toHaveLength(1)
  expect(await notices(second)).toHaveLength(1)
})

test('its owner is told within a day when the list alone shows an address that nobody bought, and never of one off sale', async () => {
  const channel = await makeChannel(world.app, { contacts: 3 })
  const [, second = '', third = ''] = channel.addresses
  const buyer = await buy(channel)
  await withhold(third, 'source')
  await sql`update address set confirmed_at = ${world.clock.now()} where address = ${second}`.execute(
    world.app.db,
  )
  expect(await buyer.list()).toMatchObject({ email: second })
  await tellOwners({ ...world.app, config: { ...world.app.config, creatorNotice: 'off' } })
  expect(await notices(second)).toHaveLength(0)
  await Promise.all([tellOwners(world.app), tellOwners(world.app)])
  await tellOwners(world.app)
  expect(await notices(second)).toHaveLength(1)
  expect(await notices(third)).toHaveLength(0)
})

/** The emails to an address once the queue is empty. */
async function notices(address: string) {
  const waiting = async () =>
    (
      await sql`select from pgboss.job where name = 'mail' and state in ('created', 'retry', 'active')`.execute(
        world.app.db,
      )
    ).rows.length
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0)
  return allMailsTo(world, address)
}
