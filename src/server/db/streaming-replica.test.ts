import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Db } from '#server/db/connect.ts'
import { logIn, makeChannel, makePerson } from '#test/support/factories.ts'
import { keepLog } from '#test/support/log-lines.ts'
import { type ReplicatedDatabase, startReplicatedDatabase } from '#test/support/replica.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { TestClock } from '#test/support/test-clock.ts'
import { watchReplicas } from './watch-replicas.ts'

let shared: ReplicatedDatabase
beforeAll(async () => {
  shared = await startReplicatedDatabase()
})
afterEach(() => shared.resumeReplay())
afterAll(() => shared[Symbol.asyncDispose]())

/** The product on a primary with a streaming replica that has everything; what its log says about replicas. */
async function openWorld(database: ReplicatedDatabase) {
  const { log, lines } = keepLog('warn')
  const world = await createTestApp({
    databaseUrl: database.primary.url,
    env: { DATABASE_REPLICA_URLS: database.replicaUrl, RATE_LIMITS: 'off' },
    overrides: { log },
  })
  await database.caughtUp()
  await world.app.databases.replicas.sample()
  return Object.assign(world, { said: () => lines.map(({ level, msg }) => `${level}: ${msg}`) })
}

/** Makes a channel that searches find. */
async function makeFindable({ app }: TestApp, name: string): Promise<void> {
  await makeChannel(app, { name })
  await sql`select search_rebuild()`.execute(app.db)
}

async function search(world: TestApp, name: string) {
  const { status, body } = await world.client().call('POST /search', { body: { mainInputValue: name } })
  return { status, found: body.data?.map((channel) => channel.channel_name) }
}

async function replicasOf(world: TestApp) {
  const { body } = await world.client().send('GET', '/api/ready')
  return (body as { readonly replicas?: unknown }).replicas
}

const isOnReplica = ({ app }: TestApp) =>
  app.databases.readCatalogue(async ({ db }) => {
    const { rows } = await sql<{ answer: boolean }>`select pg_is_in_recovery() as answer`.execute(db)
    return rows[0]?.answer
  })

it('searches are answered by the replica, and by the primary while it is too far behind', async () => {
  await using world = await openWorld(shared)
  await makeFindable(world, 'Harbour Stories')
  await shared.caughtUp()
  expect(await search(world, 'Harbour Stories')).toEqual({ status: 200, found: ['Harbour Stories'] })

  await shared.pauseReplay()
  await makeFindable(world, 'Pineapple Club')
  await world.app.databases.replicas.sample()
  expect(await search(world, 'Pineapple Club')).toEqual({ status: 200, found: [] })
  world.clock.advance({ seconds: 9 })
  await world.app.databases.replicas.sample()
  expect(await search(world, 'Pineapple Club')).toEqual({ status: 200, found: [] })
  expect(await replicasOf(world)).toEqual(['ok'])
  for (const seconds of [2, 60]) {
    world.clock.advance({ seconds })
    await world.app.databases.replicas.sample()
    expect(await search(world, 'Pineapple Club')).toEqual({ status: 200, found: ['Pineapple Club'] })
    expect(await replicasOf(world)).toEqual(['late'])
  }
  expect(world.app.databases.replicas.lags()).toEqual([71])

  await shared.resumeReplay()
  await shared.caughtUp()
  await world.app.databases.replicas.sample()
  expect(await isOnReplica(world)).toBe(true)
  expect(await replicasOf(world)).toEqual(['ok'])
  expect(world.app.databases.replicas.lags()).toEqual([0])
  expect(world.said()).toEqual(['warn: a replica is behind', 'warn: a replica has caught up'])
})

it('a replica that is late answers when the primary is down, and is late no more when it has everything', async () => {
  await using database = await startReplicatedDatabase()
  await using world = await openWorld(database)
  await makeFindable(world, 'Lantern Street')
  await database.caughtUp()
  await world.app.databases.replicas.sample()
  await database.pauseReplay()
  await makeFindable(world, 'Copper Kettle')
  await world.app.databases.replicas.sample()
  world.clock.advance({ seconds: 20 })
  await world.app.databases.replicas.sample()
  await database.received()
  expect(await search(world, 'Copper Kettle')).toEqual({ status: 200, found: ['Copper Kettle'] })
  expect(await replicasOf(world)).toEqual(['late'])

  await database.primary.close()
  for (const name of ['Lantern Street', 'Lantern Street']) {
    expect(await search(world, name)).toEqual({ status: 200, found: [name] })
    await world.app.databases.replicas.sample()
    expect(await replicasOf(world)).toEqual(['late'])
  }
  await database.resumeReplay()
  await expect
    .poll(async () => {
      await world.app.databases.replicas.sample()
      return replicasOf(world)
    })
    .toEqual(['ok'])
  expect(await search(world, 'Copper Kettle')).toEqual({ status: 200, found: ['Copper Kettle'] })
})

