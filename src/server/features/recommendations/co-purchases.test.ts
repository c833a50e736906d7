import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkInvariants } from '#server/db/invariant.ts'
import { invariants } from '#server/features.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { allPairs, buyAll, makeBuyers, pairsAmong } from '#test/support/buyers.ts'
import {
  asBuyer,
  closeAccount,
  logIn,
  makeChannel,
  makeChannels,
  makeTeam,
  type TestPerson,
} from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { renewAllCoPurchases } from './renew-co-purchases.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

async function night(): Promise<void> {
  // As PostgreSQL does by itself, where tests do not keep it from that.
  await world.app.databases.pool.query('analyze reveal, purchase, recommendation_choice')
  await renewAllCoPurchases(world.app)
}

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
    const pairs = await pairsAmong(world.app, channels)
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
    const numbers = (await pairsAmong(world.app, channels)).map(({ buyers }) => buyers)
    expect(new Set(numbers)).toEqual(new Set(steps))
  }
})

test('repeated nights give the same noise, which cannot be averaged out, and another installation has its own', async () => {
  const channels = await makeChannels(world.app, 20)
  await makeBuyers(world.app, 7, channels)
  await night()
  const first = await pairsAmong(world.app, channels)
  expect(first.length).toBeGreaterThan(0)
  expect(first.length).toBeLessThan(allPairs(20))
  for (let nights = 0; nights < 5; nights += 1) {
    world.clock.advance({ hours: 24 })
    await night()
    expect(await pairsAmong(world.app, channels)).toEqual(first)
  }
  await renewAllCoPurchases({ ...world.app, secret: Buffer.from('another secret of tests, long enough') })
  expect(await pairsAmong(world.app, channels)).not.toEqual(first)
  await night()
  expect(await pairsAmong(world.app, channels)).toEqual(first)
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
      expect(await pairsAmong(world.app, channels), `${buys} ${index}`).toEqual([])
    }
  }
})

test('what teams buy is not counted: one person can make many of them', async () => {
  const { app } = world
  const channels = await makeChannels(app, 2)
  const [owner] = await makeBuyers(app, 1, [])
  for (let made = 0; made < 12; made += 1) {
    const holderId = await makeTeam(app, { owner: owner!, uses: 2 })
    for (const { channelId } of channels)
      await revealContact(app, { holderId, actorId: owner!.id, channelId })
  }
  await night()
  expect(await pairsAmong(world.app, channels)).toEqual([])
})

const choose = async (person: TestPerson, countsPurchases: boolean) =>
  (await logIn(world, person)).call('PUT /recommendations/choice', { body: { countsPurchases } })

test('people who opted out are not counted, neither are deleted accounts and removed records', async () => {
  const { app } = world
  const channels = await makeChannels(app, 3)
  const people = await makeBuyers(app, 9, channels)
  await night()
  expect(await pairsAmong(world.app, channels)).toHaveLength(6)
  await choose(people[0]!, false)
  await choose(people[3]!, false)
  await closeAccount(app, people[1]!.id)
  await app.db.deleteFrom('purchase').where('holder_id', '=', people[2]!.id).execute()
  world.clock.advance({ days: 6 })
  await night()
  expect(await pairsAmong(world.app, channels)).toEqual([])
  for (const person of [people[0]!, people[3]!]) await choose(person, true)
  await makeBuyers(app, 2, channels)
  world.clock.advance({ days: 36 })
  await night()
  expect(await pairsAmong(world.app, channels)).toHaveLength(6)
})

