import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { transact } from '#server/db/connect.ts'
import { addContacts, asBuyer, makeChannel, makePerson } from '#test/support/factories.ts'
import { OPERATOR } from '#test/support/operator.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { editChannel } from './edit-channel.ts'
import { hideChannel } from './hide-channel.ts'
import { suppressContacts } from './contacts.sql.ts'
import { switchSource } from './sources.ts'
import { listChannels, viewChannel } from './view-channels.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

const list = async (given: Partial<Parameters<typeof listChannels>[2]>) =>
  listChannels(world.app, OPERATOR, { limit: 50, withoutContact: false, ...given })
const numbers = async (given: Parameters<typeof list>[0]) => (await list(given)).rows.map(({ id }) => id)

test('channels are found by part of the name, id, number, handle, and exact address, whatever their status', async () => {
  const channel = await makeChannel(world.app, { contacts: 1 })
  await makeChannel(world.app, { contacts: 1 })
  const facts = { name: 'Ёлки & Палки Studio', handle: '@firs.and.sticks' }
  await editChannel(world.app, OPERATOR, { channel: channel.channelId, ...facts })
  await hideChannel(world.app, OPERATOR, { channel: channel.channelId, isHidden: true })
  const [address = ''] = channel.addresses
  for (const name of [
    'палки stud',
    'елки',
    channel.channelId,
    String(channel.id),
    '@firs.and.sticks',
    'Firs.And.Sticks',
    address.toUpperCase(),
  ])
    expect(await numbers({ name }), name).toContain(channel.id)
  expect(await numbers({ name: address.slice(1) })).not.toContain(channel.id)
  expect(await numbers({ name: '&' })).toEqual([])
  expect(await numbers({ name: 'палки', status: 'hidden' })).toEqual([channel.id])
  expect(await numbers({ name: 'палки', status: 'active' })).toEqual([])
})

test('a list is narrowed down to a source or to channels without a contact, and goes on where a page ended', async () => {
  const bare = [await makeChannel(world.app, { contacts: 0 }), await makeChannel(world.app, { contacts: 0 })]
  const sourced = await makeChannel(world.app, { contacts: 0 })
  await addContacts(world.app, {
    channel_id: sourced.id,
    address: 'somebody@sourced.example',
    source_url: 'https://Press.Sourced.example/kit',
  })
  expect(await numbers({ source: 'press.sourced.example' })).toEqual([sourced.id])
  const without = await numbers({ withoutContact: true })
  expect(without).toEqual(expect.arrayContaining(bare.map(({ id }) => id)))
  const paged: number[] = []
  let after: string | null = null
  do {
    const { rows, next } = await list({ withoutContact: true, limit: 1, ...(after !== null && { after }) })
    paged.push(...rows.map(({ id }) => id))
    after = next
  } while (after !== null)
  expect(paged).toEqual(without)
})

test('a channel shows its edits, purchases, and contacts with their sources; an address whose owner objected is gone', async () => {
  const channel = await makeChannel(world.app, { contacts: 0 })
  for (const name of ['first', 'second'])
    await addContacts(world.app, {
      channel_id: channel.id,
      address: `${name}@viewed.example`,
      source_url: `https://${name}.viewed.example/about`,
    })
  await sql`update channel set has_contact = true where id = ${channel.id}`.execute(world.app.db)
  const buyer = await makePerson(world.app, { uses: 1 })
  await revealContact(world.app, { ...asBuyer(buyer.id), channelId: channel.channelId })
  await editChannel(world.app, OPERATOR, { channel: channel.channelId, country: 'fi', types: ['Travel'] })
  const off = { source: 'second.viewed.example', isOff: true, isDryRun: false }
  await switchSource(world.app, OPERATOR, off)
  await transact(world.app.db, (tx) => suppressContacts(tx, 'first@viewed.example', world.clock.now()))

  const view = await viewChannel(world.app, OPERATOR, { channel: String(channel.id) })
  expect(view).toMatchObject({
    id: channel.id,
    channelId: channel.channelId,
    country: 'FI',
    types: ['Travel'],
    edited: ['content_types', 'country'],
    contacts: 2,
    purchases: 1,
  })
  const bySource = Object.fromEntries(view.addresses.map((contact) => [contact.source, contact]))
  expect(bySource['first.viewed.example']).toMatchObject({
    address: null,
    isSold: false,
    objectedAt: world.clock.now(),
  })
  expect(bySource['second.viewed.example']).toMatchObject({
    address: 'second@viewed.example',
    isSourceOff: true,
  })
  expect(view.addresses.reduce((sum, { reveals }) => sum + reveals, 0)).toBe(1)
  await expect(viewChannel(world.app, OPERATOR, { channel: 'UCnobody' })).rejects.toMatchObject({
    code: 'no_such_channel',
  })
})
