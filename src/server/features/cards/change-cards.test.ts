import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { BodyGiven } from '#shared/api/contract.ts'
import { STAGES } from '#shared/rules/cards.ts'
import { withClient } from '#server/db/connect.ts'
import { mergeChannels } from '#server/features/catalogue/merge-channels.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import {
  asBuyer,
  closeAccount,
  logIn,
  makeChannel,
  makeChannels,
  makePerson,
  makeTeam,
  setAddresses,
  type TestChannel,
} from '#test/support/factories.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { changeCard } from './change-cards.ts'
import { makeList } from './change-lists.ts'
import { readCards } from './cards.sql.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
afterAll(() => expectSoundLedger(world.app))

/** A person with a number of channels in a list. */
async function holder(count: number) {
  const person = await makePerson(world.app, { uses: 5 })
  const client = await logIn(world, person)
  const channels = await makeChannels(world.app, count)
  const channelIds = channels.map(({ channelId }) => channelId)
  await client.call('POST /lists', { body: { name: 'Spring', channelIds } })
  return { person, client, channels, channelIds }
}

async function cardsOf(client: TestClient, query: object = {}) {
  return (await client.call('GET /cards', { query: { ...query } })).body.data
}

function change(
  client: TestClient,
  { channelId }: Pick<TestChannel, 'channelId'>,
  body: BodyGiven<'PATCH /cards/{channelId}'>,
) {
  return client.call('PATCH /cards/{channelId}', { params: { channelId }, body })
}

async function historyOf(client: TestClient, { channelId }: TestChannel) {
  const { body } = await client.call('GET /cards/{channelId}/events', { params: { channelId } })
  return body.data.map(({ kind, value }) => [kind, value])
}

test('everything on a card can be changed, one press undoes it, and its history says what was set by whom', async () => {
  const { client, person, channels } = await holder(1)
  const [channel] = channels as [TestChannel]
  const [before] = await cardsOf(client)
  expect(before).toMatchObject({ stage: 'found', note: '', tags: [], version: 1, changedBy: null })
  const changed = await change(client, channel, {
    version: 1,
    stage: 'negotiating',
    note: ' two\r\nlines, a\tbell\u0007 \n',
    tags: ['Q2', 'Игры', 'Q2'],
    nextStepOn: '2026-03-12',
    price: { amount: 1500.5, currency: 'EUR' },
    ownerId: person.id,
  })
  const by = { userId: person.id, username: 'Anna' }
  expect(changed.body.data).toEqual({
    ...before,
    stage: 'negotiating',
    note: 'two\nlines, a bell',
    tags: ['Q2', 'Игры'],
    nextStepOn: '2026-03-12',
    price: { amount: 1500.5, currency: 'EUR' },
    owner: by,
    version: 2,
    changedAt: world.clock.now().toISOString(),
    changedBy: by,
  })
  expect(await cardsOf(client)).toEqual([changed.body.data])
  const { body } = await change(client, channel, { version: 2, ...changed.body.meta.before })
  expect(body.data).toEqual({ ...before, version: 3, changedAt: expect.any(String), changedBy: by })
  const set = [
    ['stage', 'negotiating'],
    ['note', 'two\nlines, a bell'],
    ['tags', 'Q2,Игры'],
    ['next_step', '2026-03-12'],
    ['price', '1500.50 EUR'],
    ['owner', 'Anna'],
  ]
  const unset = set.map(([kind]) => [kind, kind === 'stage' ? 'found' : null])
  expect(await historyOf(client, channel)).toEqual([...unset.toReversed(), ...set.toReversed()])
  // What is so already is no change.
  expect((await change(client, channel, { version: 3, stage: 'found', tags: [] })).body.data.version).toBe(3)
})