test('taking part or not takes effect on a random night of a week, and not back within 30 days', async () => {
  const { db } = world.app
  const ids: number[] = []
  const counted = async () => {
    await night()
    const rows = await db
      .selectFrom('recommendation_choice')
      .select('holder_id')
      .where('holder_id', 'in', ids)
      .where('is_counted', '=', true)
      .execute()
    return rows.length
  }
  const people = await makeBuyers(world.app, 16, [])
  for (const person of people) {
    ids.push(person.id)
    await choose(person, false)
  }
  // The same word again draws no other night.
  await choose(people[0]!, false)
  const left: number[] = []
  for (let nights = 0; nights < 7; nights += 1) {
    left.push(await counted())
    if (nights < 6) world.clock.advance({ days: 1 })
  }
  expect(left.at(-1)).toBe(0)
  expect(new Set(left).size).toBeGreaterThan(3)
  for (const person of people) await choose(person, true)
  // The first of them had left six days ago.
  world.clock.advance({ days: 23 })
  expect(await counted()).toBe(0)
  world.clock.advance({ days: 13 })
  expect(await counted()).toBe(16)
})

test('a record that was deleted and made again counts after 30 days', async () => {
  const { app } = world
  const channels = await makeChannels(app, 3)
  const people = await makeBuyers(app, 9, channels)
  for (const { id } of people.slice(0, 4)) {
    await app.db.deleteFrom('purchase').where('holder_id', '=', id).execute()
    world.clock.advance({ hours: 1 })
    for (const { channelId } of channels) await revealContact(app, { ...asBuyer(id), channelId })
  }
  await night()
  expect(await pairsAmong(app, channels)).toEqual([])
  world.clock.advance({ days: 29 })
  await night()
  expect(await pairsAmong(app, channels)).toEqual([])
  world.clock.advance({ days: 1 })
  await night()
  expect(await pairsAmong(app, channels)).toHaveLength(allPairs(3))
})

/** New people, made in one statement. */
async function makeCrowd(count: number): Promise<{ readonly id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    with own as (
      insert into holder (kind) select 'person' from generate_series(1, ${count}::integer) returning id
    )
    insert into person (id, username, email, agreement_version, agreed_at, consent_version, consented_at, created_at)
    select id, 'crowd', id || '@crowd.example', '', now(), '', now(), now() from own
    returning id`.execute(world.app.db)
  return rows
}

test('of the buyers of a pair’s lower channel the newest thousand count', async () => {
  const { app } = world
  const [older, hot, later] = await makeChannels(app, 3)
  const channels = [older!, hot!, later!]
  await makeBuyers(app, 9, channels)
  await night()
  expect(await pairsAmong(world.app, channels)).toHaveLength(allPairs(3))
  const crowd = await makeCrowd(1_000)
  await buyAll(app, crowd, [hot!])
  await night()
  expect(await pairsAmong(world.app, [hot!, later!])).toEqual([])
  // The nine are all who bought the lower channel of these.
  expect(await pairsAmong(world.app, [older!, hot!])).toHaveLength(2)
  expect(await pairsAmong(world.app, [older!, later!])).toHaveLength(2)
  // However many buy the one, five who buy the other, too, are too few.
  await makeBuyers(app, 5, [hot!, later!])
  await night()
  expect(await pairsAmong(world.app, [hot!, later!])).toEqual([])
  // Who does not want to be counted takes nobody's place.
  for (const { id } of crowd.slice(0, 14))
    await app.db
      .insertInto('recommendation_choice')
      .values({ holder_id: id, counts_purchases: false, is_counted: false })
      .execute()
  await night()
  expect(await pairsAmong(world.app, [hot!, later!])).toHaveLength(2)
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
  expect(await pairsAmong(world.app, channels)).toHaveLength(2)
  await app.db
    .updateTable('reveal')
    .set({ channel_id: null })
    .where('channel_id', '=', channels[0]!.id)
    .execute()
  await app.db.deleteFrom('card').where('channel_id', '=', channels[0]!.id).execute()
  await app.db.deleteFrom('channel').where('id', '=', channels[0]!.id).execute()
  expect(await pairsAmong(world.app, channels)).toEqual([])
})

test('someone who buys very much counts with the newest purchases only', async () => {
  const { app } = world
  const old = await makeChannels(app, 2)
  const people = await makeBuyers(app, 9, old)
  await night()
  expect(await pairsAmong(world.app, old)).toHaveLength(2)
  await buyAll(app, people, await makeChannels(app, 200))
  await night()
  expect(await pairsAmong(world.app, old)).toEqual([])
})
