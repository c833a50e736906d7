import { expect, test } from 'vitest'
import { checkInvariants } from '#server/db/invariant.ts'
import { transact } from '#server/db/connect.ts'
import { invariants } from '#server/features.ts'
import { holdOffImports } from '#server/features/catalogue/import-lock.sql.ts'
import { allPairs, makeBuyers, pairsAmong } from '#test/support/buyers.ts'
import { closeAccount, logIn, makeChannels, type TestChannel } from '#test/support/factories.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import { renewAllCoPurchases } from './renew-co-purchases.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

const night = () => renewAllCoPurchases(world.app)

/** Each channel is a part of its own. */
const ALONE = { least: 1, most: 1 }

test('in however many parts pairs are counted, they are the same, and those that nobody buys any more go', async () => {
  const { app } = world
  const channels = await makeChannels(app, 12)
  const [first, ...bought] = channels.slice(0, -1)
  await makeBuyers(app, 7, bought)
  await makeBuyers(app, 6, bought.slice(5))
  await night()
  const pairs = await pairsAmong(world.app, channels)
  expect(pairs.length).toBeGreaterThan(allPairs(5))
  const ends = [first!.id, channels.at(-1)!.id] as const
  for (const least of [1, 7, 40]) {
    await app.db.deleteFrom('co_purchase').execute()
    for (const [channel_id, other_id] of [ends, ends.toReversed() as [number, number]])
      await app.db.insertInto('co_purchase').values({ channel_id, other_id, buyers: 5 }).execute()
    await renewAllCoPurchases(app, { perPart: { least, most: least } })
    expect(await pairsAmong(world.app, channels), `${least} purchases`).toEqual(pairs)
  }
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

/** Locks a pair, so that its part has to wait, until the function that it passes is called. */
async function holding(
  [one, other]: readonly [TestChannel, TestChannel],
  work: (release: () => Promise<unknown>) => Promise<void>,
) {
  const blocker = await world.app.databases.pool.connect()
  try {
    await blocker.query('begin')
    await blocker.query('select from co_purchase where channel_id = $1 and other_id = $2 for update', [
      one.id,
      other.id,
    ])
    await work(() => blocker.query('rollback'))
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
}

/** Calls until something has happened to a row. */
async function untilRow(statement: string): Promise<void> {
  while ((await world.app.databases.pool.query(statement)).rows.length === 0);
}

test('a part that fails keeps no other from being counted, and is counted by the job that the run leaves', async () => {
  const { app } = world
  const channels = await makeChannels(app, 8)
  await makeBuyers(app, 9, channels)
  await night()
  const pairs = await pairsAmong(world.app, channels)
  expect(pairs).toHaveLength(allPairs(8))
  const before = channels.slice(0, 4)
  const after = channels.slice(5)
  await holding([channels[4]!, channels[5]!], async (release) => {
    for (const { id } of [before[0]!, after[0]!])
      await app.db.deleteFrom('co_purchase').where('channel_id', '=', id).execute()
    await app.db
      .deleteFrom('co_purchase')
      .where('channel_id', '=', channels[4]!.id)
      .where('other_id', '=', channels[6]!.id)
      .execute()
    const run = renewAllCoPurchases(app, { perPart: ALONE })
    await untilRow(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    await run
    expect(await pairsAmong(world.app, before)).toHaveLength(allPairs(4))
    expect(await pairsAmong(world.app, after)).toHaveLength(allPairs(3))
    expect(await pairsAmong(world.app, channels)).not.toEqual(pairs)
    await release()
  })
  await expect.poll(() => pairsAmong(world.app, channels), { timeout: 20_000 }).toEqual(pairs)
})

test('when every part fails, the run fails, so that the queue tries again', async () => {
  const { app } = world
  const channels = await makeChannels(app, 2)
  await makeBuyers(app, 9, channels)
  await night()
  const ranges = [{ after: channels[0]!.id - 1, upTo: channels[0]!.id }]
  await holding([channels[0]!, channels[1]!], async () => {
    const failed = renewAllCoPurchases(app, { ranges }).then(
      () => false,
      () => true,
    )
    await untilRow(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    expect(await failed).toBe(true)
  })
  expect(await pairsAmong(world.app, channels)).toHaveLength(2)
})

test('a run whose time is over leaves the rest to the next job', async () => {
  const { app } = world
  const channels = await makeChannels(app, 4)
  await makeBuyers(app, 9, channels)
  await night()
  const pairs = await pairsAmong(world.app, channels)
  expect(pairs).toHaveLength(allPairs(4))
  await app.db.deleteFrom('co_purchase').execute()
  await renewAllCoPurchases(app, { perPart: ALONE, runMs: 0 })
  await expect.poll(() => pairsAmong(world.app, channels), { timeout: 20_000 }).toEqual(pairs)
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

test('an import that begins during the night ends the run, and what is left is counted once the import is over', async () => {
  const { app } = world
  const channels = await makeChannels(app, 6)
  await makeBuyers(app, 9, channels)
  await night()
  const pairs = await pairsAmong(world.app, channels)
  expect(pairs).toHaveLength(allPairs(6))
  const client = await app.databases.pool.connect()
  try {
    await holding([channels[2]!, channels[3]!], async (release) => {
      for (const { id } of [channels[0]!, channels[4]!])
        await app.db.deleteFrom('co_purchase').where('channel_id', '=', id).execute()
      const run = renewAllCoPurchases(app, { perPart: ALONE })
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event`
      await untilRow(`${waiting} = 'transactionid'`)
      await client.query('begin')
      const begun = client.query(`select pg_advisory_xact_lock(hashtext('channelbook import'))`)
      await untilRow(`${waiting} = 'advisory'`)
      await release()
      await Promise.all([run, begun])
    })
    expect(await pairsAmong(world.app, channels.slice(0, 3))).toHaveLength(allPairs(3))
    expect(await pairsAmong(world.app, channels)).not.toEqual(pairs)
    const retried = `from pgboss.job where name = 'rest_of_co_purchases' and state = 'retry'`
    await expect
      .poll(async () => (await app.databases.pool.query(`select retry_limit ${retried}`)).rows, {
        timeout: 20_000,
      })
      .toEqual([{ retry_limit: 30 }])
    expect(await pairsAmong(world.app, channels)).not.toEqual(pairs)
  } finally {
    await client.query('rollback')
    client.release()
  }
  // As if the minutes until the next attempt had passed.
  await app.databases.pool.query(
    `update pgboss.job set start_after = now() where name = 'rest_of_co_purchases' and state = 'retry'`,
  )
  await expect.poll(() => pairsAmong(world.app, channels), { timeout: 20_000 }).toEqual(pairs)
})
