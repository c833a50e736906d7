import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { checkInvariants, type Finding, findOffences } from '#server/db/invariant.ts'
import { transact } from '#server/db/connect.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { giveAllowance, giveUses } from '#server/features/uses/ledger.sql.ts'
import { asBuyer, makeChannels, makePayment, makePerson } from '#test/support/factories.ts'
import { createLedgerWorld, expectSoundLedger } from '#test/support/ledger-world.ts'
import { BUSINESS, DEFECTS, LIGHT } from '#test/support/planted-defects.ts'
import { invariants } from './features.ts'
import { shared } from '#test/support/shared.ts'

const world = shared(createLedgerWorld)

/** Two people, lots of every kind, reveals paid by three of them. */
beforeAll(async () => {
  const [person] = [await makePerson(world, { id: 1, uses: 1 }), await makePerson(world, { id: 2 })]
  const gift = { holderId: person.id, now: world.clock.now() }
  await transact(world.db, async (tx) => {
    await giveUses(tx, { ...gift, kind: 'welcome', amount: 2 })
    await makePayment(tx, { ...gift, id: LIGHT, packageId: 1 })
    await makePayment(tx, { ...gift, id: BUSINESS, packageId: 4 })
    await giveUses(tx, { ...gift, kind: 'package', paymentId: LIGHT, amount: 10 })
    await giveAllowance(tx, { ...gift, paymentId: BUSINESS })
  })
  for (const { channelId } of await makeChannels(world, 9)) {
    await revealContact(world, { ...asBuyer(person.id), channelId })
  }
})

/** What `verify` finds after a statement, which is then rolled back. */
async function findAfter(statement: string): Promise<Finding[]> {
  const planted = await world.db.startTransaction().execute()
  try {
    await sql.raw(statement).execute(planted)
    return await findOffences(planted, invariants)
  } finally {
    await planted.rollback().execute()
  }
}

test.each(DEFECTS)('verify reports that $name', async ({ sql: defect, broken, offences }) => {
  const findings = await findAfter(defect)
  const finding = findings.find(({ invariant }) => invariant.name === broken)
  expect(finding?.count).toBe(offences.length)
  for (const [index, offence] of offences.entries()) expect(finding?.offences[index]).toMatch(offence)
  expect(JSON.stringify(findings.map((each) => each.offences))).not.toContain('@')
})

test('a database with a history and no defect satisfies every invariant', () => expectSoundLedger(world))

test('every invariant catches a defect', () => {
  expect(new Set(DEFECTS.map((defect) => defect.broken))).toEqual(new Set(invariants.map(({ name }) => name)))
})

test('a report shows the first offences and counts them all', async () => {
  const findings =
    await findAfter(`insert into uses_lot (holder_id, kind, grant_key, note, granted, created_at)
    select 2, 'grant', 'key ' || number, 'a test', 1, now() from generate_series(1, 50) number`)
  const finding = findings.find(({ invariant }) => invariant.name === 'lot-adds-up')
  expect(finding).toMatchObject({ count: 50 })
  expect(finding?.offences).toHaveLength(20)
})

test('verify cannot write', async () => {
  const offences = sql<{ offence: string }>`select nextval('purchase_id_seq')::text as offence`
  const writing = [{ name: 'writing', sentence: 'It writes.', offences }]
  await expect(checkInvariants(world.db, writing)).rejects.toThrow(/read-only/)
})
