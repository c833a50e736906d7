import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Tx } from '#server/db/connect.ts'
import type { FaultPoint } from '#server/faults.ts'
import { createKeyedMutex } from '#server/people/keyed-mutex.ts'
import { asBuyer, makeChannel, makeChannels, makePerson, type TestChannel } from '#test/support/factories.ts'
import { createLedgerWorld, expectSoundLedger, untilBlocked, usesOf } from '#test/support/ledger-world.ts'
import { revealContact } from './reveal-contact.ts'
import { newestPurchases } from './reveals.sql.ts'
import { shared } from '#test/support/shared.ts'

const world = shared(createLedgerWorld)
afterAll(() => expectSoundLedger(world))

/** Begins a reveal and pauses it after its use is spent, before the commit; `finish` resumes it. */
async function beginReveal(holderId: number, channelId: string) {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const faults = async (point: FaultPoint) => {
    if (point !== 'reveal.charged') return
    reached.resolve()
    await released.promise
  }
  const revealed = revealContact({ ...world, faults }, { ...asBuyer(holderId), channelId })
  await reached.promise
  return {
    finish() {
      released.resolve()
      return revealed
    },
  }
}

async function suppress(db: Tx | typeof world.db, channel: TestChannel, index = 0): Promise<void> {
  await db
    .updateTable('address')
    .set({ suppressed_at: world.clock.now() })
    .where('address', '=', channel.addresses[index]!)
    .execute()
}

/** Merges two channels as an import does when it learns that they are the same. */
async function merge(tx: Tx, from: TestChannel, into: TestChannel): Promise<void> {
  await sql`select move_reveals(${from.id}, ${into.id})`.execute(tx)
  await tx.updateTable('contact').set({ channel_id: into.id }).where('channel_id', '=', from.id).execute()
  await tx.deleteFrom('channel').where('id', '=', from.id).execute()
  await tx.updateTable('channel').set({ platform_id: from.channelId }).where('id', '=', into.id).execute()
}

test('a reveal waits for an objection in progress, and then sells nothing', async () => {
  const [person, channel] = [await makePerson(world, { uses: 1 }), await makeChannel(world)]
  const { revealed } = await world.db.transaction().execute(async (tx) => {
    await suppress(tx, channel)
    const pending = revealContact(world, { ...asBuyer(person.id), channelId: channel.channelId })
    await untilBlocked(world.db)
    return { revealed: pending }
  })
  await expect(revealed).rejects.toThrow('no_contact')
  expect(await usesOf(world, person.id)).toBe(1)
})

test('after an objection to the best contact the next best is sold', async () => {
  const [person, channel] = [await makePerson(world, { uses: 1 }), await makeChannel(world, { contacts: 2 })]
  const { revealed } = await world.db.transaction().execute(async (tx) => {
    await suppress(tx, channel, 0)
    const pending = revealContact(world, { ...asBuyer(person.id), channelId: channel.channelId })
    await untilBlocked(world.db)
    return { revealed: pending }
  })
  expect((await revealed).email).toBe(channel.addresses[1])
})

test('an objection during a reveal waits for its end, and applies from then on', async () => {
  const [person, channel] = [await makePerson(world, { uses: 1 }), await makeChannel(world)]
  const reveal = await beginReveal(person.id, channel.channelId)
  const objection = suppress(world.db, channel)
  await untilBlocked(world.db)
  expect((await reveal.finish()).email).toBe(channel.addresses[0])
  await objection
  await expect(revealContact(world, { ...asBuyer(person.id), channelId: channel.channelId })).rejects.toThrow(
    'no_contact',
  )
  expect(await newestPurchases(world.db, person.id, { limit: 1 })).toMatchObject([
    { email: null, withheld: 'objection' },
  ])
})

test('an import that updates channels and contacts blocks no reveal', async () => {
  const [person, channel] = [await makePerson(world, { uses: 1 }), await makeChannel(world)]
  await world.db.transaction().execute(async (tx) => {
    await tx.updateTable('channel').set({ subscribers: 7 }).where('id', '=', channel.id).execute()
    await tx
      .updateTable('contact')
      .set({ last_seen_at: world.clock.now() })
      .where('channel_id', '=', channel.id)
      .execute()
    const revealed = await revealContact(world, { ...asBuyer(person.id), channelId: channel.channelId })
    expect(revealed.uses).toBe(0)
  })
})

