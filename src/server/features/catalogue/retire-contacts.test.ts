import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { transact } from '#server/db/connect.ts'
import { suppressAddress } from '#server/features/objections/suppress-address.ts'
import { logIn, makeChannel, makePerson, setAddresses, type TestChannel } from '#test/support/factories.ts'
import { expectSoundLedger, untilBlocked, usesOf } from '#test/support/ledger-world.ts'
import { auditOf, OPERATOR } from '#test/support/operator.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import { noteBounce } from './contacts.sql.ts'
import { insertContacts, prepareContacts } from './imported-contacts.sql.ts'
import { holdOffImports, isLockTimeout, waitForOtherImports } from './import-lock.sql.ts'
import { idRanges } from './id-ranges.sql.ts'
import { countDue, forgetContacts, retireContacts } from './retire-contacts.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
afterAll(() => expectSoundLedger(world.app))

const NOW = '2026-03-10T09:00:00.000Z'

/** A channel in the search with one contact, last seen then. */
async function channelSeen(lastSeenAt: string, isDemo = false): Promise<TestChannel> {
  const channel = await makeChannel(world.app, { isDemo })
  await sql`update contact set first_seen_at = '2020-01-01', last_seen_at = ${lastSeenAt}::timestamptz
    where channel_id = ${channel.id}`.execute(world.app.db)
  await sql`select search_sync(array[${channel.id}]::bigint[])`.execute(world.app.db)
  return channel
}

async function stateOf({ id }: TestChannel) {
  const { rows } = await sql<{ has: boolean; searched: boolean; withheld: string[] | null }>`
    select channel.has_contact as has, search_entry.has_contact as searched, withheld
    from channel join search_entry on channel_id = id left join contact on contact.channel_id = channel.id
    where channel.id = ${id}`.execute(world.app.db)
  return rows[0]
}

const ON_SALE = { has: true, searched: true, withheld: [] }
const STALE = { has: false, searched: false, withheld: ['stale'] }
const GONE = { has: false, searched: false, withheld: null }

test('contacts are sold for 12 months after they were last seen, and deleted after 15', async () => {
  const cases = [
    [await channelSeen('2025-03-10T09:00:01Z'), ON_SALE],
    [await channelSeen('2025-03-10T09:00:00Z'), STALE],
    [await channelSeen('2024-12-10T09:00:01Z'), STALE],
    [await channelSeen('2024-12-10T09:00:00Z'), GONE],
    [await channelSeen('2020-01-01T00:00:00Z', true), ON_SALE],
  ] as const
  for (let night = 0; night < 2; night += 1) {
    await retireContacts(world.app)
    for (const [channel, state] of cases) expect(await stateOf(channel)).toEqual(state)
  }
})

test('a contact that its owner confirmed, or that was seen again, is sold on', async () => {
  const confirmed = await channelSeen('2024-01-01T00:00:00Z')
  await sql`update address set confirmed_at = '2026-01-01' where address = ${confirmed.addresses[0]}`.execute(
    world.app.db,
  )
  const seen = await channelSeen('2025-01-01T00:00:00Z')
  await retireContacts(world.app)
  expect(await stateOf(confirmed)).toEqual(ON_SALE)
  expect(await stateOf(seen)).toEqual(STALE)
  await sql`update contact set last_seen_at = '2026-02-01' where channel_id = ${seen.id}`.execute(
    world.app.db,
  )
  await retireContacts(world.app)
  expect(await stateOf(seen)).toEqual(ON_SALE)
})

test('what is withheld for other reasons stays so', async () => {
  const channel = await channelSeen('2025-01-01T00:00:00Z')
  await setAddresses(world.app.db, channel, { bounced_at: new Date(NOW), is_undeliverable: true })
  await retireContacts(world.app)
  expect(await stateOf(channel)).toMatchObject({ has: false, withheld: ['stale'] })
  await sql`update contact set last_seen_at = '2026-02-01' where channel_id = ${channel.id}`.execute(
    world.app.db,
  )
  await retireContacts(world.app)
  expect(await stateOf(channel)).toEqual({ has: false, searched: false, withheld: [] })
})

