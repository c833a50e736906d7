import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { closeAccount, makeChannel, makePerson } from '#test/support/factories.ts'
import { createLedgerWorld, expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { shared } from '#test/support/shared.ts'

const world = shared(createLedgerWorld)
let personId: number
beforeAll(async () => {
  const [person, channel] = [await makePerson(world, { uses: 3 }), await makeChannel(world)]
  personId = person.id
  await revealContact(world, { personId, channelId: channel.channelId })
})

const REFUSED = [
  'update uses_entry set amount = 5',
  "update uses_entry set created_at = '2020-01-01'",
  'delete from uses_entry',
  'truncate uses_entry',
  'update uses_lot set granted = 1000',
  'update uses_lot set spent = 0',
  "update uses_lot set reason = 'another'",
  'delete from uses_lot',
  'truncate uses_lot, uses_entry',
  'update reveal set contact_id = 0',
  'delete from reveal',
  'truncate reveal, uses_entry, purchase, bad_contact_report, use_return',
]

test.each(REFUSED)('the database refuses: %s', async (statement) => {
  await expect(sql.raw(statement).execute(world.db)).rejects.toThrow(/append-only/)
  expect(await usesOf(world, personId)).toBe(2)
})

test('an entry can neither pay another person’s reveal nor change their lot', async () => {
  const stranger = await makePerson(world, { uses: 1 })
  const statement = sql`
    insert into uses_entry (person_id, lot_id, amount, reason, reveal_id, created_at)
    select ${stranger.id}, lot.id, -1, 'reveal', reveal.id, now() from uses_lot lot, reveal
    where lot.person_id = ${stranger.id} and reveal.person_id = ${personId}`
  await expect(statement.execute(world.db)).rejects.toThrow(/foreign key/)
})

test('a channel that somebody paid for cannot be deleted', async () => {
  await expect(sql`delete from channel`.execute(world.db)).rejects.toThrow(/foreign key/)
})

test('the ledger of a deleted account stays, and one function purges it, never while the account exists', async () => {
  const { db } = world
  const leaver = await makePerson(world, { uses: 2 })
  const channel = await makeChannel(world)
  await revealContact(world, { personId: leaver.id, channelId: channel.channelId })

  await expect(sql`select purge_ledger(${leaver.id})`.execute(db)).rejects.toThrow(/still has an account/)
  const forced = db.transaction().execute(async (tx) => {
    await sql`select set_config('channelbook.purged_person', ${String(leaver.id)}, true)`.execute(tx)
    await sql`delete from uses_entry where person_id = ${leaver.id}`.execute(tx)
  })
  await expect(forced).rejects.toThrow(/append-only/)

  await closeAccount(world, leaver.id)
  expect(await rowsOf(leaver.id)).toEqual({ lots: 1, entries: 2, reveals: 1, purchases: 0 })
  await expect(sql`delete from uses_entry where person_id = ${leaver.id}`.execute(db)).rejects.toThrow(
    /append-only/,
  )
  await expectSoundLedger(world)

  await sql`select purge_ledger(${leaver.id})`.execute(db)
  expect(await rowsOf(leaver.id)).toEqual({ lots: 0, entries: 0, reveals: 0, purchases: 0 })
  expect(await rowsOf(personId)).toEqual({ lots: 1, entries: 2, reveals: 1, purchases: 1 })
  await expectSoundLedger(world)
})

async function rowsOf(person: number) {
  const { rows } = await sql<Record<'lots' | 'entries' | 'reveals' | 'purchases', number>>`
    select (select count(*) from uses_lot where person_id = ${person}) as lots,
      (select count(*) from uses_entry where person_id = ${person}) as entries,
      (select count(*) from reveal where person_id = ${person}) as reveals,
      (select count(*) from purchase where person_id = ${person}) as purchases`.execute(world.db)
  return rows[0]
}