test('a history comes in pages, with the purchase at its time', async () => {
  const person = await makePerson(world.app, { uses: 1 })
  const [client, channel] = [await logIn(world, person), await makeChannel(world.app)]
  const { channelId } = channel
  await client.call('POST /getemail', { body: { channelId } })
  world.clock.advance({ minutes: 1 })
  for (const [index, stage] of STAGES.entries())
    await change(client, channel, { version: Math.max(1, index), stage })
  const params = { channelId }
  const first = await client.call('GET /cards/{channelId}/events', { params, query: { limit: 5 } })
  const cursor = first.body.meta.nextCursor!
  const second = await client.call('GET /cards/{channelId}/events', { params, query: { limit: 5, cursor } })
  expect([...first.body.data, ...second.body.data].map(({ value, kind }) => value ?? kind)).toEqual([
    ...STAGES.slice(1).toReversed(),
    'revealed',
  ])
  expect(second.body.meta.nextCursor).toBeNull()
  expect(second.body.data.at(-1)).toMatchObject({ by: { userId: person.id, username: 'Anna' } })
})

test('a change of an outdated version changes nothing, and says who changed the card and when', async () => {
  const { person, channels } = await holder(1)
  const { app } = world
  const [{ channelId }] = channels as [TestChannel]
  const ivan = await makePerson(app, { username: 'Ivan' })
  const holderId = await makeTeam(app, { owner: person, members: [[ivan, 'buyer']] })
  await makeList(app, { holderId, actorId: ivan.id, name: 'A', channelIds: [channelId] })
  const given = { holderId, channelId, version: 1 }
  await changeCard(app, { ...given, actorId: ivan.id, patch: { note: 'in May' } })
  for (const version of [1, 3, 2_147_483_647]) {
    const stale = changeCard(app, {
      ...given,
      actorId: person.id,
      version,
      patch: { stage: 'never', note: '' },
    })
    await expect(stale).rejects.toMatchObject({
      code: 'changed_meanwhile',
      extras: {
        data: {
          note: 'in May',
          stage: 'found',
          changedBy: { userId: ivan.id, username: 'Ivan' },
          changedAt: app.clock.now().toISOString(),
        },
      },
    })
  }
  const [row] = await readCards(app.db, holderId, {}, { limit: 1 })
  expect(row?.card).toMatchObject({ note: 'in May', version: 2 })
})

test('of 40 changes of one version at once, by two sessions and two servers, exactly one is made', async () => {
  await using second = await createTestApp({
    env: { RATE_LIMITS: 'off' },
    databaseUrl: world.databaseUrl,
    clock: world.clock,
  })
  const { client, person, channels } = await holder(1)
  const [channel] = channels as [TestChannel]
  const elsewhere = await logIn(second, person)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      change(index % 2 === 0 ? client : elsewhere, channel, { version: 1, note: `note ${index}` }),
    ),
  )
  const made = answers.filter(({ status }) => status === 200)
  expect(made).toHaveLength(1)
  const [card] = await cardsOf(client)
  expect(card).toEqual(made[0]!.body.data)
  expect(await historyOf(client, channel)).toEqual([['note', card!.note]])
  for (const { status, body } of answers) {
    if (status !== 200) expect(body).toMatchObject({ error: { code: 'changed_meanwhile' }, data: card })
  }
})

test('several cards change at once, each as it was comes back, and what somebody changed meanwhile stays', async () => {
  const { client, channels, channelIds } = await holder(4)
  const [first, second, third] = channels as [TestChannel, TestChannel, TestChannel]
  await change(client, first, { version: 1, tags: ['a', 'b'] })
  await change(client, second, { version: 1, stage: 'contacted', tags: ['b'] })
  const before = await cardsOf(client)
  const patch = { stage: 'contacted', addTags: ['c'], removeTags: ['a'] } as const
  const bulk = await client.call('POST /cards/bulk', {
    body: { channelIds: [...channelIds, 'UCunknown', ...channelIds], patch },
  })
  const { changed, skipped } = bulk.body.data
  expect(skipped).toEqual([{ channelId: 'UCunknown', reason: 'not_found' }])
  expect(changed[0]).toEqual({
    channelId: first.channelId,
    version: 3,
    before: { stage: 'found', tags: ['a', 'b'] },
  })
  expect((await cardsOf(client)).map(({ stage, tags }) => `${stage} ${tags.join()}`).toSorted()).toEqual([
    'contacted b,c',
    'contacted b,c',
    'contacted c',
    'contacted c',
  ])
  await change(client, third, { version: 2, note: 'meanwhile' })
  const undone = await client.call('PATCH /cards', {
    body: { changes: changed.map(({ channelId, version, before: was }) => ({ channelId, version, ...was })) },
  })
  expect(undone.body.data.changed).toHaveLength(3)
  expect(undone.body.data.skipped).toEqual([{ channelId: third.channelId, reason: 'changed_meanwhile' }])
  const facts = (cards: typeof before) => cards.map(({ channelId, stage, tags }) => [channelId, stage, tags])
  const isOther = ({ channelId }: { channelId: string }) => channelId !== third.channelId
  expect(facts((await cardsOf(client)).filter(isOther))).toEqual(facts(before.filter(isOther)))
  // Twice in one call is once.
  const twice = [1, 2].map((version) => ({
    channelId: channels[3]!.channelId,
    version: version + 2,
    note: 'x',
  }))
  const { body } = await client.call('PATCH /cards', { body: { changes: twice } })
  expect(body.data).toMatchObject({ changed: [{ version: 4 }], skipped: [{ reason: 'changed_meanwhile' }] })
  const again = await client.call('POST /cards/bulk', { body: { channelIds, patch: { stage: 'contacted' } } })
  expect(again.body.data.skipped).toContainEqual({ channelId: third.channelId, reason: 'unchanged' })
})

