import { parseCsv } from 'hucre/csv'
import { afterAll, expect, test } from 'vitest'
import type { BodyGiven } from '#shared/api/contract.ts'
import { CARDS_MAX, FILE_ROWS_MAX, NOTE_MAX } from '#shared/rules/cards.ts'
import { withHolderLocked } from '#server/holders/holder-transaction.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { asBuyer, logIn, makeChannels, makePerson } from '#test/support/factories.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
afterAll(() => expectSoundLedger(world.app))

/** A person with a number of cards in a list, and as many channels without a card. */
async function holder(count: number) {
  const person = await makePerson(world.app, { uses: 5 })
  const client = await logIn(world, person)
  const ids = (await makeChannels(world.app, 2 * count)).map(({ channelId }) => channelId)
  const [channelIds, others] = [ids.slice(0, count), ids.slice(count)]
  const { listId } = (await client.call('POST /lists', { body: { name: 'Spring', channelIds } })).body.data
  return { person, client, channelIds, others, listId }
}

type Rows = BodyGiven<'POST /cards/file/preview'>['table']

async function preview(client: TestClient, rows: Rows, listId?: number) {
  return (await client.call('POST /cards/file/preview', { body: { table: rows, listId } })).body.data
}

/** Reads a file back as it was previewed. */
async function readBack(client: TestClient, rows: Rows, listId?: number) {
  const { token } = await preview(client, rows, listId)
  return (await client.call('POST /cards/file', { body: { table: rows, listId, token } })).body.data
}

async function cardsOf(client: TestClient) {
  const { data } = (await client.call('GET /cards', { query: { limit: 1_000 } })).body
  return new Map(data.map((card) => [card.channelId, card]))
}

const HEADER = ['Channel ID', 'Status', 'Note', 'Tags', 'Next step', 'Price', 'Currency', 'Version']

test('an exported file that nobody edited changes nothing, whatever its notes are like, in both languages', async () => {
  const { client, person, channelIds } = await holder(3)
  await revealContact(world.app, { ...asBuyer(person.id), channelId: channelIds[0]! })
  const notes = ["=SUM(A1)\n'quoted'", "'=1", '\' apostrophe, "quotes"; and more']
  for (const [place, note] of notes.entries()) {
    await client.call('PATCH /cards/{channelId}', {
      params: { channelId: channelIds[place]! },
      body: {
        version: 1,
        note,
        tags: ['-minus', 'b'],
        stage: 'never',
        nextStepOn: '2026-04-05',
        price: { amount: 1500.5, currency: 'RUB' },
      },
    })
  }
  for (const [language, delimiter] of [
    ['en', ','],
    ['ru', ';'],
  ] as const) {
    const { text } = await client.call('GET /exports', {
      query: { format: 'csv', list: 'all' },
      headers: { 'accept-language': language },
    })
    const { counts, lines } = await preview(client, parseCsv(text, { delimiter }) as string[][])
    expect(counts).toEqual({ create: 0, update: 0, unchanged: 3, skipped: 0 })
    expect(lines.flatMap(({ ignored }) => ignored)).toEqual([])
  }
})

test('stages, notes, tags, prices and next steps of a file are set, a missing column or cell sets nothing, an empty one takes away', async () => {
  const { client, channelIds } = await holder(3)
  const [first, second, third] = channelIds as [string, string, string]
  await client.call('PATCH /cards', {
    body: {
      changes: [
        { channelId: second, version: 1, note: 'gone', tags: ['x'], price: { amount: 5, currency: 'EUR' } },
        { channelId: third, version: 1, note: 'stays', tags: ['x'], price: { amount: 5, currency: 'EUR' } },
      ],
    },
  })
  const rows = [
    HEADER,
    [first, 'Переговоры', "'=hello\r\nthere", 'b, a,a', '5.4.2026', '1 500,50 ₽', '', '1'],
    [second, '', '', '', '', '', 'EUR', '2'],
    [],
    [third, 'booked'],
  ]
  const { counts, lines } = await preview(client, rows)
  expect(counts).toEqual({ create: 0, update: 3, unchanged: 0, skipped: 0 })
  expect(lines.map(({ row, channel_name }) => [row, typeof channel_name])).toEqual(
    [2, 3, 5].map((row) => [row, 'string']),
  )
  expect(lines[0]!.changes).toEqual([
    { field: 'stage', from: 'found', to: 'negotiating' },
    { field: 'note', from: null, to: '=hello\nthere' },
    { field: 'tags', from: null, to: 'a,b' },
    { field: 'next_step', from: null, to: '2026-04-05' },
    { field: 'price', from: null, to: '1500.50 RUB' },
  ])
  const { changed } = await readBack(client, rows)
  const cards = await cardsOf(client)
  expect(cards.get(first)).toMatchObject({
    stage: 'negotiating',
    note: '=hello\nthere',
    tags: ['a', 'b'],
    nextStepOn: '2026-04-05',
    price: { amount: 1500.5, currency: 'RUB' },
    version: 2,
  })
  expect(cards.get(second)).toMatchObject({ stage: 'found', note: '', tags: [], price: null, version: 3 })
  expect(cards.get(third)).toMatchObject({
    stage: 'booked',
    note: 'stays',
    tags: ['x'],
    price: { amount: 5 },
  })
  // One call takes all of it back.
  await client.call('PATCH /cards', {
    body: { changes: changed.map(({ channelId, version, before }) => ({ channelId, version, ...before })) },
  })
  const back = await cardsOf(client)
  expect(back.get(first)).toMatchObject({ stage: 'found', note: '', tags: [], nextStepOn: null, price: null })
  expect(back.get(second)).toMatchObject({ note: 'gone', tags: ['x'], price: { amount: 5, currency: 'EUR' } })
})

