import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pino } from 'pino'
import { openReplicas } from '#server/db/catalogue-reader.ts'
import { type Db, isDatabaseAway, openDatabase, openPool } from '#server/db/connect.ts'
import { type Lane, openLane } from '#server/db/lanes.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { openMetrics } from '#server/open-metrics.ts'
import { TestClock } from '#test/support/test-clock.ts'

let replica: TestDatabase
let primary: TestDatabase
let onPrimary: Db
let primaryLane: Lane
const log = pino({ level: 'silent' })
beforeAll(async () => {
  replica = await createTestDatabase()
  primary = await createTestDatabase()
  const pool = openPool(primary.url, { max: 2, onLost: () => undefined })
  primaryLane = openLane(pool, { name: 'primary', longestWaitMs: 3_000, log })
  onPrimary = primaryLane.db
  await makeAnswer(onPrimary, `select 'the primary'::text`)
})
afterAll(async () => {
  await primaryLane.close()
  await replica[Symbol.asyncDispose]()
  await primary[Symbol.asyncDispose]()
})

/** What a server answers to a read. */
async function makeAnswer(db: Db, statement: string): Promise<void> {
  await sql`create or replace function answer() returns text language plpgsql as ${sql.lit(
    statement.startsWith('select') ? `begin return (${statement}); end` : `begin ${statement}; end`,
  )}`.execute(db)
}

const REPLAY = 'canceling statement due to conflict with recovery'

// A replica ends a query that blocks its replay:
// https://www.postgresql.org/docs/18/hot-standby.html#HOT-STANDBY-CONFLICT
it.each([
  ['40001', REPLAY, 'the replica', [], 'conflict'],
  ['57014', REPLAY, 'the replica', [], 'conflict'],
  ['57014', 'canceling statement due to statement timeout', 'the primary', ['away 1'], 'away'],
  ['25006', 'cannot execute it in a read-only transaction', 'the primary', ['away 1'], 'away'],
])(
  'a read that a replica ends with %s, %s, is repeated elsewhere',
  async (state, message, next, told, reason) => {
    const onReplica = openDatabase(openPool(replica.url, { max: 2, onLost: () => undefined }))
    const said: string[] = []
    const metrics = openMetrics()
    const replicas = openReplicas([replica.url], {
      primary: primaryLane,
      isPrimaryAway: () => false,
      max: 2,
      log,
      onAway: (number) => said.push(`away ${number}`),
      onBack: (number) => said.push(`back ${number}`),
      isLate: () => false,
      metrics,
      clock: new TestClock(),
    })
    const read = () =>
      replicas.read(async ({ db }) => {
        const { rows } = await sql<{ answer: string }>`select answer()`.execute(db)
        return rows[0]?.answer
      })
    await makeAnswer(onReplica, `raise exception using errcode = '${state}', message = '${message}'`)
    expect(await read()).toBe('the primary')
    await makeAnswer(onReplica, `select 'the replica'::text`)
    // A replica that cannot answer rests; one that only cancelled a query does not.
    expect(await read()).toBe(next)
    expect(said).toEqual(told)
    expect(replicas.areUp()).toEqual([told.length === 0])
    const failures = await metrics.replicaFailures.get()
    expect(failures.values).toEqual([{ labels: { replica: 1, reason }, value: 1 }])
    const reads = await metrics.catalogueReads.get()
    const byPrimary = next === 'the primary' ? 2 : 1
    expect(reads.values).toContainEqual({ labels: { server: 'primary' }, value: byPrimary })
    await replicas.close()
    await onReplica.destroy()
  },
)

/** Replicas with one URL, and what they tell; `ends` says which reads lose their connection, counted from 1. */
function openCut(ends: (read: number) => boolean, isPrimaryAway = false) {
  const said: string[] = []
  const nowhere = openPool('postgres://127.0.0.1:9/nothing', { max: 1, onLost: () => undefined })
  const replicas = openReplicas([replica.url], {
    primary: isPrimaryAway ? openLane(nowhere, { name: 'away', longestWaitMs: 3_000, log }) : primaryLane,
    isPrimaryAway: () => isPrimaryAway,
    max: 2,
    log,
    onAway: (number) => said.push(`away ${number}`),
    onBack: (number) => said.push(`back ${number}`),
    isLate: () => false,
    clock: new TestClock(),
  })
  let reads = 0
  const read = () =>
    replicas.read(async (source) => {
      if (source === primaryLane) return 'the primary'
      reads += 1
      const statement = ends(reads) ? sql`select pg_terminate_backend(pg_backend_pid())` : sql`select 1`
      await statement.execute(source.db)
      return 'the replica'
    })
  return { read, said, close: () => replicas.close() }
}

it('a read whose connection is cut is repeated on another one', async () => {
  const { read, said, close } = openCut((number) => number === 1)
  expect(await read()).toBe('the replica')
  expect(said).toEqual([])
  await close()
})

it('a replica that is cut off again and again rests while the primary answers', async () => {
  const { read, said, close } = openCut((number) => number <= 3)
  expect([await read(), await read()]).toEqual(['the primary', 'the primary'])
  expect(said).toEqual(['away 1'])
  await close()
})

it('a replica that rests after cuts is asked again when nobody else answers', async () => {
  const { read, said, close } = openCut((number) => number <= 3, true)
  await expect(read()).rejects.toSatisfy(isDatabaseAway)
  expect(await read()).toBe('the replica')
  expect(said).toEqual(['away 1', 'back 1'])
  await close()
})

it('an object of an upgrade that a replica does not have yet is read elsewhere', async () => {
  await sql`create function public.made_just_now() returns text language sql as $$ select 'the primary' $$`.execute(
    onPrimary,
  )
  const said: number[] = []
  const replicas = openReplicas([replica.url], {
    primary: primaryLane,
    isPrimaryAway: () => false,
    max: 2,
    log,
    onAway: (number) => said.push(number),
    onBack: (number) => said.push(number),
    isLate: () => false,
    clock: new TestClock(),
  })
  const read = () => replicas.read(({ db }) => sql`select made_just_now() as answer`.execute(db))
  expect((await read()).rows).toEqual([{ answer: 'the primary' }])
  // The next read uses it again.
  expect(said).toEqual([])
  await replicas.close()
})

it('a wrong statement finally fails', async () => {
  const replicas = openReplicas([replica.url], {
    primary: primaryLane,
    isPrimaryAway: () => false,
    max: 2,
    log,
    onAway: () => undefined,
    onBack: () => undefined,
    isLate: () => false,
    clock: new TestClock(),
  })
  await expect(replicas.read(({ db }) => sql`select nothing`.execute(db))).rejects.toThrow(/does not exist/)
  await replicas.close()
})

it('a connection to a server that no longer accepts writes is discarded', async () => {
  await using database = await createTestDatabase()
  const { pathname } = new URL(database.url)
  const name = sql.id(pathname.slice(1))
  const db = openDatabase(openPool(database.url, { max: 1, onLost: () => undefined }))
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(onPrimary)
  const write = () =>
    sql`insert into rate_limit (key, points, expire) values ('a test', 1, 0)`.execute(db).then(
      () => 'written',
      (error: Error & { readonly code?: string }) => error.code,
    )
  expect(await write()).toBe('25006')
  await sql`alter database ${name} reset default_transaction_read_only`.execute(onPrimary)
  await expect.poll(write).toBe('written')
  await db.destroy()
})