test('every limit names its field, and nothing is changed', async () => {
  const { client, channels, channelIds } = await holder(11)
  const [channel] = channels as [TestChannel]
  const tags = (count: number, word = 'tag') => Array.from({ length: count }, (_, index) => `${word}${index}`)
  for (const [body, fields] of [
    [{ note: 'я'.repeat(4_001) }, { note: 'too_long' }],
    [{ tags: ['x'.repeat(41)] }, { 'tags.0': 'too_long' }],
    [{ tags: ['a,b'] }, { 'tags.0': 'invalid' }],
    [{ tags: [' '] }, { 'tags.0': 'required' }],
    [{ tags: tags(21) }, { tags: 'too_many' }],
    [{ nextStepOn: '2026-02-30' }, { nextStepOn: 'invalid' }],
    [{ price: { amount: -1, currency: 'EUR' } }, { 'price.amount': 'invalid' }],
    [{ price: { amount: 0.001, currency: 'EUR' } }, { 'price.amount': 'invalid' }],
    [{ price: { amount: 1, currency: 'EURO' } }, { 'price.currency': 'invalid' }],
    [{ ownerId: (await makePerson(world.app)).id }, { ownerId: 'not_colleague' }],
    [{ stage: 'lost' }, { stage: 'invalid' }],
  ] as const) {
    const refused = await change(client, channel, { version: 1, ...(body as object) })
    expect(refused.body.error).toMatchObject({ code: 'invalid_input', fields })
  }
  const longest = {
    note: 'я'.repeat(4_000),
    tags: tags(20),
    price: { amount: 1e9, currency: 'RUB' },
  } as const
  expect((await change(client, channel, { version: 1, ...longest })).status).toBe(200)
  const bulk = (ids: readonly string[], patch: BodyGiven<'POST /cards/bulk'>['patch']) =>
    client.call('POST /cards/bulk', { body: { channelIds: [...ids], patch } })
  for (const [index, channelId] of channelIds.slice(1, 10).entries()) {
    expect((await bulk([channelId], { tags: tags(20, `of${index}.`) })).status).toBe(200)
  }
  expect((await bulk(channelIds, { addTags: ['one more'] })).body.error?.fields).toEqual({
    'patch.addTags': 'tags_of_card',
  })
  const last = channelIds.slice(10)
  expect((await bulk(last, { addTags: ['one more'] })).body.error?.fields).toEqual({
    'patch.addTags': 'tags_full',
  })
  expect((await bulk(last, { tags: ['one more'] })).body.error?.fields).toEqual({ 'patch.tags': 'tags_full' })
  expect((await bulk(last, { addTags: ['tag0'] })).body.data.changed).toHaveLength(1)
  expect((await client.call('GET /cards/tags')).body.data).toHaveLength(200)
  const many = Array.from({ length: 501 }, (_, index) => `UC${index}`)
  expect((await bulk(many, { stage: 'found' })).body.error?.fields).toEqual({ channelIds: 'too_many' })
})

