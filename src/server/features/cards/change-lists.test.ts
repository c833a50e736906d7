import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { BodyGiven } from '#shared/api/contract.ts'
import type { Role } from '#shared/rules/teams.ts'
import { withClient } from '#server/db/connect.ts'
import { mergeChannels } from '#server/features/catalogue/merge-channels.ts'
import { closeAccount } from '#server/features/profile/delete-account.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { Refusal } from '#server/refusal.ts'
import { createKeyedMutex } from '#server/people/keyed-mutex.ts'
import {
  asBuyer,
  give,
  logIn,
  makeChannel,
  makeChannels,
  makePerson,
  type TestChannel,
} from '#test/support/factories.ts'
import { expectSoundLedger, untilBlocked } from '#test/support/ledger-world.ts'
import { OPERATOR } from '#test/support/operator.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { changeCards } from './change-cards.ts'
import { deleteList, makeList, putChannels, takeChannels } from './change-lists.ts'
import { countCards } from './cards.sql.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
afterAll(() => expectSoundLedger(world.app))

async function holder(count = 0) {
  const person = await makePerson(world.app, { uses: 5 })
  const channels = count === 0 ? [] : await makeChannels(world.app, count)
  const channelIds = channels.map(({ channelId }) => channelId)
  return { person, client: await logIn(world, person), channels, channelIds }
}

/** A team of these people, by their roles. */
async function team(members: Readonly<Partial<Record<Role, number>>>): Promise<number> {
  const { db, clock } = world.app
  const made = db.insertInto('holder').values({ kind: 'team' }).returning('id')
  const { id } = await made.executeTakeFirstOrThrow()
  await db.insertInto('team').values({ id, name: 'Agency', created_at: clock.now() }).execute()
  const rows = Object.entries(members).map(([role, person_id]) => ({
    team_id: id,
    person_id,
    role,
    joined_at: clock.now(),
  }))
  await db.insertInto('member').values(rows).execute()
  return id
}

async function makes(client: TestClient, name: string, channelIds?: string[]) {
  return (await client.call('POST /lists', { body: { name, ...(channelIds && { channelIds }) } })).body.data
}

async function cardsOf(client: TestClient) {
  return (await client.call('GET /cards')).body.data.map(({ channelId }) => channelId).toSorted()
}

async function listsOf(client: TestClient) {
  return (await client.call('GET /lists')).body.data.map(({ name, count }) => [name, count])
}

test('channels go into lists and out again, and what was added or removed undoes it', async () => {
  const { client, channelIds } = await holder(3)
  const { listId } = await makes(client, ' Spring\u0007  2026 ')
  const params = { listId }
  const [first, ...others] = channelIds as [string, string, string]
  await client.call('PUT /lists/{listId}/channels', { params, body: { channelIds: [first] } })
  const put = await client.call('PUT /lists/{listId}/channels', {
    params,
    body: { channelIds: [...channelIds, ...channelIds, 'UCunknown'] },
  })
  expect(put.body.data).toEqual({
    list: { listId: 1, name: 'Spring 2026', count: 3, createdAt: expect.any(String), link: null },
    added: others,
    unknown: ['UCunknown'],
  })
  const undone = await client.call('DELETE /lists/{listId}/channels', {
    params,
    body: { channelIds: others },
  })
  expect(undone.body.data).toMatchObject({ list: { count: 1 }, removed: others })
  expect(await cardsOf(client)).toEqual([first])
  const again = await client.call('DELETE /lists/{listId}/channels', { params, body: { channelIds: others } })
  expect(again.body.data.removed).toEqual([])
  // A deleted list can be made again from the answer.
  const deleted = await client.call('DELETE /lists/{listId}', { params })
  expect(deleted.body.data).toEqual({ name: 'Spring 2026', channelIds: [first] })
  expect([await listsOf(client), await cardsOf(client)]).toEqual([[], []])
  // No number is given twice: a colleague's link must not lead to another list.
  expect(await makes(client, 'Spring 2026', deleted.body.data.channelIds)).toMatchObject({
    listId: 2,
    count: 1,
  })
  for (const call of [
    'DELETE /lists/{listId}',
    'PUT /lists/{listId}/link',
    'DELETE /lists/{listId}/link',
  ] as const) {
    expect((await client.call(call, { params })).status).toBe(404)
  }
  const body = { channelIds }
  for (const call of ['PUT /lists/{listId}/channels', 'DELETE /lists/{listId}/channels'] as const) {
    expect((await client.call(call, { params, body })).status).toBe(404)
  }
  expect((await client.call('PUT /lists/{listId}', { params, body: { name: 'x' } })).status).toBe(404)
})

