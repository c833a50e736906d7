import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { transact } from '#server/db/connect.ts'
import { give, logIn, makeAllowance, makeChannel, makePayment, makePerson } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { insertPromocode } from './promocodes.sql.ts'

const world = useTestApp()

/** The 30 dates of a subscription that begins on a day of March. */
function dates(first: number): string[] {
  return Array.from({ length: 30 }, (_, day) =>
    new Date(Date.UTC(2026, 2, first + day)).toISOString().slice(0, 10),
  )
}

async function readAll(client: TestClient, limit: number) {
  const pages = []
  let cursor: string | null = null
  do {
    const query: Record<string, string | number> = cursor === null ? { limit } : { limit, cursor }
    const { body } = await client.call('GET /uses/history', { query })
    pages.push(body)
    cursor = body.meta.nextCursor
  } while (cursor !== null)
  return { movements: pages.flatMap(({ data }) => data), meta: pages[0]!.meta }
}

it('lists what was given and spent, newest first, a subscription as one movement', async () => {
  const person = await makePerson(world.app)
  const channel = await makeChannel(world.app, { name: 'Quiet Bay' })
  const client = await logIn(world, person)
  const holderId = person.id
  await give(world.app, { holderId, kind: 'welcome', amount: 3 })
  world.clock.advance({ minutes: 1 })
  const spring = { code: 'SPRING', uses: 10, places: null, lastDate: null }
  await insertPromocode(world.app.db, spring, world.clock.now())
  await give(world.app, { holderId, kind: 'promocode', promocodeId: 'SPRING', amount: 10 })
  world.clock.advance({ minutes: 1 })
  const payment = randomUUID()
  await makeAllowance(world.app, { holderId, payment, dates: dates(10) })
  world.clock.advance({ minutes: 1 })
  await client.call('POST /getemail', { body: { channelId: channel.channelId } })

  const { movements, meta } = await readAll(client, 20)
  const nothing = { promocode: null, payment: null, packageId: null, channelName: null, dates: null }
  const today = { first: '2026-03-10', last: '2026-03-10' }
  expect(movements.map(({ id: _, at: __, ...rest }) => rest)).toEqual([
    {
      ...nothing,
      reason: 'reveal',
      lot: 'day',
      amount: -1,
      payment,
      packageId: 4,
      channelName: 'Quiet Bay',
      dates: today,
    },
    {
      ...nothing,
      reason: 'given',
      lot: 'day',
      amount: 150,
      payment,
      packageId: 4,
      dates: { first: '2026-03-10', last: '2026-04-08' },
    },
    { ...nothing, reason: 'given', lot: 'promocode', amount: 10, promocode: 'SPRING' },
    { ...nothing, reason: 'given', lot: 'welcome', amount: 3 },
  ])
  expect(movements[0]!.at).toBe(world.clock.now().toISOString())
  expect(meta).toEqual({
    balance: 13,
    today: { left: 4, granted: 5 },
    unspent: { uses: 162, roubles: 4_470 },
    nextCursor: null,
  })
})

it('names the channel of a use that came back', async () => {
  const person = await makePerson(world.app, { uses: 1 })
  const channel = await makeChannel(world.app, { name: 'Quiet Harbour' })
  const client = await logIn(world, person)
  await client.call('POST /getemail', { body: { channelId: channel.channelId } })
  const { id } = await world.app.db
    .selectFrom('reveal')
    .select('id')
    .where('holder_id', '=', person.id)
    .executeTakeFirstOrThrow()
  await give(world.app, { holderId: person.id, kind: 'warranty', revealId: id, cause: 'report', amount: 1 })
  const { movements } = await readAll(client, 20)
  expect(movements.map(({ lot, channelName }) => [lot, channelName])).toEqual([
    ['warranty', 'Quiet Harbour'],
    ['grant', 'Quiet Harbour'],
    ['grant', null],
  ])
})

it('reports apart what never expires and the allowance of this Moscow date', async () => {
  const { id: holderId, ...person } = await makePerson(world.app, { uses: 2 })
  const client = await logIn(world, { id: holderId, ...person })
  world.clock.set('2026-03-20T12:00:00Z')
  const restNow = async () => (await client.call('GET /uses/history')).body.meta
  expect(await restNow()).toMatchObject({ balance: 2, today: null })
  await makeAllowance(world.app, { holderId, dates: dates(20).slice(0, 2) })
  expect(await restNow()).toMatchObject({ balance: 2, today: { left: 5, granted: 5 } })
  // Midnight in Moscow is 21:00 UTC.
  world.clock.set('2026-03-21T20:59:59Z')
  expect(await restNow()).toMatchObject({ today: { left: 5, granted: 5 } })
  world.clock.set('2026-03-21T21:00:00Z')
  expect(await restNow()).toMatchObject({ balance: 2, today: null })
})

it('says what deletion would lose: all that is left, and what was paid for it', async () => {
  const person = await makePerson(world.app, { uses: 3 })
  const client = await logIn(world, person)
  const { id: holderId } = person
  const medium = randomUUID()
  world.clock.set('2026-03-20T12:00:00Z')
  const now = world.clock.now()
  await transact(world.app.db, (tx) => makePayment(tx, { id: medium, holderId, packageId: 2, now }))
  await give(world.app, { holderId, kind: 'package', paymentId: medium, amount: 50 })
  await makeAllowance(world.app, { holderId, dates: dates(1) })
  const unspent = async () => (await client.call('GET /uses/history')).body.meta.unspent
  // 50 for 1,500; of the 30 dates 11 are left, of 4,500 for 150.
  expect(await unspent()).toEqual({ uses: 3 + 50 + 55, roubles: 1_500 + 1_650 })
  world.clock.set('2026-04-05T12:00:00Z')
  for (let spent = 0; spent < 4; spent += 1) {
    const { channelId } = await makeChannel(world.app)
    await client.call('POST /getemail', { body: { channelId } })
  }
  // The gifts are spent first.
  expect(await unspent()).toEqual({ uses: 49, roubles: 1_470 })
})

it('pages through every movement once', async () => {
  const person = await makePerson(world.app, { uses: 1 })
  const client = await logIn(world, person)
  await makeAllowance(world.app, { holderId: person.id, dates: dates(1) })
  for (let number = 0; number < 6; number += 1)
    await give(world.app, {
      holderId: person.id,
      kind: 'grant',
      grantKey: `number ${number}`,
      note: 'a test',
      amount: number + 1,
    })
  const { movements } = await readAll(client, 3)
  expect(movements.map(({ amount }) => amount)).toEqual([6, 5, 4, 3, 2, 1, 150, 1])
  const wrong = await client.call('GET /uses/history', { query: { cursor: 'x' } })
  expect(wrong.body.error).toMatchObject({ code: 'invalid_input', fields: { cursor: 'invalid' } })
})

it('shows nobody else’s movements', async () => {
  await makePerson(world.app, { uses: 5 })
  const client = await logIn(world, await makePerson(world.app))
  const { movements, meta } = await readAll(client, 20)
  expect([movements, meta.balance]).toEqual([[], 0])
})