test('cards are found by list, stage, person, date, tag, text and channel, and come in pages', async () => {
  const { client, person, channels } = await holder(5)
  const [first, second, third] = channels as [TestChannel, TestChannel, TestChannel]
  const { body: other } = await client.call('POST /lists', {
    body: { name: 'Autumn', channelIds: [second.channelId] },
  })
  await change(client, first, { version: 1, note: '100% ЗВЕЗДА', nextStepOn: '2026-03-09', tags: ['x'] })
  await change(client, second, { version: 1, stage: 'replied', ownerId: person.id, nextStepOn: '2026-03-11' })
  const places = (cards: readonly { readonly channelId: string }[]) =>
    cards.map(({ channelId }) => channels.findIndex((each) => each.channelId === channelId))
  const found = async (query: object) => places(await cardsOf(client, query))
  expect(await found({ list: other.data.listId })).toEqual([1])
  expect(await found({ list: 99 })).toEqual([])
  expect(await found({ stage: 'replied' })).toEqual([1])
  expect(await found({ owner: person.id })).toEqual([1])
  expect(await found({ owner: 'none' })).toEqual([4, 3, 2, 0])
  expect(await found({ due: '2026-03-10' })).toEqual([0])
  expect(await found({ tag: 'x' })).toEqual([0])
  expect(await found({ q: '0% звезда' })).toEqual([0])
  expect(await found({ q: third.name.toUpperCase() })).toEqual([2])
  expect(await found({ channelId: `${first.channelId},${third.channelId},UCnone` })).toEqual([2, 0])
  const pages: number[][] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const query = { limit: 2, ...(cursor !== undefined && { cursor }) }
    const { body } = await client.call('GET /cards', { query })
    expect(body.meta.total).toBe(5)
    pages.push(places(body.data))
    cursor = body.meta.nextCursor
  }
  expect(pages).toEqual([[4, 3], [2, 1], [0]])
  expect((await client.call('GET /cards', { query: { cursor: 'x' } })).body.error?.fields).toEqual({
    cursor: 'invalid',
  })
})

test('today shows what is due by Moscow’s date, by person, the longest overdue first', async () => {
  const { client, person, channels } = await holder(4)
  world.clock.set('2026-03-10T21:30:00Z')
  const dates = ['2026-03-11', '2026-03-12', '2026-03-01', null]
  for (const [index, nextStepOn] of dates.entries()) {
    const ownerId = index === 2 ? person.id : null
    await change(client, channels[index]!, { version: 1, nextStepOn, ownerId, note: 'x' })
  }
  const { body } = await client.call('GET /cards/today')
  expect(body.meta.today).toBe('2026-03-11')
  expect(
    body.data.map(({ owner, cards }) => [owner?.username, cards.map(({ nextStepOn }) => nextStepOn)]),
  ).toEqual([
    ['Anna', ['2026-03-01']],
    [undefined, ['2026-03-11']],
  ])
})

test('a card tells a contact only as its purchase does: after it was bought, until it is removed or withheld', async () => {
  const { client, channels } = await holder(2)
  const [channel, other] = channels as [TestChannel, TestChannel]
  const cards = async () =>
    (await cardsOf(client, { channelId: channel.channelId })).map(({ purchase, isBought }) => [
      purchase?.email ?? purchase?.withheld,
      isBought,
    ])
  expect(await cards()).toEqual([[undefined, false]])
  await client.call('POST /getemail', { body: { channelId: channel.channelId } })
  expect(await cards()).toEqual([[channel.addresses[0], true]])
  expect(JSON.stringify(await cardsOf(client))).not.toContain(other.addresses[0])
  const [bought] = (await client.call('GET /purchases')).body.data
  const [card] = await cardsOf(client, { channelId: channel.channelId })
  expect(card?.purchase).toMatchObject({
    transaction_id: bought?.transaction_id,
    boughtAt: bought?.boughtAt,
    source: bought?.source,
    boughtBy: { username: 'Anna' },
  })
  await setAddresses(world.app.db, channel, { suppressed_at: world.clock.now() })
  expect(await cards()).toEqual([['objection', true]])
  await setAddresses(world.app.db, channel, { suppressed_at: null })
  await client.call('DELETE /rmpurchase/{userId}', {
    params: { userId: client.userId! },
    body: { channelName: channel.name },
  })
  expect(await cards()).toEqual([[undefined, true]])
  // A channel that the operator hides is shown to its buyers alone.
  await sql`update channel set status = 'hidden' where id in (${channel.id}, ${other.id})`.execute(
    world.app.db,
  )
  expect((await cardsOf(client)).map(({ channelId }) => channelId)).toEqual([channel.channelId])
  expect((await change(client, other, { version: 1, stage: 'never' })).status).toBe(404)
})

