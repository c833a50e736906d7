import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { waitForOtherImports } from '#server/features/catalogue/import-lock.sql.ts'
import { ImportRefused } from './open.ts'
import { createImportBench, WRITTEN_AT } from '#test/support/import-files.ts'
import { shared } from '#test/support/shared.ts'

const A = 'UCaaaaaaaaaaaaaaaaaaaaaa'
const B = 'UCbbbbbbbbbbbbbbbbbbbbbb'

const bench = shared(createImportBench)
afterEach(() => bench.clear())

const channels = () =>
  bench.rows(`select platform_id, handle, source, name, subscribers, views, country, language, content_types, url,
    thumbnail_url, has_contact, fetched_at from channel order by id`)

const COUNTS = { added: 0, changed: 0, unchanged: 0, duplicates: 0, refused: 0 }

describe('what a file says', () => {
  it('becomes a channel with all its facts', async () => {
    const report = await bench.importText(
      `channel_id,name,handle,subscribers,views,videos,country,language,category,avatar,last_upload\n` +
        `${A},Тихий Дом,@TihiyDom,"1,234,567","2.28E+11",12K,Россия,русский,Howto & Style,https://yt3.ggpht.com/a=s88,2026-02-03\n`,
    )
    expect(report).toMatchObject({ ...COUNTS, rows: 1, added: 1, shape: null, source: 'list' })
    expect(await channels()).toEqual([
      {
        platform_id: A,
        handle: 'tihiydom',
        source: 'list',
        name: 'Тихий Дом',
        subscribers: 1_234_567,
        views: 228_000_000_000,
        country: 'RU',
        language: 'ru',
        content_types: 2 | 8,
        url: `https://www.youtube.com/channel/${A}`,
        thumbnail_url: 'https://yt3.ggpht.com/a=s88',
        has_contact: false,
        fetched_at: WRITTEN_AT,
      },
    ])
    const [facts] = await bench.rows('select uploads, last_upload_at, status, is_demo, platform from channel')
    expect(facts).toEqual({
      uploads: 12_000,
      last_upload_at: new Date('2026-02-03'),
      status: 'active',
      is_demo: false,
      platform: 'youtube',
    })
  })

  it('is unknown, not zero, when missing', async () => {
    await bench.importText('name,subscribers,views,country\nA,NULL,,nan\nB,-- ,NA,hidden\nC,0,0,Neverland\n')
    expect(await bench.rows('select name, subscribers, views, country from channel order by name')).toEqual([
      { name: 'A', subscribers: null, views: null, country: null },
      { name: 'B', subscribers: null, views: null, country: null },
      { name: 'C', subscribers: 0, views: 0, country: null },
    ])
  })

  it('is read from gzip, NDJSON, UTF-16 and windows-1251 alike', async () => {
    await bench.importText(gzipSync('name;subscribers\nПервый;1 000\n'), { name: 'a.csv.gz' })
    await bench.importText('{"snippet":{"title":"Второй"},"statistics":{"subscriberCount":"2000"}}\n', {
      name: 'b.ndjson',
    })
    await bench.importText(Buffer.from('\ufeffname\tsubscribers\nТретий\t3000\n', 'utf16le'), {
      name: 'c.tsv',
    })
    const cyrillic = Buffer.from([0xd7, 0xe5, 0xf2, 0xe2, 0xb8, 0xf0, 0xf2, 0xfb, 0xe9])
    await bench.importText(
      Buffer.concat([Buffer.from('name,subscribers\n'), cyrillic, Buffer.from(',4000\n')]),
      { name: 'd.csv' },
    )
    expect(await bench.rows('select name, subscribers from channel order by subscribers')).toEqual([
      { name: 'Первый', subscribers: 1000 },
      { name: 'Второй', subscribers: 2000 },
      { name: 'Третий', subscribers: 3000 },
      { name: 'Четвёртый', subscribers: 4000 },
    ])
  })

  it('is found in columns that the operator names', async () => {
    const columns = [['name', 'Wer'], ['subscribers', 'Wie viele']] as const // biome-ignore format: pairs
    const report = await bench.importText('Wer,Wie viele,title\nLena,12,Unsinn\n', { columns })
    expect(report.columns).toMatchObject({ name: ['Wer'], subscribers: ['Wie viele'] })
    expect(await bench.rows('select name, subscribers from channel')).toEqual([
      { name: 'Lena', subscribers: 12 },
    ])
    await expect(bench.importText('a,b\n1,2\n', { columns: [['name', 'c']] })).rejects.toThrow(
      /no column 'c'/,
    )
  })

  it('can be searched at once, even after renaming', async () => {
    await bench.importText(`channel_id,name\n${A},Pickle Harbor\n`)
    const found = (word: string) => bench.rows('select channel_id from search_entry where words ~ $1', [word])
    expect(await found('pickle')).toHaveLength(1)
    await bench.importText(`channel_id,name\n${A},Walnut Harbor\n`)
    expect(await found('pickle')).toHaveLength(0)
    expect(await found('walnut')).toHaveLength(1)
  })
})