test('a card that leaves its last list stays if it was changed or bought, and can be deleted unless it was bought', async () => {
  const { client, person, channelIds } = await holder(3)
  const [changed, bought] = channelIds as [string, string, string]
  const { listId } = await makes(client, 'A', channelIds)
  await client.call('PATCH /cards/{channelId}', {
    params: { channelId: changed },
    body: { version: 1, note: 'x' },
  })
  await revealContact(world.app, { ...asBuyer(person.id), channelId: bought })
  await client.call('DELETE /lists/{listId}/channels', { params: { listId }, body: { channelIds } })
  expect(await cardsOf(client)).toEqual([changed, bought].toSorted())
  const { body } = await client.call('DELETE /cards', { body: { channelIds } })
  expect(body.data.deleted).toEqual([changed])
  await client.call('DELETE /rmpurchase/{userId}', {
    params: { userId: person.id },
    body: { channelName: 'any', channelId: bought },
  })
  expect(await cardsOf(client)).toEqual([])
})

test('limits of lists name their field', async () => {
  const { client, channelIds } = await holder(2)
  const fields = async (name: string, ids?: string[]) =>
    (await client.call('POST /lists', { body: { name, ...(ids && { channelIds: ids }) } })).body.error?.fields
  expect(await fields('')).toEqual({ name: 'required' })
  expect(await fields('x'.repeat(81))).toEqual({ name: 'too_long' })
  expect(await fields('я'.repeat(80))).toBeUndefined()
  expect(await fields('я'.repeat(80))).toEqual({ name: 'list_name_taken' })
  expect(
    await fields(
      'y',
      Array.from({ length: 501 }, (_, index) => `UC${index}`),
    ),
  ).toEqual({
    channelIds: 'too_many',
  })
  const second = await makes(client, 'second', channelIds)
  const renamed = (name: string) =>
    client.call('PUT /lists/{listId}', { params: { listId: second.listId }, body: { name } })
  expect((await renamed('я'.repeat(80))).body.error?.fields).toEqual({ name: 'list_name_taken' })
  expect((await renamed('second')).status).toBe(200)
  expect((await renamed('Second ')).body.data).toMatchObject({ name: 'Second', count: 2 })
})

test('servers at once make 100 lists and 10,000 cards, and not one more', async () => {
  const { person } = await holder()
  const { app } = world
  const holderId = person.id
  const servers = Array.from({ length: 4 }, () => ({ ...app, runExclusive: createKeyedMutex() }))
  const made = await Promise.allSettled(
    Array.from({ length: 120 }, (_, index) =>
      makeList(servers[index % 4]!, { holderId, actorId: holderId, name: `list ${index}` }),
    ),
  )
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
  const refused = made.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  )
  for (const reason of refused) {
    expect(reason).toBeInstanceOf(Refusal)
    expect(reason).toMatchObject({ fields: { name: 'lists_full' } })
  }
  await sql`
    with made as (
      insert into channel (platform, source, name, name_key, search_words, fetched_at)
      select 'youtube', 'many ' || number, 'many', 'many', 'many', now() from generate_series(1, 9500) number returning id
    ), of_list as (
      insert into list_card (holder_id, list_id, channel_id, added_at) select ${holderId}::integer, 1, id, now() from made
    )
    insert into card (holder_id, channel_id, added_at) select ${holderId}::integer, id, now() from made`.execute(
    app.db,
  )
  const channels = await makeChannels(app, 750)
  const put = (some: readonly TestChannel[], server = app) =>
    putChannels(server, {
      holderId,
      actorId: holderId,
      listId: 1,
      channelIds: some.map(({ channelId }) => channelId),
    })
  const parts = [0, 250, 500].map((from) => channels.slice(from, from + 250))
  const outcomes = await Promise.allSettled(parts.map((part, index) => put(part, servers[index])))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  await expect(put([await makeChannel(app)])).rejects.toMatchObject({ fields: { channelIds: 'cards_full' } })
  expect(await countCards(app.db, holderId, {})).toBe(10_000)
  // Those that are there already need no room, and a purchase is never refused for lack of it.
  const isIn = outcomes.findIndex(({ status }) => status === 'fulfilled')
  expect(await put(parts[isIn]!)).toMatchObject({ added: [], list: { count: 10_000 } })
  const { channelId } = await makeChannel(app)
  await revealContact(app, { holderId, actorId: holderId, channelId })
  expect(await countCards(app.db, holderId, {})).toBe(10_001)
})