test('a purchase is a card: its status, note and version are the card’s', async () => {
  const person = await makePerson(world.app, { uses: 2 })
  const [client, channel] = [await logIn(world, person), await makeChannel(world.app)]
  await client.call('POST /getemail', { body: { channelId: channel.channelId } })
  const listed = async () => (await client.call('GET /purchases')).body.data
  const [bought] = await listed()
  expect(bought).toMatchObject({ status: 'found', note: '', version: 1 })
  const put = (transactionId: number, body: BodyGiven<'PATCH /purchases/{transactionId}'>) =>
    client.call('PATCH /purchases/{transactionId}', { params: { transactionId }, body })
  const noted = await put(bought!.transaction_id, { version: 1, status: 'contacted', note: 'asks 300' })
  expect(noted.body.data).toEqual({ ...bought, status: 'contacted', note: 'asks 300', version: 2 })
  expect((await client.call('GET /cookie')).body.data.channels).toEqual(await listed())
  expect(await put(bought!.transaction_id, { version: 1, note: '' })).toMatchObject({
    status: 409,
    body: { error: { code: 'changed_meanwhile' }, data: noted.body.data },
  })
  await change(client, channel, { version: 2, stage: 'booked' })
  expect(await listed()).toMatchObject([{ status: 'booked', note: 'asks 300', version: 3 }])
  const none = bought!.transaction_id + 1
  expect(await put(none, { version: 1, note: 'x' })).toMatchObject({ status: 404, body: { data: null } })
  // What was worked on stays when the purchase is removed, and is there again with it.
  const userId = client.userId!
  await client.call('DELETE /rmpurchase/{userId}', {
    params: { userId },
    body: { channelName: channel.name },
  })
  expect(await cardsOf(client)).toMatchObject([{ stage: 'booked', note: 'asks 300', purchase: null }])
  expect((await put(bought!.transaction_id, { version: 3, note: 'x' })).status).toBe(404)
  await client.call('POST /getemail', { body: { channelId: channel.channelId } })
  expect(await listed()).toMatchObject([{ status: 'booked', note: 'asks 300', version: 3 }])
})

test('nobody sees or changes the cards of others', async () => {
  const [own, thief] = [await holder(1), await holder(1)]
  const [channel] = own.channels as [TestChannel]
  expect((await change(thief.client, channel, { version: 1, stage: 'never' })).status).toBe(404)
  const body = { channelIds: own.channelIds, patch: { stage: 'never' } } as const
  expect((await thief.client.call('POST /cards/bulk', { body })).body.data.skipped).toMatchObject([
    { reason: 'not_found' },
  ])
  const gone = await thief.client.call('DELETE /cards', { body: { channelIds: own.channelIds } })
  expect(gone.body.data.deleted).toEqual([])
  const events = await thief.client.call('GET /cards/{channelId}/events', {
    params: { channelId: channel.channelId },
  })
  expect(events.status).toBe(404)
  expect((await cardsOf(thief.client)).map(({ channelId }) => channelId)).toEqual(thief.channelIds)
  expect(await cardsOf(own.client)).toMatchObject([{ stage: 'found', version: 1 }])
})

