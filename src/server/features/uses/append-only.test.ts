import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { transact } from '#server/db/connect.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { asBuyer, closeAccount, give, makeChannel, makePayment, makePerson } from '#test/support/factories.ts'
import { createLedgerWorld, expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { shared } from '#test/support/shared.ts'

const world = shared(createLedgerWorld)
let holderId: number
beforeAll(async () => {
  const [person, channel] = [await makePerson(world, { uses: 3 }), await makeChannel(world)]
  holderId = person.id
  await revealContact(world, { ...asBuyer(holderId), channelId: channel.channelId })
  const payment = { id: randomUUID(), holderId, packageId: 1, now: world.clock.now() }
  await transact(world.db, (tx) => makePayment(tx, payment))
  await give(world, { holderId, kind: 'package', paymentId: payment.id, amount: 10 })
})

const REFUSED = [
  'update uses_entry set amount = 5',
  "update uses_entry set created_at = '2020-01-01'",
  'delete from uses_entry',
  'truncate uses_entry',
  'update uses_lot set granted = 1000',
  'update uses_lot set spent = 0',
  "update uses_lot set note = 'another'",
  'delete from uses_lot',
  'truncate uses_lot, uses_entry',
  'update reveal set contact_id = 0',
  'delete from reveal',
  'truncate reveal, uses_entry, uses_lot, purchase, bad_contact_report, reveal_quote_line',
]

test.each(REFUSED)('the database refuses: %s', async (statement) => {
  await expect(sql.raw(statement).execute(world.db)).rejects.toThrow(/append-only/)
  expect(await usesOf(world, holderId)).toBe(12)
})

/** Of a stranger (`$1`) and of the person with one paid reveal (`$2`). */
const IMPOSSIBLE = {
  'an entry that pays another person’s reveal': `
    insert into uses_entry (holder_id, lot_id, amount, reason, reveal_id, created_at)
    select $1, lot.id, -1, 'reveal', reveal.id, now() from uses_lot lot, reveal
    where lot.holder_id = $1 and reveal.holder_id = $2`,
  'an entry of another person’s lot': `
    insert into uses_entry (holder_id, lot_id, amount, reason, created_at)
    select $1, id, -1, 'refund', now() from uses_lot where holder_id = $2`,
  'a second payment of a reveal': `
    insert into uses_entry (holder_id, lot_id, amount, reason, reveal_id, created_at)
    select holder_id, lot_id, amount, reason, reveal_id, now() from uses_entry where reason = 'reveal' and holder_id = $2`,
  'a second charge for a channel': `
    insert into reveal (holder_id, channel_id, contact_id, created_at)
    select holder_id, channel_id, 0, now() from reveal where holder_id = $2`,
  'a record of another person’s reveal': `
    insert into purchase (holder_id, reveal_id, channel_name, created_at)
    select $1, id, 'stolen', now() from reveal where holder_id = $2`,
  'a lot that gave more than it had': `update uses_lot set spent = granted + 1 where holder_id = $2`,
  'uses without a payment': `
    insert into uses_lot (holder_id, kind, granted, created_at) values ($2, 'package', 10, now())`,
  'uses of a payment that there is not': `
    insert into uses_lot (holder_id, kind, payment_id, granted, created_at)
    values ($2, 'package', gen_random_uuid(), 10, now())`,
  'uses of another person’s payment': `
    insert into uses_lot (holder_id, kind, payment_id, granted, created_at)
    select $1, 'package', id, 10, now() from payment where holder_id = $2`,
  'a second credit of a payment': `
    insert into uses_lot (holder_id, kind, payment_id, granted, created_at)
    select holder_id, 'package', id, 10, now() from payment where holder_id = $2`,
  'a second allowance for a date': `
    insert into uses_lot (holder_id, kind, payment_id, granted, valid_on, created_at)
    select holder_id, 'day', id, 5, '2026-03-10', now() from payment, generate_series(1, 2) where holder_id = $2`,
  'a use that comes back for no reveal': `
    insert into uses_lot (holder_id, kind, granted, created_at) values ($2, 'warranty', 1, now())`,
  'a use that comes back for another person’s reveal': `
    insert into uses_lot (holder_id, kind, reveal_id, cause, granted, created_at)
    select $1, 'warranty', id, 'report', 1, now() from reveal where holder_id = $2`,
  'a use that comes back without a cause': `
    insert into uses_lot (holder_id, kind, reveal_id, granted, created_at)
    select holder_id, 'warranty', id, 1, now() from reveal where holder_id = $2`,
  'a use that comes back twice': `
    insert into uses_lot (holder_id, kind, reveal_id, cause, granted, created_at)
    select holder_id, 'warranty', id, 'report', 1, now() from reveal, generate_series(1, 2) where holder_id = $2`,
  'two uses that come back for one': `
    insert into uses_lot (holder_id, kind, reveal_id, cause, granted, created_at)
    select holder_id, 'warranty', id, 'report', 2, now() from reveal where holder_id = $2`,
  'uses of a promocode that there is not': `
    insert into uses_lot (holder_id, kind, promocode_id, granted, created_at) values ($2, 'promocode', 'NOTHING', 10, now())`,
  'a grant without a key': `
    insert into uses_lot (holder_id, kind, note, granted, created_at) values ($2, 'grant', 'a gift', 10, now())`,
  'a second welcome': `
    insert into uses_lot (holder_id, kind, granted, created_at)
    select $2, 'welcome', 3, now() from generate_series(1, 2)`,
}

test.each(Object.entries(IMPOSSIBLE))('the database refuses %s', async (_, statement) => {
  const stranger = await makePerson(world, { uses: 1 })
  const planted = statement.replaceAll('$1', String(stranger.id)).replaceAll('$2', String(holderId))
  await expect(sql.raw(planted).execute(world.db)).rejects.toThrow(/constraint/)
  await expectSoundLedger(world)
})

test('a channel that somebody paid for cannot be deleted', async () => {
  await expect(sql`delete from channel`.execute(world.db)).rejects.toThrow(/foreign key/)
})

test('the ledger of a deleted account stays, and one function purges it, never while the account exists', async () => {
  const { db } = world
  const leaver = await makePerson(world, { uses: 2 })
  const channel = await makeChannel(world)
  await revealContact(world, { ...asBuyer(leaver.id), channelId: channel.channelId })

  await expect(sql`select purge_ledger(${leaver.id})`.execute(db)).rejects.toThrow(/still has an account/)
  const forced = db.transaction().execute(async (tx) => {
    await sql`select set_config('channelbook.purged_person', ${String(leaver.id)}, true)`.execute(tx)
    await sql`delete from uses_entry where holder_id = ${leaver.id}`.execute(tx)
  })
  await expect(forced).rejects.toThrow(/append-only/)

  await closeAccount(world, leaver.id)
  expect(await rowsOf(leaver.id)).toEqual({ lots: 1, entries: 2, reveals: 1, purchases: 0 })
  await expect(sql`delete from uses_entry where holder_id = ${leaver.id}`.execute(db)).rejects.toThrow(
    /append-only/,
  )
  await expectSoundLedger(world)

  await sql`select purge_ledger(${leaver.id})`.execute(db)
  expect(await rowsOf(leaver.id)).toEqual({ lots: 0, entries: 0, reveals: 0, purchases: 0 })
  expect(await rowsOf(holderId)).toEqual({ lots: 2, entries: 3, reveals: 1, purchases: 1 })
  await expectSoundLedger(world)
})

async function rowsOf(person: number) {
  const { rows } = await sql<Record<'lots' | 'entries' | 'reveals' | 'purchases', number>>`
    select (select count(*) from uses_lot where holder_id = ${person}) as lots,
      (select count(*) from uses_entry where holder_id = ${person}) as entries,
      (select count(*) from reveal where holder_id = ${person}) as reveals,
      (select count(*) from purchase where holder_id = ${person}) as purchases`.execute(world.db)
  return rows[0]
}