test('reveals of one channel by two people of a holder at once, while it goes into a list, make one card', async () => {
  const { app } = world
  const [anna, ivan] = [await makePerson(app), await makePerson(app)]
  const holderId = await team({ owner: anna.id, buyer: ivan.id })
  await give(app, { holderId, kind: 'grant', grantKey: 'a test', note: 'a test', amount: 1 })
  const { channelId, id } = await makeChannel(app)
  const { listId } = await makeList(app, { holderId, actorId: anna.id, name: 'A' })
  const servers = Array.from({ length: 4 }, () => ({ ...app, runExclusive: createKeyedMutex() }))
  const server = (index: number) => servers[index % 4]!
  await Promise.all([
    ...Array.from({ length: 40 }, (_, index) =>
      revealContact(server(index), { holderId, actorId: index % 3 ? ivan.id : anna.id, channelId }),
    ),
    ...Array.from({ length: 10 }, (_, index) =>
      putChannels(server(index), { holderId, actorId: ivan.id, listId, channelIds: [channelId] }),
    ),
  ])
  const { rows } = await sql`
    select version from card where holder_id = ${holderId} and channel_id = ${id}`.execute(app.db)
  expect(rows).toEqual([{ version: 1 }])
})

test('changes of many cards and merges of their channels at once lose no note and never wait for each other in a circle', async () => {
  const { person, client, channels, channelIds } = await holder(40)
  const { app } = world
  await makes(client, 'A', channelIds)
  const changes = channelIds.map((channelId, index) => ({
    channelId,
    version: null,
    patch: { note: `note ${index}` },
  }))
  const by = { holderId: person.id, actorId: person.id }
  await changeCards(app, { ...by, changes })
  const merge = (index: number) => {
    const ids = { goneId: channels[index]!.id, keptId: channels[39 - index]!.id }
    return withClient(world.databaseUrl, async (connection) => {
      await connection.query('begin')
      await mergeChannels(connection, ids)
      await connection.query('commit')
    })
  }
  const tagged = channelIds.map((channelId) => ({ channelId, version: null, patch: { addTags: ['x'] } }))
  await Promise.all([
    ...Array.from({ length: 20 }, (_, index) => merge(index)),
    ...Array.from({ length: 5 }, () => changeCards(app, { ...by, changes: tagged })),
    ...Array.from({ length: 5 }, () => putChannels(app, { ...by, listId: 1, channelIds })),
  ])
  const { rows } = await sql<{ value: string }>`
    select value from card_event where holder_id = ${person.id} and kind = 'note'`.execute(app.db)
  expect(new Set(rows.map(({ value }) => value))).toEqual(new Set(changes.map(({ patch }) => patch.note)))
  const { body } = await client.call('GET /cards', { query: { list: 1 } })
  expect(body.data).toHaveLength(20)
  for (const { note } of body.data) expect(note).toMatch(/^note \d+\nnote \d+$/)
})

test.each(['channels out of a list', 'a list', 'cards'] as const)(
  'taking away %s and a merge of their channels never wait for each other in a circle',
  async (what) => {
    const { person, client, channels, channelIds } = await holder(2)
    await makes(client, 'A', channelIds)
    const [gone, kept] = channels as [TestChannel, TestChannel]
    const one = { holderId: person.id, actorId: person.id, listId: 1 }
    await withClient(world.databaseUrl, async (merge) => {
      await merge.query('begin')
      // The first that a merge locks of a card.
      await merge.query('select from card where channel_id = any($1) order by channel_id for update', [
        [gone.id, kept.id],
      ])
      const taking =
        what === 'a list'
          ? deleteList(world.app, one)
          : what === 'cards'
            ? client.call('DELETE /cards', { body: { channelIds } })
            : takeChannels(world.app, { ...one, channelIds })
      await untilBlocked(world.app.db)
      await mergeChannels(merge, { goneId: gone.id, keptId: kept.id })
      await merge.query('commit')
      await taking
    })
    expect((await cardsOf(client)).length).toBeLessThanOrEqual(1)
  },
)

