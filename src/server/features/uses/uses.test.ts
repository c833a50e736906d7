import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { transact } from '#server/db/connect.ts'
import { Refusal } from '#server/refusal.ts'
import { give, makeAllowance, makeChannel, makePayment, makePerson } from '#test/support/factories.ts'
import { createLedgerWorld, expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { usesLeft } from './balance.sql.ts'
import { spendUse } from './ledger.sql.ts'
import { insertPromocode } from './promocodes.sql.ts'
import { usesInvariants } from './uses-invariants.sql.ts'
import { shared } from '#test/support/shared.ts'

const world = shared(createLedgerWorld)

const SPRING = { kind: 'promocode', promocodeId: 'SPRING' } as const

beforeAll(() =>
  insertPromocode(world.db, { code: 'SPRING', uses: 10, places: null, lastDate: null }, world.clock.now()),
)

/** @returns the number of a payment for a package */
async function pay(holderId: number): Promise<string> {
  const id = randomUUID()
  await transact(world.db, (tx) => makePayment(tx, { id, holderId, packageId: 1, now: world.clock.now() }))
  return id
}

/** Spends one use as a reveal does, but without locking the person. @returns the kind of the lot that paid */
async function spend(holderId: number): Promise<string> {
  const channel = await makeChannel(world)
  const now = world.clock.now()
  return transact(world.db, async (tx) => {
    const reveal = await tx
      .insertInto('reveal')
      .values({ holder_id: holderId, channel_id: channel.id, contact_id: channel.id, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (!(await spendUse(tx, { holderId, revealId: reveal.id, now }))) throw new Refusal('no_uses')
    const paid = await tx
      .selectFrom('uses_entry')
      .innerJoin('uses_lot', 'uses_lot.id', 'uses_entry.lot_id')
      .select(['uses_lot.kind', 'uses_lot.payment_id'])
      .where('uses_entry.reveal_id', '=', reveal.id)
      .executeTakeFirstOrThrow()
    return paid.kind === 'package' ? `package ${paid.payment_id}` : paid.kind
  })
}

test('the same gift is given once, even by twenty calls at once', async () => {
  const { id } = await makePerson(world)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => give(world, { holderId: id, kind: 'welcome', amount: 3 })),
  )
  expect(answers.filter(Boolean)).toHaveLength(1)
  expect(await usesOf(world, id)).toBe(3)
  expect(await give(world, { holderId: id, ...SPRING, amount: 10 })).toBe(true)
  expect(await give(world, { holderId: id, ...SPRING, amount: 10 })).toBe(false)
  expect(await usesOf(world, id)).toBe(13)
})

test('a package is given once by twenty calls at once', async () => {
  const { id } = await makePerson(world)
  const payment = await pay(id)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      give(world, { holderId: id, kind: 'package', paymentId: payment, amount: 5 }),
    ),
  )
  expect(answers.filter(Boolean)).toHaveLength(1)
  expect(await usesOf(world, id)).toBe(5)
})

test('an empty gift adds nothing', async () => {
  const { id } = await makePerson(world)
  expect(await give(world, { holderId: id, kind: 'welcome', amount: 0 })).toBe(false)
  expect(await usesOf(world, id)).toBe(0)
})

test('one payment is credited to one person only', async () => {
  const [first, second] = [await makePerson(world), await makePerson(world)]
  const payment = await pay(first.id)
  await expect(
    give(world, { holderId: second.id, kind: 'package', paymentId: payment, amount: 10 }),
  ).rejects.toThrow(/foreign key/)
  expect(await give(world, { holderId: first.id, kind: 'package', paymentId: payment, amount: 10 })).toBe(
    true,
  )
  expect(await usesOf(world, second.id)).toBe(0)
})