describe('the same file again', () => {
  it('changes nothing', async () => {
    const text = `id,name,handle,subscribers,email,contact_source_url,contact_seen_at\n${A},One,@one,10,a@shop.example,https://one.example/,2026-02-01\n,Two,,,,,\n,Three,@three,3,,,\n`
    await bench.importText(text)
    const before = await bench.rows('select c.*, c.xmin::text as version from channel c order by id')
    const report = await bench.importText(text)
    expect(report).toMatchObject({ ...COUNTS, rows: 3, unchanged: 3, contactsAdded: 0, contactsChanged: 0 })
    expect(await bench.rows('select c.*, c.xmin::text as version from channel c order by id')).toEqual(before)
  })

  it('is predicted by a dry run, which changes nothing', async () => {
    await bench.importText(`id,name,subscribers\n${A},One,10\n`)
    const next = `id,name,subscribers\n${A},One,11\n${B},Two,2\n,,\n`
    const before = await channels()
    const dry = await bench.importText(next, { isDryRun: true })
    expect(dry).toMatchObject({ rows: 2, added: 1, changed: 1, isDryRun: true })
    expect(await channels()).toEqual(before)
    expect(await bench.rows('select 1 from import_run')).toHaveLength(1)
    const { added, changed, unchanged, refused } = await bench.importText(next)
    expect({ added, changed, unchanged, refused }).toEqual({ added: 1, changed: 1, unchanged: 0, refused: 0 })
  })

  it('is recorded with its counts', async () => {
    await bench.importText('name\nA\n?????????\n', { name: 'my.csv' })
    expect(
      await bench.rows(
        `select file_name, state, report -> 'created' as created, report -> 'skipped' as skipped, file_size from import_run`,
      ),
    ).toEqual([{ file_name: 'my.csv', state: 'done', created: 1, skipped: 1, file_size: 17 }])
  })
})

describe('which channel a row is', () => {
  it('is decided by the id, whatever the name', async () => {
    await bench.importText(`id,name\n${A},Old name\n`)
    const report = await bench.importText(`id,name\n${A},New name\n`, { source: 'elsewhere' })
    expect(report).toMatchObject({ added: 0, changed: 1 })
    expect(await bench.rows('select name, source from channel')).toEqual([
      { name: 'New name', source: 'list' },
    ])
  })

  it('is decided by the handle without an id, in any case and spelling', async () => {
    await bench.importText('name,handle\nOne,@SomeOne\n')
    const report = await bench.importText('name,url\nOne!,https://www.youtube.com/@someone/videos\n', {
      source: 'other',
    })
    expect(report).toMatchObject({ added: 0, changed: 1 })
  })

  it('is decided by source and folded name without either, never across sources', async () => {
    await bench.importText('name,subscribers\nCafé Noir,1\n', { source: 'x' })
    expect(await bench.importText('name,subscribers\nCAFE NOIR,2\n', { source: 'x' })).toMatchObject({
      added: 0,
      changed: 1,
    })
    expect(await bench.importText('name,subscribers\nCafé Noir,3\n', { source: 'y' })).toMatchObject({
      added: 1,
      changed: 0,
    })
    // A row with an id is its own channel, however similar its name.
    expect(await bench.importText(`id,name\n${A},Café Noir\n`, { source: 'x' })).toMatchObject({
      added: 1,
      changed: 0,
    })
  })

  it('does not treat /c/ and /user/ as handles', async () => {
    await bench.importText('name,handle\nOne,@angular\n')
    const report = await bench.importText(
      'name,url\nTwo,https://youtube.com/c/angular\nThree,https://youtube.com/user/angular\n',
    )
    expect(report).toMatchObject({ added: 2, changed: 0 })
  })

  it('gives a channel known by its handle its id', async () => {
    await bench.importText('name,handle,subscribers\nOne,@one,5\n')
    const report = await bench.importText(`name,handle,id\nOne,@one,${A}\n`)
    expect(report).toMatchObject({ added: 0, changed: 1, merged: 0 })
    expect(await bench.rows('select platform_id, handle, subscribers from channel')).toEqual([
      { platform_id: A, handle: 'one', subscribers: 5 },
    ])
  })

  it('follows a handle to its owner as of the later day', async () => {
    await bench.importText(`id,name,handle\n${A},One,@shared\n`, { asOf: Date.UTC(2026, 0, 1) })
    await bench.importText(`id,name,handle\n${B},Two,@shared\n`, { asOf: Date.UTC(2025, 0, 1) })
    const owners = () => bench.rows('select platform_id, handle from channel order by platform_id')
    expect(await owners()).toEqual([{ platform_id: A, handle: 'shared' }, { platform_id: B, handle: null }]) // biome-ignore format: pairs
    await bench.importText(`id,name,handle\n${B},Two,@shared\n`, { asOf: Date.UTC(2026, 1, 1) })
    expect(await owners()).toEqual([{ platform_id: A, handle: null }, { platform_id: B, handle: 'shared' }]) // biome-ignore format: pairs
  })

  it('prefers the row that says more, not counting the id that a handle leads to', async () => {
    await bench.importText(`id,handle,name\n${A},@one,Own id\n,@one,Handle alone\n`)
    expect(await bench.rows('select platform_id, name from channel')).toEqual([
      { platform_id: A, name: 'Own id' },
    ])
  })

  it('merges rows of one file about one channel: newest known value of each fact, counted as duplicates', async () => {
    const report = await bench.importText(
      `date,id,name,handle,subscribers,country\n` +
        `2026-01-03,${A},Three,,30,\n2026-01-02,${A},Two,,20,FI\n2026-01-01,,One,@one,10,SE\n2026-01-01,${A},,@one,,\n`,
    )
    expect(report).toMatchObject({ rows: 4, added: 1, duplicates: 3 })
    expect(await bench.rows('select name, handle, subscribers, country, fetched_at from channel')).toEqual([
      { name: 'Three', handle: 'one', subscribers: 30, country: 'FI', fetched_at: new Date('2026-01-03') },
    ])
  })
})

