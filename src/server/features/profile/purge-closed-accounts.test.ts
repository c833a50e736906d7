import { expect, it } from 'vitest'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { asBuyer, makeChannel, makePerson, type TestPerson } from '#test/support/factories.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { deleteAccount, purgeClosedAccounts } from './delete-account.ts'
import { addLink } from '#server/features/accounts/links.sql.ts'
import { sha256 } from '#server/config/secret.ts'

const world = useTestApp()

/** A person who bought one contact and then deleted the account. */
async function leaver(): Promise<TestPerson> {
  const person = await makePerson(world.app, { uses: 2 })
  const { channelId } = await makeChannel(world.app)
  await revealContact(world.app, { ...asBuyer(person.id), channelId })
  const now = world.clock.now()
  await world.app.db.transaction().execute((tx) =>
    addLink(tx, {
      personId: person.id,
      purpose: 'delete',
      tokenHash: sha256(person.email),
      now,
      expiresAt: new Date(now.getTime() + 1_000),
    }),
  )
  await deleteAccount(world.app, { token: person.email, network: '192.0.2.1' })
  return person
}

async function keptOf(person: TestPerson): Promise<number> {
  const { rows } = await world.app.databases.pool.query<{ kept: number }>(
    `select ((select count(*) from uses_lot where holder_id = $1) + (select count(*) from uses_entry where holder_id = $1)
      + (select count(*) from reveal where holder_id = $1)
      + (select count(*) from closed_account where holder_id = $1))::int as kept`,
    [person.id],
  )
  return rows[0]?.kept ?? -1
}

// One lot, its gift, one spent use, one reveal, and the retention term.
const ALL = 5

it('what a deleted account left is purged within three years, and not much sooner; everything else stays', async () => {
  world.clock.set('2026-03-10T09:00:00.000Z')
  const staying = await makePerson(world.app, { uses: 2 })
  const [early, twin] = [await leaver(), await leaver()]
  world.clock.set('2026-03-12T09:00:00.000Z')
  const late = await leaver()

  world.clock.set('2029-03-09T08:59:59.000Z')
  await purgeClosedAccounts(world.app)
  expect(await Promise.all([early, twin, late].map(keptOf))).toEqual([ALL, ALL, ALL])

  world.clock.set('2029-03-10T04:41:00.000Z')
  await purgeClosedAccounts(world.app)
  expect(await Promise.all([early, twin, late].map(keptOf))).toEqual([0, 0, ALL])
  await expectSoundLedger(world.app)

  world.clock.set('2029-03-12T04:41:00.000Z')
  await purgeClosedAccounts(world.app)
  expect(await keptOf(late)).toBe(0)
  expect(await keptOf(staying)).toBe(2)
  await expectSoundLedger(world.app)
})

it('on several servers at once it has the same effect, once', async () => {
  world.clock.set('2030-01-01T00:00:00.000Z')
  const leavers = await Promise.all(Array.from({ length: 6 }, leaver))
  world.clock.set('2033-01-01T00:00:00.000Z')
  await Promise.all(Array.from({ length: 4 }, () => purgeClosedAccounts(world.app)))
  expect(await Promise.all(leavers.map(keptOf))).toEqual(leavers.map(() => 0))
  await expectSoundLedger(world.app)
})