test("spends the day's allowance, then gifts, then the oldest package", async () => {
  const { id } = await makePerson(world)
  world.clock.set('2026-03-10T09:00:00Z')
  const [older, newer] = [await pay(id), await pay(id)]
  await give(world, { holderId: id, kind: 'package', paymentId: older, amount: 1 })
  await give(world, { holderId: id, kind: 'package', paymentId: newer, amount: 1 })
  await give(world, { holderId: id, ...SPRING, amount: 1 })
  await give(world, { holderId: id, kind: 'grant', grantKey: 'sorry', note: 'a test', amount: 1 })
  await makeAllowance(world, { holderId: id, dates: ['2026-03-10'] })
  expect(await usesOf(world, id)).toBe(9)
  const paid = []
  for (let uses = 9; uses > 0; uses -= 1) paid.push(await spend(id))
  expect(paid).toEqual([
    ...Array.from({ length: 5 }, () => 'day'),
    'promocode',
    'grant',
    `package ${older}`,
    `package ${newer}`,
  ])
  await expect(spend(id)).rejects.toThrow('no_uses')
  await expectSoundLedger(world, usesInvariants)
})

test("a day's allowance counts on its Moscow date only, without carry-over", async () => {
  const { id } = await makePerson(world)
  await makeAllowance(world, { holderId: id, dates: ['2026-03-10', '2026-03-11', '2026-03-12'] })
  await expect(makeAllowance(world, { holderId: id, dates: ['2026-03-11'] })).rejects.toThrow(/unique/)
  // Midnight in Moscow is 21:00 UTC.
  world.clock.set('2026-03-10T20:59:59.999Z')
  await spend(id)
  expect(await usesOf(world, id)).toBe(4)
  world.clock.set('2026-03-10T21:00:00.000Z')
  expect(await usesOf(world, id)).toBe(5)
  for (let uses = 5; uses > 0; uses -= 1) await spend(id)
  await expect(spend(id)).rejects.toThrow('no_uses')
  world.clock.set('2026-03-12T21:00:00.000Z')
  expect(await usesOf(world, id)).toBe(0)
  await expectSoundLedger(world, usesInvariants)
})

test('simultaneous spending never takes the same use, even without a lock on the person', async () => {
  const { id } = await makePerson(world)
  for (const key of ['one', 'two', 'three', 'four', 'five'])
    await give(world, { holderId: id, kind: 'grant', grantKey: key, note: 'a test', amount: 2 })
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => spend(id)))
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(10)
  expect(await usesOf(world, id)).toBe(0)
  await expectSoundLedger(world, usesInvariants)
})

test('the balance is read from a few database pages, even after ten thousand reveals', async () => {
  const { id } = await makePerson(world)
  const now = world.clock.now()
  await sql`
    with lot as (
      insert into uses_lot (holder_id, kind, grant_key, note, granted, spent, created_at)
      values (${id}, 'grant', 'plenty', 'a test', 10001, 10000, ${now}) returning id
    ), channels as (
      insert into channel (platform, source, name, name_key, search_words, fetched_at)
      select 'youtube', 'plenty', 'Plenty ' || n, 'plenty ' || n, '', ${now}::timestamptz from generate_series(1, 10000) n returning id
    ), reveals as (
      insert into reveal (holder_id, channel_id, contact_id, created_at)
      select ${id}::integer, id, id, ${now}::timestamptz from channels returning id
    )
    insert into uses_entry (holder_id, lot_id, amount, reason, reveal_id, created_at)
    select ${id}::integer, lot.id, 10001, 'given', null, ${now}::timestamptz from lot
    union all select ${id}, lot.id, -1, 'reveal', reveals.id, ${now}::timestamptz from lot, reveals`.execute(
    world.db,
  )
  expect(await usesOf(world, id)).toBe(1)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (analyze, buffers, costs off, timing off) select ${usesLeft(id, now)}`.execute(world.db)
  const plan = rows.map((row) => row['QUERY PLAN'])
  const pages = plan.map((line) => Number(/shared hit=(\d+)/.exec(line)?.[1] ?? 0))
  expect(Math.max(...pages), plan.join('\n')).toBeLessThan(20)
  await expectSoundLedger(world, usesInvariants)
})