test('the account’s export contains cards, lists and histories; its deletion removes them', async () => {
  const { client, person, channels } = await holder(1)
  await change(client, channels[0]!, {
    version: 1,
    stage: 'booked',
    note: 'pays on the 5th',
    ownerId: person.id,
  })
  const { text } = await client.send('GET', '/api/account/export')
  const { cards } = JSON.parse(text) as { cards: { cards: unknown[]; lists: unknown[] } }
  expect(cards).toMatchObject({
    cards: [
      { stage: 'booked', note: 'pays on the 5th', isOwner: true, lists: ['Spring'], events: { length: 3 } },
    ],
    lists: [{ name: 'Spring' }],
  })
  await closeAccount(world.app, person.id)
  const { rows } = await sql`
    select holder_id from card where holder_id = ${person.id} union all select holder_id from list where holder_id = ${person.id}
    union all select holder_id from list_card where holder_id = ${person.id}
    union all select holder_id from card_event where holder_id = ${person.id}`.execute(world.app.db)
  expect(rows).toEqual([])
})

test('a history cannot be rewritten', async () => {
  const { client, person, channels } = await holder(1)
  await change(client, channels[0]!, { version: 1, note: 'a' })
  const { db } = world.app
  const ofPerson = sql`where holder_id = ${person.id}`
  await expect(sql`update card_event set value = 'b' ${ofPerson}`.execute(db)).rejects.toThrow(/append-only/)
  await expect(sql`delete from card_event ${ofPerson}`.execute(db)).rejects.toThrow(/append-only/)
  await expect(sql`truncate card_event`.execute(db)).rejects.toThrow(/append-only/)
})

test('when two channels turn out to be one, its card keeps what was noted on either', async () => {
  const { client, person, channels } = await holder(4)
  const [gone, kept, onlyGone, into] = channels as [TestChannel, TestChannel, TestChannel, TestChannel]
  await client.call('POST /lists', { body: { name: 'Second', channelIds: [gone.channelId] } })
  for (const { channelId } of [gone, kept]) {
    await revealContact(world.app, { ...asBuyer(person.id), channelId })
  }
  await change(client, gone, {
    version: 1,
    stage: 'replied',
    note: 'a',
    tags: ['x', 'y'],
    nextStepOn: '2026-04-01',
    price: { amount: 10, currency: 'USD' },
    ownerId: person.id,
  })
  await change(client, kept, { version: 1, note: 'b', tags: ['y', 'z'] })
  await change(client, onlyGone, { version: 1, note: 'lone' })
  await client.call('DELETE /cards', { body: { channelIds: [into.channelId] } })
  for (const [from, to] of [
    [gone, kept],
    [onlyGone, into],
  ] as const) {
    const ids = { goneId: from.id, keptId: to.id }
    await withClient(world.databaseUrl, (connection) => mergeChannels(connection, ids))
  }
  const cards = await cardsOf(client)
  expect(cards.toSorted((a, b) => a.note.length - b.note.length)).toMatchObject([
    {
      channelId: kept.channelId,
      stage: 'replied',
      note: 'b\na',
      tags: ['x', 'y', 'z'],
      nextStepOn: '2026-04-01',
      price: { amount: 10, currency: 'USD' },
      owner: { userId: person.id },
      lists: [1, 2],
      version: 3,
      purchase: { transaction_id: 2 },
    },
    { channelId: into.channelId, note: 'lone', version: 2, lists: [1] },
  ])
  expect((await client.call('GET /purchases')).body.data).toMatchObject([{ status: 'replied', note: 'b\na' }])
  const history = await historyOf(client, kept)
  expect(history).toContainEqual(['note', 'a'])
  expect(history).toContainEqual(['note', 'b'])
  expect(await historyOf(client, into)).toEqual([['note', 'lone']])
})

test('of two long notes that do not fit into one, the other stays in the history; of too many tags, the card’s own', async () => {
  const { client, channels } = await holder(2)
  const [gone, kept] = channels as [TestChannel, TestChannel]
  const tags = (word: string) => Array.from({ length: 15 }, (_, index) => `${word}${index}`).toSorted()
  await change(client, gone, { version: 1, note: 'a'.repeat(2_000), tags: tags('a') })
  await change(client, kept, { version: 1, note: 'b'.repeat(2_000), tags: tags('b') })
  await sql`select move_reveals(${gone.id}, ${kept.id})`.execute(world.app.db)
  const [card] = await cardsOf(client)
  expect(card).toMatchObject({ note: 'b'.repeat(2_000), tags: [...tags('a').slice(0, 5), ...tags('b')] })
  expect(await historyOf(client, kept)).toContainEqual(['note', 'a'.repeat(2_000)])
})