test('a buyer keeps the record, which says why it has no address; new buyers are charged nothing', async () => {
  const [aged, objected] = [await channelSeen(NOW), await channelSeen(NOW)]
  const person = await makePerson(world.app, { uses: 2 })
  const client = await logIn(world, person)
  for (const { channelId } of [aged, objected]) await client.call('POST /getemail', { body: { channelId } })
  await suppressAddress(world.app, objected.addresses[0]!)
  await expect.poll(() => usesOf(world.app, person.id), { timeout: 20_000 }).toBe(1)

  world.clock.set('2027-03-11T00:00:00.000Z')
  await retireContacts(world.app)
  const returning = await logIn(world, person)
  const again = await returning.call('POST /getemail', { body: { channelId: aged.channelId } })
  expect(again.body.data).toMatchObject({ email: aged.addresses[0], uses: 1 })
  const late = await logIn(world, await makePerson(world.app, { uses: 1 }))
  const refused = await late.call('POST /getemail', { body: { channelId: aged.channelId } })
  expect(refused.body.error?.code).toBe('no_contact')

  world.clock.set('2027-06-11T00:00:00.000Z')
  await retireContacts(world.app)
  const last = await logIn(world, person)
  const { body } = await last.call('GET /purchases')
  expect(body.data).toMatchObject([
    { channelId: objected.channelId, email: null, withheld: 'objection' },
    { channelId: aged.channelId, email: null, withheld: 'expired' },
  ])
  const gone = await last.call('POST /getemail', { body: { channelId: aged.channelId } })
  expect([gone.body.error?.code, await usesOf(world.app, person.id)]).toEqual(['no_contact', 1])
  const { rows } =
    await sql`select from address where address = any(${[...aged.addresses, ...objected.addresses]})`.execute(
      world.app.db,
    )
  expect(rows).toEqual([])
  world.clock.set(NOW)
})

test('the months can be shortened', async () => {
  await using strict = await createTestApp({
    databaseUrl: world.databaseUrl,
    clock: world.clock,
    env: { CONTACT_SOLD_MONTHS: '1', CONTACT_KEPT_MONTHS: '3' },
  })
  const [fresh, stale, gone] = [
    await channelSeen('2026-02-11T00:00:00Z'),
    await channelSeen('2026-02-09T00:00:00Z'),
    await channelSeen('2025-12-09T00:00:00Z'),
  ]
  await retireContacts(strict.app)
  expect([await stateOf(fresh), await stateOf(stale), await stateOf(gone)]).toEqual([ON_SALE, STALE, GONE])
})

test('contacts of a source that is switched off are not sold until it is switched on', async () => {
  const channel = await channelSeen(NOW)
  await sql`update contact set source_url = 'https://Bad-List.example:8443/page' where channel_id = ${channel.id}`.execute(
    world.app.db,
  )
  await sql`insert into switched_off_source (source, at) values ('bad-list.example', now())`.execute(
    world.app.db,
  )
  await retireContacts(world.app)
  expect(await stateOf(channel)).toEqual({ has: false, searched: false, withheld: ['source'] })
  await sql`delete from switched_off_source`.execute(world.app.db)
  await retireContacts(world.app)
  expect(await stateOf(channel)).toEqual(ON_SALE)
})

test('two runs and reveals at the same time leave what one run leaves', async () => {
  await using second = await createTestApp({
    databaseUrl: world.databaseUrl,
    clock: world.clock,
    env: { RATE_LIMITS: 'off' },
  })
  const channels: TestChannel[] = []
  while (channels.length < 20) channels.push(await channelSeen('2025-01-01T00:00:00Z'))
  const buyers = await Promise.all(
    channels.map(async () => {
      const person = await makePerson(world.app, { uses: 1 })
      return { id: person.id, client: await logIn(world, person) }
    }),
  )
  const [answers] = await Promise.all([
    Promise.all(
      channels.map(({ channelId }, at) => buyers[at]!.client.call('POST /getemail', { body: { channelId } })),
    ),
    retireContacts(world.app),
    retireContacts(second.app),
  ])
  for (const channel of channels) expect(await stateOf(channel)).toEqual(STALE)
  for (const [at, { status }] of answers.entries())
    expect(await usesOf(world.app, buyers[at]!.id)).toBe(status === 200 ? 0 : 1)
})

