import { expect, test } from 'vitest'
import { checkInvariants } from '#server/db/invariant.ts'
import { transact } from '#server/db/connect.ts'
import { invariants } from '#server/features.ts'
import { holdOffImports } from '#server/features/catalogue/import-lock.sql.ts'
import { allPairs, makeBuyers, pairsAmong } from '#test/support/buyers.ts'
import { closeAccount, logIn, makeChannels } from '#test/support/factories.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import { renewAllCoPurchases } from './renew-co-purchases.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

const night = () => renewAllCoPurchases(world.app)

test('pairs that nobody buys any more go, and no others', async () => {
  const { app } = world
  const channels = await makeChannels(app, 12)
  const [first, ...bought] = channels.slice(0, -1)
  await makeBuyers(app, 7, bought)
  await makeBuyers(app, 6, bought.slice(5))
  await night()
  const pairs = await pairsAmong(world.app, channels)
  expect(pairs.length).toBeGreaterThan(allPairs(5))
  const ends = [first!.id, channels.at(-1)!.id] as const
  for (const [channel_id, other_id] of [ends, ends.toReversed() as [number, number]])
    await app.db.insertInto('co_purchase').values({ channel_id, other_id, buyers: 5 }).execute()
  await night()
  expect(await pairsAmong(world.app, channels)).toEqual(pairs)
})

test('runs at the same time, choices and deletions between them leave what one run leaves', async () => {
  const { app } = world
  const channels = await makeChannels(app, 12)
  const people = await makeBuyers(app, 9, channels)
  await using second = await createTestApp({ databaseUrl: world.databaseUrl, clock: world.clock })
  const choices = people.slice(0, 4).map(async (person, index) => {
    const client = await logIn(world, person)
    for (const countsPurchases of [false, true, index > 1]) {
      await client.call('PUT /recommendations/choice', { body: { countsPurchases } })
    }
  })
  await Promise.all([
    ...choices,
    ...[1, 2, 3].flatMap(() => [night(), renewAllCoPurchases(second.app)]),
    closeAccount(app, people[8]!.id),
  ])
  await night()
  const settled = await pairsAmong(world.app, channels)
  await renewAllCoPurchases(second.app)
  expect(await pairsAmong(world.app, channels)).toEqual(settled)
  // Six of the nine still count.
  expect(settled.length).toBeLessThan(allPairs(12))
  for (const finding of await checkInvariants(
    app.db,
    invariants.filter(({ name }) => name.startsWith('co-purchase')),
  )) {
    expect(finding.offences).toEqual([])
  }
})

test('while an import is being written nothing is changed, none has to wait, and the queue tries again', async () => {
  const { app } = world
  const channels = await makeChannels(app, 2)
  await makeBuyers(app, 9, channels)
  const client = await app.databases.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('channelbook import'))`)
    await expect(night()).rejects.toThrow('import')
    expect(await pairsAmong(world.app, channels)).toEqual([])
    expect(await transact(app.db, holdOffImports)).toBe(false)
  } finally {
    await client.query('rollback')
    client.release()
  }
  await night()
  expect(await pairsAmong(world.app, channels)).toHaveLength(2)
})