test('channels without a card get one where the file notes something on them or is of a list, and deleting it undoes that', async () => {
  const { client, others, listId } = await holder(2)
  const [noted, plain] = others as [string, string]
  const rows = [HEADER, [noted, 'Contacted', 'Hi'], [plain, 'Found']]
  expect((await preview(client, rows)).lines).toMatchObject([
    { outcome: 'create', changes: [{ field: 'stage' }, { field: 'note' }] },
    { outcome: 'skipped', reason: 'nothing_noted' },
  ])
  expect(await readBack(client, rows)).toEqual({ created: [noted], changed: [] })
  expect((await cardsOf(client)).get(noted)).toMatchObject({ stage: 'contacted', note: 'Hi', lists: [] })
  const { created } = await readBack(client, rows, listId)
  expect(created).toEqual([plain])
  expect((await cardsOf(client)).get(plain)).toMatchObject({ stage: 'found', lists: [listId] })
  await client.call('DELETE /cards', { body: { channelIds: [noted, plain] } })
  expect((await cardsOf(client)).size).toBe(2)
  const strange = await client.call('POST /cards/file/preview', { body: { table: rows, listId: 99 } })
  expect(strange.status).toBe(404)
})

test('a row that cannot be read is skipped with its reason, and the others are not', async () => {
  const { client, channelIds, others } = await holder(9)
  const wrong = [
    ['unknown_channel', ['UCnobody', 'Found']],
    ['unknown_channel', ['', 'Found', 'text']],
    ['unknown_stage', [channelIds[0]!, 'Nearly']],
    ['long_note', [channelIds[1]!, '', 'x'.repeat(NOTE_MAX + 1)]],
    ['bad_tags', [channelIds[2]!, '', '', 'x'.repeat(41)]],
    ['bad_tags', [channelIds[3]!, '', '', Array.from({ length: 21 }, (_, tag) => tag).join()]],
    ['bad_date', [channelIds[4]!, '', '', '', 'soon']],
    ['bad_date', [channelIds[5]!, '', '', '', '1/2/2026']],
    ['bad_price', [channelIds[6]!, '', '', '', '', 'free', 'EUR']],
    ['bad_price', [channelIds[7]!, '', '', '', '', '500', '']],
    ['bad_price', [others[0]!, '', '', '', '', '500', 'XXX']],
    // It was deleted since the file was saved.
    ['changed_meanwhile', [others[1]!, 'Contacted', '', '', '', '', '', '3']],
  ] as const
  const rows = [
    HEADER,
    ...wrong.map(([, row]) => [...row]),
    [channelIds[8]!, 'Replied'],
    [channelIds[8]!, 'Booked'],
  ]
  const { counts, lines } = await preview(client, rows)
  expect(lines.slice(0, -2).map(({ reason }) => reason)).toEqual(wrong.map(([reason]) => reason))
  expect(lines.slice(-2)).toMatchObject([{ outcome: 'update' }, { outcome: 'skipped', reason: 'duplicate' }])
  expect(counts).toEqual({ create: 0, update: 1, unchanged: 0, skipped: 13 })
  const { changed } = await readBack(client, rows)
  expect(changed).toMatchObject([{ channelId: channelIds[8], before: { stage: 'found' } }])
})

