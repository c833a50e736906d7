import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { addressName } from '#server/security-log.ts'
import { refreshSearch } from '#test/support/catalogue-world.ts'
import { asBuyer, makeChannel, makePerson } from '#test/support/factories.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { auditOf, OPERATOR } from '#test/support/operator.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { isLockTimeout } from '#server/features/catalogue/import-lock.sql.ts'
import { suppressForOwner } from './suppress-address.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
afterAll(() => expectSoundLedger(world.app))

const suppress = (address: string, isDryRun = false) =>
  suppressForOwner(world.app, OPERATOR, { address, isDryRun })

const tables = async () => {
  const { db } = world.app
  return JSON.stringify([
    await db.selectFrom('known_contact').selectAll().orderBy('id').execute(),
    await db.selectFrom('channel').selectAll().orderBy('id').execute(),
    await db.selectFrom('suppression').selectAll().execute(),
    await db.selectFrom('search_entry').selectAll().orderBy('channel_id').execute(),
    await auditOf(world.app),
  ])
}

it('withholds an address once, says from how many, and names it by its hash only', async () => {
  const { app } = world
  const [only, more] = [await makeChannel(app), await makeChannel(app, { contacts: 2 })]
  const [address = ''] = only.addresses
  await sql`update contact set address = ${address} where address = ${more.addresses[0]}`.execute(app.db)
  await sql`select forget_unused_addresses(${more.addresses})`.execute(app.db)
  await refreshSearch(app.db, [only.id, more.id])
  for (const { channelId } of [only, more]) {
    const person = await makePerson(app, { uses: 1 })
    await revealContact(app, { ...asBuyer(person.id), channelId })
  }
  const before = await tables()
  const withheld = { channels: 2, channelsLeftWithout: 1, purchases: 1, owners: 1, uses: 2 }
  expect(await suppress(address, true)).toEqual(withheld)
  expect(await tables()).toBe(before)

  const outcomes = await Promise.all(Array.from({ length: 5 }, () => suppress(address)))
  expect(outcomes.filter((outcome) => outcome !== null)).toEqual([withheld])
  expect(await suppress(address, true)).toBeNull()
  const entries = await auditOf(app)
  expect(entries).toMatchObject([
    {
      verb: 'contacts suppress',
      kind: 'address',
      subject: addressName(app.secret, address),
      after: withheld,
    },
  ])
  expect(JSON.stringify(entries)).not.toContain('@')
})

it('counts no purchase that still shows what was given in place of the address', async () => {
  const { app } = world
  const channel = await makeChannel(app, { contacts: 2 })
  const person = await makePerson(app, { uses: 1 })
  const buyer = { ...asBuyer(person.id), channelId: channel.channelId }
  const { email: address } = await revealContact(app, buyer)
  const given = await app.db
    .selectFrom('contact')
    .selectAll()
    .where('channel_id', '=', channel.id)
    .where('address', '<>', address)
    .executeTakeFirstOrThrow()
  const reveal = await app.db
    .selectFrom('reveal')
    .selectAll()
    .where('holder_id', '=', person.id)
    .executeTakeFirstOrThrow()
  const at = app.clock.now()
  await app.db
    .insertInto('bad_contact_report')
    .values({
      holder_id: person.id,
      reveal_id: reveal.id,
      contact_id: reveal.contact_id,
      replacement_id: given.id,
      kind: 'bounced',
      state: 'replaced',
      reason: 'gone',
      reported_at: at,
      decided_at: at,
    })
    .execute()
  await app.db
    .updateTable('contact')
    .set({ withheld: ['stale'] })
    .where('id', '=', given.id)
    .execute()
  expect(await suppress(address, true)).toMatchObject({ channelsLeftWithout: 1, purchases: 0, owners: 0 })
})

it('withholds an address that is not in the catalogue from every later import', async () => {
  expect(await suppress('unknown@creator.example')).toMatchObject({ channels: 0 })
  expect(await suppress('unknown@creator.example')).toBeNull()
})

// Of two reveals, one has told the owner, and one is about to.
it.each(['reveal.noticed', 'reveal.charged'])(
  'leaves no link and no wish, also of a reveal at %s',
  async (place) => {
    const { app } = world
    const channel = await makeChannel(app)
    const [address = ''] = channel.addresses
    const person = await makePerson(app, { uses: 1 })
    await app.db
      .updateTable('address')
      .set({ refuses: ['loans'] })
      .where('address', '=', address)
      .execute()
    const told = Promise.withResolvers<void>()
    const free = Promise.withResolvers<void>()
    const faults = async (point: string) => {
      if (point !== place) return
      told.resolve()
      await free.promise
    }
    const revealing = revealContact(
      { ...app, faults },
      { ...asBuyer(person.id), channelId: channel.channelId },
    )
    await told.promise
    const suppressing = suppress(address)
    const waiting = () =>
      app.databases.pool
        .query(
          `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query ilike '%suppressed_at%'`,
        )
        .then(({ rowCount }) => rowCount)
    await expect.poll(waiting, { interval: 5 }).toBeGreaterThan(0)
    free.resolve()
    await Promise.all([revealing, suppressing])
    const links = await app.db.selectFrom('creator_link').select('address').execute()
    expect(links.map((row) => row.address)).not.toContain(address)
    const known = app.db.selectFrom('address').select('refuses').where('address', '=', address)
    expect(await known.execute()).toEqual([{ refuses: [] }])
  },
)

it('changes nothing while an import is being written', async () => {
  const before = await tables()
  const importing = await world.app.databases.pool.connect()
  try {
    await importing.query('begin; lock table suppression in share mode')
    const error = await suppress('waiting@creator.example').catch((refused: unknown) => refused)
    expect(isLockTimeout(error)).toBe(true)
  } finally {
    await importing.query('rollback')
    importing.release()
  }
  expect(await tables()).toBe(before)
})