describe('a file that', () => {
  it.each([
    ['names a channel twice by its id', `name,channel_id\nOne,${A}\nOther,${A}\n`],
    ['names a handle twice', `name,channel_id,handle\nOne,${A},@one\nOther,,@one\n`],
    ['names a channel of its source twice, by a name that differs in accents', 'name\nRésumé\nResume\n'],
    ['holds statistics of a channel without its name', `name,channel_id\nOne,${A}\n,${B}\n`],
  ])('%s adds one channel', async (_, text) => {
    expect(await bench.importText(text)).toMatchObject({ rows: 2, added: 1 })
    expect(await channels()).toHaveLength(1)
  })
})

describe('what is refused', () => {
  it('as a row: kept with its cells, line and reason, while the rest is imported', async () => {
    const text = `name,subscribers,note\nGood,1,\n,2,\nVocï¿½ï¿½ï¿½,3,mail me@shop.example\n"Bad"quote,4,x\nshort,5\nBroken \ud800,6,\n`
    const bytes = Buffer.concat([
      Buffer.from(text),
      Buffer.from('Br'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('ken,7,\nLast,8,\n'),
    ])
    const report = await bench.importText(bytes)
    expect(report).toMatchObject({ rows: 8, added: 3, refused: 5 })
    expect(await bench.quarantined(report)).toEqual([
      { line: 3, reason: 'no name', row: { subscribers: '2' } },
      {
        line: 4,
        reason: 'mangled encoding',
        row: { name: 'Vocï¿½ï¿½ï¿½', subscribers: '3', note: 'mail [address]' },
      },
      { line: 5, reason: 'text after a closing quote', text: '"Bad"quote,4,x' },
      { line: 7, reason: 'mangled encoding', row: { name: 'Broken \ufffd', subscribers: '6' } },
      { line: 8, reason: 'mangled encoding', row: { name: 'Br\ufffd\ufffdken', subscribers: '7' } },
    ])
    expect(await bench.rows('select name from channel order by name')).toEqual([
      { name: 'Good' },
      { name: 'Last' },
      { name: 'short' },
    ])
  })

  it.each([
    [
      'a list of videos',
      'video_id,title,channel_title,view_count,likes\n1,a,b,2,3\n',
      /videos, not of channels/,
    ],
    ['ids without names', `channel_id,url\n${A},https://www.youtube.com/channel/${A}\n`, /No name/],
    ['columns that mean nothing', 'foo,bar\n1,2\n', /No name.*--map/],
    ['an empty file', '', /empty/],
    ['a workbook', 'PK\u0003\u0004xxxx', /Excel/],
    ['a cut-off archive', gzipSync('name\nA\n'.repeat(1000)).subarray(0, -12), /damaged or cut off/],
  ])('as a file: %s', async (_, content, message) => {
    const error = await bench.importText(content).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(ImportRefused)
    expect(String(error)).toMatch(message)
    expect(await channels()).toEqual([])
  })

  it('as a link or picture: scripts, unknown hosts, plain http', async () => {
    await bench.importText(
      'name,url,thumbnail\nA,javascript:alert(1),http://yt3.ggpht.com/a\nB,https://evil.example/watch,https://evil.example/a.png\nC,https://www.youtube.com/watch?v=1,javascript:1\n',
    )
    expect(await bench.rows('select distinct url, thumbnail_url from channel')).toEqual([
      { url: null, thumbnail_url: null },
    ])
  })
})

it('gives its channels later numbers than those of an import that ends before it', async () => {
  const other = await bench.app.databases.pool.connect()
  await other.query('begin')
  await waitForOtherImports(other)
  const isRead = Promise.withResolvers<void>()
  const importing = bench.importText('name\nSecond\nThird\n', {
    onProgress: ({ phase }) => phase === 'waiting' && isRead.resolve(),
  })
  await isRead.promise
  await other.query(`
    insert into channel (platform, source, name, name_key, search_words, fetched_at) values ('youtube', 'other', 'First', 'first', 'first', now())`)
  await other.query('commit')
  other.release()
  await importing
  expect(await bench.rows('select name from channel order by id')).toEqual([
    { name: 'First' },
    { name: 'Second' },
    { name: 'Third' },
  ])
})