test('an address that goes off sale while an import gives it to another channel is sold by neither', async () => {
  const known = await channelSeen(NOW)
  const other = await makeChannel(world.app, { contacts: 0 })
  const [address = ''] = known.addresses
  const importing = await world.app.databases.pool.connect()
  await importing.query('begin')
  await prepareContacts(importing)
  await insertContacts(
    importing,
    `select ${other.id} as channel_id, '${address}' as address, 'website' as source_kind, '' as source_url,
       timestamptz '${NOW}' as first_seen_at, timestamptz '${NOW}' as last_seen_at`,
    null,
  )
  await importing.query('update channel set has_contact = true where id = $1', [other.id])
  await importing.query('select search_sync($1)', [[other.id]])
  const noting = transact(world.app.db, (tx) =>
    noteBounce(tx, { address, at: world.clock.now(), isOurs: true }),
  )
  await untilBlocked(world.app.db)
  await importing.query('commit')
  importing.release()
  expect(await noting).toBe('first')
  for (const channel of [known, other])
    expect(await stateOf(channel)).toMatchObject({ has: false, searched: false })
})

test('a count tells what the run does, and changes nothing', async () => {
  await retireContacts(world.app)
  const seen = await channelSeen('2025-01-01T00:00:00Z')
  await retireContacts(world.app)
  await sql`update contact set last_seen_at = '2026-02-01' where channel_id = ${seen.id}`.execute(
    world.app.db,
  )
  const channels = [
    seen,
    await channelSeen('2025-01-01T00:00:00Z'),
    await channelSeen('2025-01-01T00:00:00Z', true),
    await channelSeen('2024-01-01T00:00:00Z'),
    await channelSeen('2026-02-01T00:00:00Z'),
  ]
  const states = () => Promise.all(channels.map(stateOf))
  const before = await states()
  const entries = await auditOf(world.app)
  const due = { offSale: 1, onSale: 1, deleted: 1 }
  expect(await countDue(world.app)).toEqual(due)
  expect(await forgetContacts(world.app, OPERATOR, { isDryRun: true })).toEqual(due)
  expect([await states(), await auditOf(world.app)]).toEqual([before, entries])
  expect(await forgetContacts(world.app, OPERATOR, { isDryRun: false })).toEqual(due)
  expect(await states()).toEqual([ON_SALE, STALE, ON_SALE, GONE, ON_SALE])
  const nothing = { offSale: 0, onSale: 0, deleted: 0 }
  expect(await forgetContacts(world.app, OPERATOR, { isDryRun: false })).toEqual(nothing)
  const [entry, ...others] = await auditOf(world.app)
  expect(entry).toMatchObject({
    verb: 'contacts forget',
    kind: 'catalogue',
    reason: OPERATOR.reason,
    after: due,
  })
  expect(others).toEqual(entries)
})

test('a catalogue of several ranges, with gaps between their numbers, is gone through to its end', async () => {
  const channels: TestChannel[] = []
  for (let number = 0; number < 5; number += 1) channels.push(await channelSeen(NOW))
  await sql`delete from channel where id = ${channels[2]!.id}`.execute(world.app.db)
  const found: number[] = []
  let last = 0
  for await (const { after, upTo } of idRanges(world.app.db, 'channel', 2)) {
    expect(after).toBe(last)
    last = upTo
    const { rows } = await sql<{ id: number }>`
      select id from channel where id > ${after} and id <= ${upTo} order by id`.execute(world.app.db)
    expect(rows.length).toBeLessThanOrEqual(2)
    found.push(...rows.map(({ id }) => id))
  }
  const { rows } = await sql<{ id: number }>`select id from channel order by id`.execute(world.app.db)
  expect(found).toEqual(rows.map(({ id }) => id))
})

test('while an import is being written the job fails, so that the queue tries again', async () => {
  const channel = await channelSeen('2025-01-01T00:00:00Z')
  const importing = await world.app.databases.pool.connect()
  await importing.query('begin')
  await waitForOtherImports(importing)
  await expect(retireContacts(world.app)).rejects.toSatisfy(isLockTimeout)
  expect(await stateOf(channel)).toEqual(ON_SALE)
  await importing.query('rollback')
  importing.release()
  expect(await holdOffImports(world.app.db)).toBe(true)
  await retireContacts(world.app)
  expect(await stateOf(channel)).toEqual(STALE)
})
