import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '#server/db/invariant.ts'
import { transact } from '#server/db/connect.ts'
import { invariants } from '#server/features.ts'
import { holdOffImports } from '#server/features/catalogue/import-lock.sql.ts'
import { buyAll, makeBuyers } from '#test/support/buyers.ts'
import { closeAccount, logIn, makeChannel, makeChannels, type TestChannel } from '#test/support/factories.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { renewAllCoPurchases } from './renew-co-purchases.ts'

let world: TestApp
beforeAll(async () => {
  world = await createTestApp({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => world[Symbol.asyncDispose]())

const night = () => renewAllCoPurchases(world.app)

/** Each channel is a part of its own. */
const ALONE = { least: 1, most: 1 }

/** The kept pairs among these channels. */
async function pairsAmong(channels: readonly TestChannel[]) {
  const ids = channels.map(({ id }) => id)
  return world.app.db
    .selectFrom('co_purchase')
    .selectAll()
    .where('channel_id', 'in', ids)
    .where('other_id', 'in', ids)
    .orderBy('channel_id')
    .orderBy('other_id')
    .execute()
}

/** How many pairs there are among so many channels, in both directions. */
const allPairs = (channels: number) => channels * (channels - 1)

test('pairs of fewer than six people are not kept, those of nine are, and between them the pair decides', async () => {
  for (const [people, least, most] of [
    [5, 0, 0],
    [6, 1, 379],
    [8, 1, 379],
    [9, 380, 380],
  ] as const) {
    const channels = await makeChannels(world.app, 20)
    await makeBuyers(world.app, people, channels)
    await night()
    const pairs = await pairsAmong(channels)
    expect(pairs.length, `${people} people`).toBeGreaterThanOrEqual(least)
    expect(pairs.length, `${people} people`).toBeLessThanOrEqual(most)
    for (const { buyers } of pairs) expect(buyers).toBe(5)
  }
  expect(allPairs(20)).toBe(380)
})

test('the number of people is kept in steps, so that one more is rarely seen', async () => {
  const channels = await makeChannels(world.app, 6)
  for (const [people, steps] of [
    [9, [5]],
    [5, [10]],
    [10, [20]],
  ] as const) {
    await makeBuyers(world.app, people, channels)
    await night()
    const numbers = (await pairsAmong(channels)).map(({ buyers }) => buyers)
    expect(new Set(numbers)).toEqual(new Set(steps))
  }
})

test('repeated nights give the same noise, which cannot be averaged out, and another installation has its own', async () => {
  const channels = await makeChannels(world.app, 20)
  await makeBuyers(world.app, 7, channels)
  await night()
  const first = await pairsAmong(channels)
  expect(first.length).toBeGreaterThan(0)
  expect(first.length).toBeLessThan(allPairs(20))
  for (let nights = 0; nights < 5; nights += 1) {
    world.clock.advance({ hours: 24 })
    await night()
    expect(await pairsAmong(channels)).toEqual(first)
  }
  await renewAllCoPurchases({ ...world.app, secret: Buffer.from('another secret of tests, long enough') })
  expect(await pairsAmong(channels)).not.toEqual(first)
  await night()
  expect(await pairsAmong(channels)).toEqual(first)
})

test('an attacker with four accounts learns of no single person what they bought', async () => {
  const { app } = world
  const channels = await makeChannels(app, 30)
  const accounts = await makeBuyers(app, 1, channels)
  // Accounts come one after another, over many nights; the victim buys everything at some time between.
  for (const [index, buys] of ['attacker', 'attacker', 'victim', 'attacker'].entries()) {
    accounts.push(...(await makeBuyers(app, 1, channels)))
    for (let nights = 0; nights < 3; nights += 1) {
      world.clock.advance({ hours: 24 })
      await night()
      expect(await pairsAmong(channels), `${buys} ${index}`).toEqual([])
    }
  }
})

test('people who opted out are not counted, neither are deleted accounts and removed records', async () => {
  const { app } = world
  const channels = await makeChannels(app, 3)
  const people = await makeBuyers(app, 9, channels)
  await night()
  expect(await pairsAmong(channels)).toHaveLength(6)
  const leave = [
    async (person: (typeof people)[number]) => {
      const client = await logIn(world, person)
      await client.call('PUT /recommendations/choice', { body: { countsPurchases: false } })
    },
    async ({ id }: (typeof people)[number]) => closeAccount(app, id),
    async ({ id }: (typeof people)[number]) => {
      await app.db.deleteFrom('purchase').where('person_id', '=', id).execute()
    },
    async (person: (typeof people)[number]) => {
      const client = await logIn(world, person)
      await client.call('PUT /recommendations/choice', { body: { countsPurchases: false } })
    },
  ]
  for (const [index, act] of leave.entries()) await act(people[index]!)
  await night()
  expect(await pairsAmong(channels)).toEqual([])
  for (const person of [people[0]!, people[3]!]) {
    const client = await logIn(world, person)
    await client.call('PUT /recommendations/choice', { body: { countsPurchases: true } })
  }
  await makeBuyers(app, 2, channels)
  await night()
  expect(await pairsAmong(channels)).toHaveLength(6)
})

test('in however many parts pairs are counted, they are the same, and those that nobody buys any more go', async () => {
  const { app } = world
  const channels = await makeChannels(app, 12)
  const [first, ...bought] = channels.slice(0, -1)
  await makeBuyers(app, 7, bought)
  await makeBuyers(app, 6, bought.slice(5))
  await night()
  const pairs = await pairsAmong(channels)
  expect(pairs.length).toBeGreaterThan(allPairs(5))
  const ends = [first!.id, channels.at(-1)!.id] as const
  for (const least of [1, 7, 40]) {
    await app.db.deleteFrom('co_purchase').execute()
    for (const [channel_id, other_id] of [ends, ends.toReversed() as [number, number]])
      await app.db.insertInto('co_purchase').values({ channel_id, other_id, buyers: 5 }).execute()
    await renewAllCoPurchases(app, { perPart: { least, most: least } })
    expect(await pairsAmong(channels), `${least} purchases`).toEqual(pairs)
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
  const settled = await pairsAmong(channels)
  await renewAllCoPurchases(second.app)
  expect(await pairsAmong(channels)).toEqual(settled)
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
  const blocker = await world.app.pool.connect()
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
  while ((await world.app.pool.query(statement)).rows.length === 0);
}

test('a part that fails keeps no other from being counted, and is counted by the job that the run leaves', async () => {
  const { app } = world
  const channels = await makeChannels(app, 8)
  await makeBuyers(app, 9, channels)
  await night()
  const pairs = await pairsAmong(channels)
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
    expect(await pairsAmong(before)).toHaveLength(allPairs(4))
    expect(await pairsAmong(after)).toHaveLength(allPairs(3))
    expect(await pairsAmong(channels)).not.toEqual(pairs)
    await release()
  })
  await expect.poll(() => pairsAmong(channels), { timeout: 20_000 }).toEqual(pairs)
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
  expect(await pairsAmong(channels)).toHaveLength(2)
})

test('a run whose time is over leaves the rest to the next job', async () => {
  const { app } = world
  const channels = await makeChannels(app, 4)
  await makeBuyers(app, 9, channels)
  await night()
  const pairs = await pairsAmong(channels)
  expect(pairs).toHaveLength(allPairs(4))
  await app.db.deleteFrom('co_purchase').execute()
  await renewAllCoPurchases(app, { perPart: ALONE, runMs: 0 })
  await expect.poll(() => pairsAmong(channels), { timeout: 20_000 }).toEqual(pairs)
})

test('while an import is being written nothing is changed, none has to wait, and the queue tries again', async () => {
  const { app } = world
  const channels = await makeChannels(app, 2)
  await makeBuyers(app, 9, channels)
  const client = await app.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('channelbook import'))`)
    await expect(night()).rejects.toThrow('import')
    expect(await pairsAmong(channels)).toEqual([])
    expect(await transact(app.db, holdOffImports)).toBe(false)
  } finally {
    await client.query('rollback')
    client.release()
  }
  await night()
  expect(await pairsAmong(channels)).toHaveLength(2)
})

test('an import that begins during the night ends the run, and what is left is counted once the import is over', async () => {
  const { app } = world
  const channels = await makeChannels(app, 6)
  await makeBuyers(app, 9, channels)
  await night()
  const pairs = await pairsAmong(channels)
  expect(pairs).toHaveLength(allPairs(6))
  const client = await app.pool.connect()
  try {
    await holding([channels[2]!, channels[3]!], async (release) => {
      for (const { id } of [channels[0]!, channels[4]!])
        await app.db.deleteFrom('co_purchase').where('channel_id', '=', id).execute()
      const run = renewAllCoPurchases(app, { perPart: ALONE })
      const waiting = `select from pg_locks where not granted and locktype`
      await untilRow(`${waiting} = 'transactionid'`)
      await client.query('begin')
      const begun = client.query(`select pg_advisory_xact_lock(hashtext('channelbook import'))`)
      await untilRow(`${waiting} = 'advisory'`)
      await release()
      await Promise.all([run, begun])
    })
    expect(await pairsAmong(channels.slice(0, 3))).toHaveLength(allPairs(3))
    expect(await pairsAmong(channels)).not.toEqual(pairs)
    const retried = `from pgboss.job where name = 'rest_of_co_purchases' and state = 'retry'`
    await expect
      .poll(async () => (await app.pool.query(`select retry_limit ${retried}`)).rows, { timeout: 20_000 })
      .toEqual([{ retry_limit: 30 }])
    expect(await pairsAmong(channels)).not.toEqual(pairs)
  } finally {
    await client.query('rollback')
    client.release()
  }
  // As if the minutes until the next attempt had passed.
  await app.pool.query(
    `update pgboss.job set start_after = now() where name = 'rest_of_co_purchases' and state = 'retry'`,
  )
  await expect.poll(() => pairsAmong(channels), { timeout: 20_000 }).toEqual(pairs)
})

/** New people, made in one statement. */
async function makeCrowd(count: number): Promise<{ readonly id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    insert into person (username, email, agreement_version, agreed_at, consent_version, consented_at, created_at)
    select 'crowd' || id, 'crowd' || id || '@crowd.example', '', now(), '', now(), now()
    from generate_series(1, ${count}::integer) id
    returning id`.execute(world.app.db)
  return rows
}

test('of the buyers of a pair’s lower channel the newest thousand count, whichever part counts them', async () => {
  const { app } = world
  const [older, hot, later] = await makeChannels(app, 3)
  const channels = [older!, hot!, later!]
  await makeBuyers(app, 9, channels)
  await night()
  expect(await pairsAmong(channels)).toHaveLength(allPairs(3))
  const crowd = await makeCrowd(1_000)
  await buyAll(app, crowd, [hot!])
  for (const most of [1, 1_000]) {
    await renewAllCoPurchases(app, { perPart: { least: 1, most } })
    expect(await pairsAmong([hot!, later!])).toEqual([])
    // The nine are all who bought the lower channel of these.
    expect(await pairsAmong([older!, hot!])).toHaveLength(2)
    expect(await pairsAmong([older!, later!])).toHaveLength(2)
  }
  // However many buy the one, five who buy the other, too, are too few.
  await makeBuyers(app, 5, [hot!, later!])
  await night()
  expect(await pairsAmong([hot!, later!])).toEqual([])
  // Who does not want to be counted takes nobody's place.
  for (const { id } of crowd.slice(0, 14))
    await app.db
      .insertInto('recommendation_choice')
      .values({ person_id: id, counts_purchases: false })
      .execute()
  await night()
  expect(await pairsAmong([hot!, later!])).toHaveLength(2)
  for (const finding of await checkInvariants(
    app.db,
    invariants.filter(({ name }) => name.startsWith('co-purchase')),
  ))
    expect(finding.offences).toEqual([])
})

test('a pair goes with its channel', async () => {
  const { app } = world
  const channels = [await makeChannel(app), await makeChannel(app)]
  await makeBuyers(app, 9, channels)
  await night()
  expect(await pairsAmong(channels)).toHaveLength(2)
  await app.db
    .updateTable('reveal')
    .set({ channel_id: null })
    .where('channel_id', '=', channels[0]!.id)
    .execute()
  await app.db.deleteFrom('channel').where('id', '=', channels[0]!.id).execute()
  expect(await pairsAmong(channels)).toEqual([])
})

test('someone who buys very much counts with the newest purchases only', async () => {
  const { app } = world
  const old = await makeChannels(app, 2)
  const people = await makeBuyers(app, 9, old)
  await night()
  expect(await pairsAmong(old)).toHaveLength(2)
  await buyAll(app, people, await makeChannels(app, 200))
  await night()
  expect(await pairsAmong(old)).toEqual([])
})
