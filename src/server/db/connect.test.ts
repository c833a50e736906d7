import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createLedgerWorld } from '#test/support/ledger-world.ts'
import { type Db, transact } from './connect.ts'
import { shared } from '#test/support/shared.ts'

const world = shared(createLedgerWorld)
let db: Db
beforeAll(async () => {
  db = world.db
  await sql`create table counter (name text primary key, value integer not null)`.execute(db)
  await sql`insert into counter values ('one', 0), ('other', 0)`.execute(db)
  // Sequences survive a rollback, so they count attempts.
  await sql`create sequence attempt`.execute(db)
})

async function counters(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; value: number }>`select * from counter`.execute(db)
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

test('two deadlocked transactions both succeed, each once', async () => {
  const before = await counters()
  let waiting = 0
  const bothHold = Promise.withResolvers<void>()
  const addInOrder = (names: readonly string[]) =>
    transact(db, async (tx) => {
      for (const name of names) {
        await sql`update counter set value = value + 1 where name = ${name}`.execute(tx)
        waiting += 1
        if (waiting === 2) bothHold.resolve()
        await bothHold.promise
      }
    })
  await Promise.all([addInOrder(['one', 'other']), addInOrder(['other', 'one'])])
  expect(await counters()).toEqual({ one: before['one']! + 2, other: before['other']! + 2 })
})

/** Adds one in a transaction that PostgreSQL aborts that many times. */
function addAfter(failures: number, code: string): Promise<void> {
  return transact(db, async (tx) => {
    await sql`update counter set value = value + 1 where name = 'one'`.execute(tx)
    await sql
      .raw(
        `do $$ begin if nextval('attempt') <= ${failures} then raise exception using errcode = '${code}'; end if; end $$`,
      )
      .execute(tx)
  })
}

test.each(['40P01', '40001'])('a conflict (%s) is retried and leaves nothing behind', async (code) => {
  const before = await counters()
  await sql`alter sequence attempt restart`.execute(db)
  await addAfter(3, code)
  expect(await counters()).toEqual({ ...before, one: before['one']! + 1 })
})

test('a persistent conflict is refused as unavailable', async () => {
  const before = await counters()
  await sql`alter sequence attempt restart`.execute(db)
  await expect(addAfter(1_000, '40001')).rejects.toThrow('unavailable')
  expect(await counters()).toEqual(before)
})

test('other errors are not retried', async () => {
  await sql`alter sequence attempt restart`.execute(db)
  await expect(addAfter(1, '23505')).rejects.toMatchObject({ code: '23505' })
})