it('a replica is not late because nothing is written', async () => {
  await using world = await openWorld(shared)
  for (let hour = 1; hour <= 3; hour += 1) {
    world.clock.advance({ hours: 1 })
    await world.app.databases.replicas.sample()
  }
  expect(world.app.databases.replicas.lags()).toEqual([0])
  expect(await isOnReplica(world)).toBe(true)
})

it('a replica is not late because the primary was away', async () => {
  await using world = await openWorld(shared)
  await shared.pauseReplay()
  // Nobody could ask the primary meanwhile.
  world.clock.advance({ minutes: 1 })
  await makeFindable(world, 'Back Again')
  await world.app.databases.replicas.sample()
  expect(world.app.databases.replicas.lags()).toEqual([0])
  world.clock.advance({ seconds: 11 })
  await world.app.databases.replicas.sample()
  expect(world.app.databases.replicas.lags()).toEqual([11])
  expect(world.said()).toEqual(['warn: a replica is behind'])
})

it('a replica that does not say where it is is asked only for as long as it may be behind', async () => {
  // The samples are a few real milliseconds apart.
  await shared.caughtUp()
  const clock = new TestClock()
  const said: string[] = []
  const watch = watchReplicas(shared.primary.url, [shared.replicaUrl, 'postgres://127.0.0.1:9/nothing'], {
    maxLag: 10,
    onLate: (number, seconds) => said.push(`${number} is ${seconds} s behind`),
    onCaughtUp: () => undefined,
    clock,
  })
  for (const seconds of [0, 10, 1]) {
    clock.advance({ seconds })
    await watch.sample()
  }
  await watch.close()
  expect(said).toEqual(['2 is 11 s behind'])
})

it.each([
  [
    'the new search tables of an import',
    async (db: Db) => void (await sql`select search_rebuild()`.execute(db)),
  ],
  [
    'the vacuum of deleted rows',
    async (db: Db) => {
      await sql`delete from read_meanwhile`.execute(db)
      await sql`vacuum read_meanwhile`.execute(db)
    },
  ],
])('a read that %s ends on the replica is repeated on the primary', async (_what, disturb) => {
  await using world = await openWorld(shared)
  const { app } = world
  await sql`create table if not exists read_meanwhile as select 1 as one`.execute(app.db)
  await shared.caughtUp()
  await shared.pauseReplay()
  // On the replica it holds its snapshot and its locks until something ends it.
  const reading = app.databases.readCatalogue(async ({ db }) => {
    const { rows } = await sql<{ isReplica: boolean }>`
      select pg_is_in_recovery() as "isReplica", (select count(*) from search_entry, read_meanwhile),
        case when pg_is_in_recovery() then pg_sleep(60) end`.execute(db)
    return rows[0]?.isReplica
  })
  await expect
    .poll(async () => {
      const { rowCount } = await shared.standby.query(
        `select from pg_stat_activity where query like '%pg_sleep(60)%' and wait_event = 'PgSleep'`,
      )
      return rowCount
    })
    .toBe(1)
  await disturb(app.db)
  await shared.resumeReplay()
  expect(await reading).toBe(false)
  // The replica is well, and is asked again at once.
  expect(await isOnReplica(world)).toBe(true)
  expect(world.said()).toEqual([])
})

it('a person sees what they have just bought, however far the replica is behind', async () => {
  await using world = await openWorld(shared)
  const channel = await makeChannel(world.app, { name: 'Marble Workshop' })
  const client = await logIn(world, await makePerson(world.app, { uses: 2 }))
  await shared.caughtUp()
  await shared.pauseReplay()
  const reveal = () => client.call('POST /getemail', { body: { channelId: channel.channelId } })
  const bought = await reveal()
  expect(bought).toMatchObject({ status: 200, body: { data: { email: channel.addresses[0], uses: 1 } } })
  expect(await reveal()).toMatchObject({ status: 200, body: { data: { uses: 1 } } })
  expect(await client.call('GET /cookie')).toMatchObject({
    status: 200,
    body: {
      data: {
        channels: [{ channelId: channel.channelId, email: channel.addresses[0] }],
        userInformation: { uses: 1 },
      },
    },
  })
  expect((await search(world, 'Marble Workshop')).status).toBe(200)
})

it('while the primary is down the replica goes on answering, and also when it has become the primary', async () => {
  await using database = await startReplicatedDatabase()
  await using world = await openWorld(database)
  await makeFindable(world, 'Night Garden')
  await database.caughtUp()
  await world.app.databases.replicas.sample()
  await database.primary.close()
  for (let minute = 1; minute <= 3; minute += 1) {
    world.clock.advance({ minutes: 1 })
    await world.app.databases.replicas.sample()
    expect(await search(world, 'Night Garden')).toEqual({ status: 200, found: ['Night Garden'] })
  }
  expect(await replicasOf(world)).toEqual(['ok'])

  await database.standby.query('select pg_promote()')
  await world.app.databases.replicas.sample()
  expect(await search(world, 'Night Garden')).toEqual({ status: 200, found: ['Night Garden'] })
  expect(await isOnReplica(world)).toBe(false)
  expect(await replicasOf(world)).toEqual(['ok'])
})