test('a shared list shows its channels to anybody with the link, nothing that was noted or bought, and ends at once', async () => {
  const { client, person, channels, channelIds } = await holder(3)
  const [bought, hidden] = channels as [TestChannel, TestChannel, TestChannel]
  const { listId } = await makes(client, 'For the client', channelIds)
  const params = { listId }
  await revealContact(world.app, { ...asBuyer(person.id), channelId: bought.channelId })
  await client.call('PATCH /cards/{channelId}', {
    params: { channelId: bought.channelId },
    body: {
      version: 1,
      note: 'secret note',
      tags: ['secret tag'],
      price: { amount: 77_777, currency: 'EUR' },
    },
  })
  await sql`update channel set status = 'hidden' where id = ${hidden.id}`.execute(world.app.db)
  const link = async () => (await client.call('PUT /lists/{listId}/link', { params })).body.data.link!
  const token = await link()
  expect(await link()).toBe(token)
  const visitor = world.client()
  const read = (given: string, query: object = {}) =>
    visitor.call('GET /shared-lists/{token}', { params: { token: given }, query: { ...query } })
  const page = await read(token)
  expect(page.body.data).toMatchObject({ name: 'For the client', channels: [{}, {}] })
  expect(page.body.meta).toEqual({ total: 2, nextCursor: null })
  const text = JSON.stringify(page.body)
  for (const word of ['secret', '77777', 'stage', 'creator.example', 'Anna']) expect(text).not.toContain(word)
  const first = await read(token, { limit: 1 })
  const second = await read(token, { limit: 1, cursor: first.body.meta.nextCursor })
  expect([first, second].flatMap(({ body }) => body.data.channels)).toEqual(page.body.data.channels)
  expect((await client.call('DELETE /lists/{listId}/link', { params })).body.data.link).toBeNull()
  for (const wrong of [token, 'x']) expect((await read(wrong)).status).toBe(404)
  const next = await link()
  expect(next).not.toBe(token)
  // What is stored, in a copy of the database too, opens nothing.
  const { rows } = await sql<{ stored: string }>`
    select row_to_json(list)::text as stored from list where holder_id = ${person.id}`.execute(world.app.db)
  const { link_seed: seed } = JSON.parse(rows[0]!.stored) as { link_seed: string }
  expect(rows[0]!.stored).not.toContain(next)
  for (const wrong of [seed, `${seed}${token.slice(seed.length)}`])
    expect((await read(wrong)).status).toBe(404)
  expect((await read(next)).status).toBe(200)
})

test('nobody sees or changes the lists of others', async () => {
  const [own, thief] = [await holder(1), await holder(1)]
  await makes(own.client, 'A', own.channelIds)
  const params = { listId: 1 }
  const body = { channelIds: thief.channelIds }
  expect((await thief.client.call('DELETE /lists/{listId}', { params })).status).toBe(404)
  expect((await thief.client.call('PUT /lists/{listId}/channels', { params, body })).status).toBe(404)
  expect((await thief.client.call('PUT /lists/{listId}/link', { params })).status).toBe(404)
  expect(await listsOf(thief.client)).toEqual([])
  expect(await listsOf(own.client)).toEqual([['A', 1]])
  expect(await cardsOf(thief.client)).toEqual([])
})

test('in a team viewers read, buyers change, and members can be in charge; whoever is none, or deletes the account, is not', async () => {
  const { app } = world
  const [owner, viewer] = [await makePerson(app), await makePerson(app)]
  const buyer = await makePerson(app, { username: 'Ivan' })
  const teamId = await team({ owner: owner.id, buyer: buyer.id, viewer: viewer.id })
  const headers = { 'x-team': String(teamId) }
  const [ivan, onlooker] = [await logIn(world, buyer), await logIn(world, viewer)]
  const { client: stranger } = await holder()
  const { channelId } = await makeChannel(app)
  const body = { name: 'A', channelIds: [channelId] }
  expect((await ivan.call('POST /lists', { headers, body })).body.data).toMatchObject({ listId: 1, count: 1 })
  const change = (client: TestClient, given: BodyGiven<'PATCH /cards/{channelId}'>) =>
    client.call('PATCH /cards/{channelId}', { headers, params: { channelId }, body: given })
  for (const client of [onlooker, stranger]) {
    expect((await change(client, { version: 1, note: 'x' })).status).toBe(403)
  }
  expect((await stranger.call('GET /cards', { headers })).status).toBe(403)
  const inCharge = await change(ivan, { version: 1, ownerId: viewer.id })
  expect(inCharge.body.data).toMatchObject({ owner: { userId: viewer.id }, changedBy: { username: 'Ivan' } })
  const refused = await change(ivan, { version: 2, ownerId: stranger.userId! })
  expect(refused.body.error?.fields).toEqual({ ownerId: 'not_colleague' })
  await change(ivan, { version: 2, ownerId: buyer.id, note: 'by Ivan' })
  await closeAccount(app, OPERATOR, buyer.id)
  const events = await onlooker.call('GET /cards/{channelId}/events', { headers, params: { channelId } })
  expect(events.body.data).toMatchObject([
    { kind: 'owner', value: null, by: null },
    { kind: 'note', value: 'by Ivan', by: null },
    { kind: 'owner', value: 'Anna', by: null },
  ])
  expect((await onlooker.call('GET /cards', { headers })).body.data).toMatchObject([
    { owner: null, note: 'by Ivan', changedBy: null, version: 3 },
  ])
})