test('a merge during a reveal waits for it, and keeps what was bought', async () => {
  const person = await makePerson(world, { uses: 2 })
  const [from, into] = [await makeChannel(world), await makeChannel(world, { platformId: null })]
  const reveal = await beginReveal(person.id, from.channelId)
  const merging = world.db.transaction().execute((tx) => merge(tx, from, into))
  await untilBlocked(world.db)
  await reveal.finish()
  await merging
  const again = await revealContact(world, { ...asBuyer(person.id), channelId: from.channelId })
  expect(again).toMatchObject({ name: into.name, uses: 1 })
  expect(await newestPurchases(world.db, person.id, { limit: 5 })).toHaveLength(1)
})

test('a reveal during a merge waits for it, and sells the remaining channel', async () => {
  const person = await makePerson(world, { uses: 2 })
  const [from, into] = [await makeChannel(world), await makeChannel(world, { platformId: null })]
  const { revealed } = await world.db.transaction().execute(async (tx) => {
    await merge(tx, from, into)
    const pending = revealContact(world, { ...asBuyer(person.id), channelId: from.channelId })
    await untilBlocked(world.db)
    return { revealed: pending }
  })
  expect(await revealed).toMatchObject({ name: into.name, uses: 1 })
  const again = await revealContact(world, { ...asBuyer(person.id), channelId: from.channelId })
  expect(again.uses).toBe(1)
})

test('a buyer of both merged channels keeps one record and both charges', async () => {
  const [both, first, second] = [
    await makePerson(world, { uses: 2 }),
    await makePerson(world, { uses: 1 }),
    await makePerson(world, { uses: 1 }),
  ]
  const [from, into] = [await makeChannel(world), await makeChannel(world, { platformId: null })]
  for (const [person, channel] of [
    [both, from],
    [both, into],
    [first, from],
    [second, into],
  ] as const) {
    await revealContact(world, { ...asBuyer(person.id), channelId: channel.channelId })
  }
  await world.db.transaction().execute((tx) => merge(tx, from, into))
  for (const person of [both, first, second]) {
    const revealed = await revealContact(world, { ...asBuyer(person.id), channelId: from.channelId })
    expect(revealed.uses).toBe(0)
    expect(await newestPurchases(world.db, person.id, { limit: 5 })).toMatchObject([
      { channelId: from.channelId, email: revealed.email },
    ])
  }
})

/** Runs tasks, as many at once as the pool has connections, so that they wait only for locks. */
async function settle(tasks: readonly (() => Promise<unknown>)[]): Promise<PromiseSettledResult<unknown>[]> {
  const outcomes: PromiseSettledResult<unknown>[] = []
  const queue = tasks.values()
  const work = async () => {
    for (const task of queue) outcomes.push(...(await Promise.allSettled([task()])))
  }
  await Promise.all(Array.from({ length: 20 }, work))
  return outcomes
}

/** Reveals each channel on a server of its own: only the locks of their shared database separate them. */
function revealOnManyServers(holderId: number, channels: readonly TestChannel[]) {
  return settle(
    channels.map(({ channelId }) => () => {
      return revealContact(
        { ...world, runExclusive: createKeyedMutex() },
        { ...asBuyer(holderId), channelId },
      )
    }),
  )
}

test('many servers at once sell different contacts up to the person’s balance', async () => {
  const [person, channels] = [await makePerson(world, { uses: 10 }), await makeChannels(world, 200)]
  const outcomes = await revealOnManyServers(person.id, channels)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(await usesOf(world, person.id)).toBe(0)
  await expectSoundLedger(world)
})

test('simultaneous reveals, objections and merges leave a sound ledger and charge only for contacts', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => makePerson(world, { uses: 6 })))
  const pairs = await Promise.all(
    Array.from({ length: 10 }, async () => ({
      from: await makeChannel(world),
      into: await makeChannel(world, { platformId: null }),
    })),
  )
  const work = pairs.flatMap(({ from, into }, pair) => [
    ...people.flatMap(({ id: holderId }) =>
      [from, into].map(
        ({ channelId }) =>
          () =>
            revealContact(world, { ...asBuyer(holderId), channelId }),
      ),
    ),
    pair % 2 === 0
      ? () => world.db.transaction().execute((tx) => merge(tx, from, into))
      : () => suppress(world.db, from),
  ])
  // Interleaves the work so that every kind meets every other, the same in each run.
  const mixed = work.map((_, index) => work[(index * 89) % work.length]!)
  const outcomes = await settle(mixed)
  const unexpected = outcomes
    .filter((outcome) => outcome.status === 'rejected')
    .map((outcome) => String(outcome.reason))
    .filter((reason) => !/no_uses|no_contact|not_found/.test(reason))
  expect(unexpected).toEqual([])
  await expectSoundLedger(world)
})
