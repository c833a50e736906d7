import { afterAll, expect, test } from 'vitest'
import { asBuyer, makeChannel, makePerson, setAddresses } from '#test/support/factories.ts'
import { createLedgerWorld, expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { revealContact } from './reveal-contact.ts'
import { newestPurchases } from './reveals.sql.ts'
import { shared } from '#test/support/shared.ts'

const world = shared(createLedgerWorld)
afterAll(() => expectSoundLedger(world))

function reveal(holderId: number, channelId: string) {
  return revealContact(world, { ...asBuyer(holderId), channelId })
}

test('sells a contact for one use, and a second reveal is free', async () => {
  const [person, channel] = [await makePerson(world, { uses: 1 }), await makeChannel(world)]
  const revealed = {
    email: channel.addresses[0],
    name: channel.name,
    source: expect.stringMatching(/about$/),
    lastSeenAt: world.clock.now().toISOString(),
    uses: 0,
  }
  expect(await reveal(person.id, channel.channelId)).toEqual(revealed)
  expect(await reveal(person.id, channel.channelId)).toEqual(revealed)
  expect(await newestPurchases(world.db, person.id, { limit: 10 })).toMatchObject([
    { channelId: channel.channelId, channel_name: channel.name, email: channel.addresses[0], withheld: null },
  ])
})

test('charges nothing without uses, for an unknown channel, and for one without a contact to sell', async () => {
  const [poor, rich] = [await makePerson(world), await makePerson(world, { uses: 2 })]
  const [sold, bare, objected] = [
    await makeChannel(world),
    await makeChannel(world, { contacts: 0 }),
    await makeChannel(world, { contacts: 2 }),
  ]
  await setAddresses(world.db, objected, { suppressed_at: world.clock.now() })
  await expect(reveal(poor.id, sold.channelId)).rejects.toThrow('no_uses')
  await expect(reveal(rich.id, 'UC-unknown')).rejects.toThrow('not_found')
  await expect(reveal(rich.id, '999999999999999')).rejects.toThrow('not_found')
  await expect(reveal(rich.id, bare.channelId)).rejects.toThrow('no_contact')
  await expect(reveal(rich.id, objected.channelId)).rejects.toThrow('no_contact')
  expect(await usesOf(world, rich.id)).toBe(2)
  expect(await newestPurchases(world.db, rich.id, { limit: 10 })).toEqual([])
})

test('a channel is found by the platform’s id where known, else by our number, and never by another’s', async () => {
  const person = await makePerson(world, { uses: 10 })
  const ours = await makeChannel(world, { platformId: null })
  const known = await makeChannel(world)
  expect((await reveal(person.id, String(ours.id))).email).toBe(ours.addresses[0])
  await expect(reveal(person.id, String(known.id))).rejects.toThrow('not_found')

  const numbered = await makeChannel(world, { platform: 'vk', platformId: '123456789' })
  expect((await reveal(person.id, 'vk:123456789')).email).toBe(numbered.addresses[0])
  for (const other of [
    '123456789',
    'rutube:123456789',
    `vk:${known.channelId}`,
    `youtube:${known.channelId}`,
  ])
    await expect(reveal(person.id, other)).rejects.toThrow('not_found')

  const twin = await makeChannel(world, { platformId: String(ours.id) })
  const before = await usesOf(world, person.id)
  expect((await reveal(person.id, twin.channelId)).email).toBe(ours.addresses[0])
  expect(await usesOf(world, person.id)).toBe(before)
  const stranger = await makePerson(world, { uses: 1 })
  await expect(reveal(stranger.id, twin.channelId)).rejects.toThrow('not_found')
  expect(await usesOf(world, stranger.id)).toBe(1)
})

test('demo channels are not sold beside a real payment provider', async () => {
  const [person, demo] = [await makePerson(world, { uses: 1 }), await makeChannel(world, { isDemo: true })]
  const given = { ...asBuyer(person.id), channelId: demo.channelId }
  await expect(revealContact({ ...world, demo: null }, given)).rejects.toThrow('not_found')
  expect((await revealContact(world, given)).uses).toBe(0)
})

test('a channel that left its platform is not sold, but its buyers keep it', async () => {
  const person = await makePerson(world, { uses: 2 })
  const [gone, kept] = [await makeChannel(world, { isGone: true }), await makeChannel(world)]
  await expect(reveal(person.id, gone.channelId)).rejects.toThrow('not_found')
  await reveal(person.id, kept.channelId)
  await world.db.updateTable('channel').set({ status: 'gone' }).where('id', '=', kept.id).execute()
  expect((await reveal(person.id, kept.channelId)).email).toBe(kept.addresses[0])
  expect(await usesOf(world, person.id)).toBe(1)
})

test('gives the best address: proved, then last seen, never a suppressed one', async () => {
  const [person, channel] = [await makePerson(world, { uses: 1 }), await makeChannel(world, { contacts: 3 })]
  const [newest, middle, oldest] = channel.addresses
  const mark = (
    address: string | undefined,
    change: { verification?: string; verified_at?: Date; suppressed_at?: Date; bounced_at?: Date },
  ) => world.db.updateTable('address').set(change).where('address', '=', address!).execute()
  const best = async () => {
    const { email } = await reveal(person.id, channel.channelId)
    const [record] = await newestPurchases(world.db, person.id, { limit: 1 })
    expect(record?.email).toBe(email)
    return email
  }
  expect(await best()).toBe(newest)
  await mark(oldest, { verification: 'valid', verified_at: world.clock.now() })
  expect(await best()).toBe(oldest)
  await mark(oldest, { suppressed_at: world.clock.now() })
  await mark(newest, { bounced_at: world.clock.now() })
  expect(await best()).toBe(middle)
  await mark(middle, { suppressed_at: world.clock.now() })
  await mark(newest, { suppressed_at: world.clock.now() })
  await expect(reveal(person.id, channel.channelId)).rejects.toThrow('no_contact')
  const [withheld] = await newestPurchases(world.db, person.id, { limit: 1 })
  expect(withheld).toMatchObject({ email: null, withheld: 'objection', source: null, lastSeenAt: null })
  await world.db.deleteFrom('contact').where('channel_id', '=', channel.id).execute()
  const [gone] = await newestPurchases(world.db, person.id, { limit: 1 })
  expect(gone).toMatchObject({ email: null, withheld: 'gone' })
  expect(await usesOf(world, person.id)).toBe(0)
})