test('an edited address or person in charge is ignored and says so', async () => {
  const { client, person, channelIds } = await holder(2)
  await revealContact(world.app, { ...asBuyer(person.id), channelId: channelIds[0]! })
  const header = ['channelId', 'email', 'owner', 'note']
  const rows = [header, [channelIds[0]!, 'other@example.com', '', 'x'], [channelIds[1]!, '', 'ann', '']]
  expect((await preview(client, rows)).lines).toMatchObject([
    { outcome: 'update', ignored: ['email'] },
    { outcome: 'unchanged', ignored: ['owner'] },
  ])
  const before = (await cardsOf(client)).get(channelIds[0]!)!.purchase!.email
  await readBack(client, rows)
  expect((await cardsOf(client)).get(channelIds[0]!)!.purchase!.email).toBe(before)
})

test('a card that changed after the export is left alone; one that changes after the preview refuses all, with a fresh preview', async () => {
  const { client, channelIds } = await holder(2)
  const [first, second] = channelIds as [string, string]
  const change = (channelId: string, version: number, note: string) =>
    client.call('PATCH /cards/{channelId}', { params: { channelId }, body: { version, note } })
  const rows = [HEADER, ...[first, second].map((id) => [id, 'Booked', '', '', '', '', '', '1'])]
  await change(first, 1, 'a colleague’s')
  const { token, lines } = await preview(client, rows)
  expect(lines).toMatchObject([{ outcome: 'skipped', reason: 'changed_meanwhile' }, { outcome: 'update' }])
  await change(second, 1, 'another')
  const refused = await client.call('POST /cards/file', { body: { table: rows, token } })
  expect(refused).toMatchObject({
    status: 409,
    body: { error: { code: 'changed_meanwhile' }, data: { counts: { update: 0, skipped: 2 } } },
  })
  expect([...(await cardsOf(client)).values()].map(({ stage }) => stage)).toEqual(['found', 'found'])
})

test('all or nothing: too many tags or cards refuse the file, and of the same file read twice at once only one is made', async () => {
  const { client, channelIds } = await holder(11)
  const tagged = channelIds.map((id, place) => [
    id,
    '',
    '',
    Array.from({ length: 19 }, (_, n) => `${place}-${n}`).join(),
  ])
  const { token } = await preview(client, [HEADER, ...tagged])
  const refused = await client.call('POST /cards/file', { body: { table: [HEADER, ...tagged], token } })
  expect(refused).toMatchObject({ status: 400, body: { error: { fields: { tags: 'tags_full' } } } })
  expect([...(await cardsOf(client)).values()].every(({ version }) => version === 1)).toBe(true)
  const rows = [HEADER, [channelIds[0]!, 'Booked']]
  const once = (await preview(client, rows)).token
  const answers = await Promise.all(
    [1, 2].map(() => client.call('POST /cards/file', { body: { table: rows, token: once } })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('10,000 rows are read and set within seconds; more, and a file without the channels’ ids, are refused', async () => {
  const { client, channelIds } = await holder(500)
  const rows = Array.from({ length: CARDS_MAX }, (_, place) => [
    channelIds[place] ?? `UCunknown${place}`,
    'Contacted',
    'y'.repeat(200),
  ])
  const { counts } = await preview(client, [HEADER, ...rows])
  expect(counts).toMatchObject({ update: 500, skipped: CARDS_MAX - 500 })
  expect((await readBack(client, [HEADER, ...rows])).changed).toHaveLength(500)
  const refusals = [Array.from({ length: FILE_ROWS_MAX + 1 }, () => ['']), [['Name', 'Note']], []]
  const answers = await Promise.all(
    refusals.map((given) => client.call('POST /cards/file/preview', { body: { table: given } })),
  )
  expect(answers.map(({ body }) => body.error?.fields)).toEqual(
    ['too_many', 'required', 'required'].map((problem) => ({ table: problem })),
  )
  const huge = await client.call('POST /cards/file/preview', {
    body: { table: [HEADER, ['x'.repeat(6_000_000)]] },
  })
  expect(huge.status).toBe(413)
})

test('a preview waits for nothing that the holder does, and holds up nothing', async () => {
  const { client, person, channelIds, others } = await holder(1)
  const rows = [HEADER.slice(0, 3), [channelIds[0]!, 'booked', 'x'], [others[0]!, 'found', 'y']]
  const seen = await withHolderLocked(world.app, person.id, () => preview(client, rows))
  expect(seen.counts).toEqual({ create: 1, update: 1, unchanged: 0, skipped: 0 })
})
