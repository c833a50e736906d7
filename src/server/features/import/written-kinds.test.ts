import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createImportBench } from '#test/support/import-files.ts'
import { shared } from '#test/support/shared.ts'

// Files as people's programs, scrapers and services write them.

const bench = shared(createImportBench)
beforeAll(async () => {
  bench.app.clock.set('2026-11-21T00:00:00Z')
})
afterEach(() => bench.clear())

const id = (letter: string) => `UC${letter.repeat(22)}`
const lines = (...texts: string[]) => `${texts.join('\n')}\n`
const channels = () =>
  bench.rows('select name, platform_id, handle, subscribers, country from channel order by name')
const names = async () => (await channels()).map(({ name }) => name)
const contacts = () => bench.rows('select address, last_seen_at::text from contact order by address')

/** A text in the bytes of a one-byte encoding. */
function encoded(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding)
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return Uint8Array.from([...text], (sign) => bytes.get(sign) ?? 63)
}

describe('a table', () => {
  const TABLE =
    'Channel Name;Channel ID;Subscribers\nКухня Анны;%A;1 200\nОбзор техники;%B;3,4 тыс. подписчиков\n'
      .replace('%A', id('a'))
      .replace('%B', id('b'))
  const EXPECTED = [
    { name: 'Кухня Анны', platform_id: id('a'), subscribers: 1_200 },
    { name: 'Обзор техники', platform_id: id('b'), subscribers: 3_400 },
  ]

  it.each([
    ['windows-1251', encoded(TABLE, 'windows-1251')],
    ['KOI8-R', encoded(TABLE, 'koi8-r')],
    ['CP866', encoded(TABLE, 'ibm866')],
    ['MacCyrillic', encoded(TABLE, 'x-mac-cyrillic')],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${TABLE}`)],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${TABLE}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(TABLE, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(TABLE, 'utf16le').swap16()],
    ['windows-1251, packed', gzipSync(encoded(TABLE, 'windows-1251'))],
  ])('in %s is read', async (_, content) => {
    expect(await bench.importText(content)).toMatchObject({ added: 2, refused: 0, unclear: 0 })
    expect(await channels()).toMatchObject(EXPECTED)
  })

  it.each([
    ['\\r\\n', TABLE.replaceAll('\n', '\r\n')],
    ['\\r', TABLE.replaceAll('\n', '\r')],
    ['U+2028', TABLE.replaceAll('\n', '\u2028')],
    ['tabs', TABLE.replaceAll(';', '\t')],
    ['vertical lines', TABLE.replaceAll(';', '|')],
    ['a hint for spreadsheets', `sep=;\n${TABLE}`],
    ['titles before it', `Channels of 2026\n\nExported from a list; page 1\n${TABLE}`],
    ['its header repeated', `${TABLE}Channel Name;Channel ID;Subscribers\n`],
    ['totals', `${TABLE}\nИтого;;4 600\nСреднее;;2 300\n`],
    [
      'counts and remarks below',
      `${TABLE}Всего каналов: 2;;\n* данные на 01.11.2026;;\nСреднее значение;;2300\n`,
    ],
    ['an end of old programs', `${TABLE}\u001a\0\0`],
    ['texts as formulas', TABLE.replace(/(?<=;)UC\w+/g, '="$&"').replace('Кухня Анны', '="Кухня Анны"')],
    ['rules between', TABLE.replace('\nОбзор', '\n---;---;---\nОбзор')],
    ['further columns', TABLE.replace('Subscribers', 'Subscribers;Note').replace('1 200', '1 200;a')],
  ])('with %s has the same rows', async (_, content) => {
    expect(await bench.importText(content)).toMatchObject({ rows: 2, added: 2, refused: 0 })
    expect(await channels()).toMatchObject(EXPECTED)
  })

  it('says which lines it took for none', async () => {
    const report = await bench.importText(`${TABLE}Channel Name;Channel ID;Subscribers\nTotal;;9\n`)
    expect(report.skipped).toEqual({ 'repeated header': 1, total: 1 })
    const named = await bench.importText('Name;Subscribers;Country\nMedia 24;1200;RU\nTotal: 2;1200;\n')
    expect(named).toMatchObject({ added: 1, skipped: { total: 1 } })
    expect(await names()).toEqual(['Media 24', 'Кухня Анны', 'Обзор техники'])
  })

  it('may lack its last cells, but not be what is left of a row that was cut in two', async () => {
    const report = await bench.importText(
      lines(
        'Name,Channel ID,Subscribers,Country,Note',
        `Short,${id('a')},5`,
        `Cut,${id('b')},7,Ru`,
        'ssia,100',
      ),
    )
    expect(report).toMatchObject({ added: 2, refused: 1, reasons: { 'wrong number of columns': 1 } })
    expect(await names()).toEqual(['Cut', 'Short'])
  })

  it('may write western names in one byte a letter', async () => {
    for (const [encoding, name] of [
      ['windows-1252', 'Café crème à Köln'],
      ['windows-1250', 'Żółta łódź i gęś'],
      ['macintosh', 'Café crème à Köln'],
      ['windows-1254', 'Güneşli şehir ağaç çığ'],
    ] as const) {
      await bench.importText(encoded(`name,subs\n${name},5\n`, encoding))
      expect(await names()).toEqual([name])
      await bench.clear()
    }
  })

  it('reads places, and dates in the order that one of them shows', async () => {
    await bench.importText(
      lines(
        'name,country,date,subs',
        'A,"Moscow, Russia",03/04/2026,5',
        'B,Germany (Berlin),10/25/2026,6',
        'C,"LA, CA",1/2/2026,7',
      ),
    )
    expect(await bench.rows('select name, country, fetched_at::text from channel order by name')).toEqual([
      { name: 'A', country: 'RU', fetched_at: expect.stringContaining('2026-03-04') },
      { name: 'B', country: 'DE', fetched_at: expect.stringContaining('2026-10-25') },
      { name: 'C', country: null, fetched_at: expect.stringContaining('2026-01-02') },
    ])
  })
})

describe('lists of videos are refused, whatever their headers', () => {
  it.each([
    [
      'addresses',
      lines(
        'Keyword,Title,URL',
        'cook,How to cook,https://youtu.be/dQw4w9WgXcQ',
        'cook,Soup,https://www.youtube.com/shorts/aB3_dEf-h1J',
      ),
    ],
    [
      'localised statistics',
      lines(
        'Контент,Название видео,Время публикации видео,Просмотры,Подписчики',
        'Итого,,,12,3',
        'dQw4w9WgXcQ,Суп,"1 нояб. 2026 г.",7,2',
        'aB3_dEf-h1J,Хлеб,"2 нояб. 2026 г.",5,1',
      ),
    ],
    [
      'files of yt-dlp',
      '{"id":"dQw4w9WgXcQ","title":"Soup","channel":"A","channel_id":"UCaaaaaaaaaaaaaaaaaaaaaa","channel_follower_count":5,"like_count":1,"comment_count":2,"duration":3,"webpage_url":"https://www.youtube.com/watch?v=dQw4w9WgXcQ"}\n',
    ],
    [
      'answers of the platform',
      '{"kind":"youtube#video","id":"dQw4w9WgXcQ","snippet":{"title":"Soup","channelId":"UCaaaaaaaaaaaaaaaaaaaaaa"}}\n',
    ],
    [
      'a take-out in a language that is not known',
      lines('Inhalte,Titel,Aufrufe', ...Array.from('abcde', (sign) => `dQw4w9WgXc${sign},Suppe,5`)),
    ],
    ['a video beside a channel', lines('Channel,Video,Views', 'Anna,https://youtu.be/dQw4w9WgXcQ,5')],
    [
      'playlists',
      lines('Title,URL,Videos', 'Best of,https://www.youtube.com/playlist?list=PLabcdefgh1234567890,12'),
    ],
    ['no ids', lines('Title,Views,Likes,Comments,Duration', 'Soup,5,4,3,PT4M')],
  ])('%s', async (_, content) => {
    const name = content.startsWith('{') ? 'rows.ndjson' : 'rows.csv'
    await expect(bench.importText(content, { name })).rejects.toThrow(
      'This is a list of videos, not of channels.',
    )
  })

  it('while a channel may have a video', async () => {
    const report = await bench.importText(
      lines(
        'Channel,Channel URL,Subscribers,Last video link',
        'A,https://www.youtube.com/@some.one,5,https://youtu.be/dQw4w9WgXcQ',
      ),
    )
    expect(report).toMatchObject({ added: 1, unused: [{ column: 'Last video link' }] })
    const further = lines('Name,Subscribers,Example video', 'B,6,https://youtu.be/dQw4w9WgXcQ')
    expect(await bench.importText(further)).toMatchObject({ added: 1 })
  })
})

describe('exports', () => {
  const one = async (content: string, name = 'rows.json') => {
    const report = await bench.importText(content, { name })
    return { report, rows: await channels() }
  }

  it.each([
    [
      'an answer of the platform’s search, in lines',
      (items: object[]) => items.map((item) => `${JSON.stringify(item)}\n`).join(''),
    ],
    [
      'the same as one object',
      (items: object[]) => JSON.stringify({ kind: 'youtube#searchListResponse', items }, null, 2),
    ],
    ['the same as a list', (items: object[]) => JSON.stringify(items, null, 2)],
    [
      'a list of its pages',
      (items: object[]) =>
        JSON.stringify(items.map((item) => ({ kind: 'youtube#searchListResponse', items: [item] }))),
    ],
    [
      'the same from a proxy',
      (items: object[]) => JSON.stringify({ search_metadata: { id: 1 }, video_results: items }),
    ],
  ])('%s', async (_, write) => {
    const item = (kind: string, ids: object, snippet: object) => ({
      kind: 'youtube#searchResult', id: { kind: `youtube#${kind}`, ...ids }, snippet,
    }) // biome-ignore format: an answer
    const { report, rows } = await one(
      write([
        item('channel', { channelId: id('a') }, { channelId: id('a'), title: 'Tom &amp; Jerry &#39;22' }),
        item(
          'video',
          { videoId: 'dQw4w9WgXcQ' },
          { channelId: id('b'), title: 'A video', channelTitle: 'Owner' },
        ),
      ]),
    )
    expect(report).toMatchObject({ added: 2, refused: 0 })
    expect(rows).toMatchObject([
      { name: 'Owner', platform_id: id('b') },
      { name: "Tom & Jerry '22", platform_id: id('a') },
    ])
  })

  it.each([
    ['numbered rows of columns', '{"name":{"0":"Anna","1":"Boris"},"subscribers":{"0":5,"1":6}}'],
    ['objects by ids', JSON.stringify({ [id('a')]: { name: 'Anna', subscribers: 5 }, [id('b')]: { name: 'Boris', subscribers: 6 } })],
    ['lines with commas', '{"name":"Anna","subscribers":5},\n{"name":"Boris","subscribers":6}\n'],
  ])('%s', async (_, content) => {
    expect((await one(content)).rows).toMatchObject([
      { name: 'Anna', subscribers: 5 },
      { name: 'Boris', subscribers: 6 },
    ])
  }) // biome-ignore format: files

  it('of a web page are refused', () =>
    expect(one('<html><table><tr><td>Anna</td></tr></table></html>')).rejects.toThrow('web page'))

  it('subscriptions have the channel’s id in another place than the subscriber’s', async () => {
    const item = {
      kind: 'youtube#subscription',
      snippet: { title: 'A', channelId: id('z'), resourceId: { channelId: id('a') } },
    }
    expect((await one(JSON.stringify([item]))).rows).toMatchObject([{ name: 'A', platform_id: id('a') }])
  })

  it.each([
    ['Channel Id,Channel Url,Channel Title'],
    ['Kanal-ID,Kanal-URL,Kanaltitel'],
    ['ID des chaînes,URL des chaînes,Titres des chaînes'],
    ['ID del canal,URL del canal,Título del canal'],
    ['ID do canal,URL do canal,Título do canal'],
    ['Identyfikator kanału,Adres URL kanału,Tytuł kanału'],
    ["Kanal Kimliği,Kanal URL'si,Kanal Başlığı"],
    ['チャンネル ID,チャンネルの URL,チャンネルのタイトル'],
    ['Идентификатор канала,URL канала,Название канала'],
  ])('subscriptions of a take-out: %s', async (header) => {
    const { rows } = await one(
      lines(header, `${id('a')},http://www.youtube.com/channel/${id('a')},Anna`),
      'subscriptions.csv',
    )
    expect(rows).toMatchObject([{ name: 'Anna', platform_id: id('a') }])
  })

  it('of scrapers, with every fact', async () => {
    const { report, rows } = await one(
      `{"channelId":"${id('a')}","channelName":"Anna","channelUrl":"https://www.youtube.com/@anna.cooks","numberOfSubscribers":123456,"channelTotalVideos":321,"channelTotalViews":"1,234,567","channelLocation":"Russia","channelAvatarUrl":"https://yt3.googleusercontent.com/x=s900","channelDescription":"Soups"}\n`,
      'apify.ndjson',
    )
    expect(rows).toEqual([
      { name: 'Anna', platform_id: id('a'), handle: 'anna.cooks', subscribers: 123_456, country: 'RU' },
    ])
    expect(await bench.rows('select uploads, views, thumbnail_url from channel')).toEqual([
      { uploads: 321, views: 1_234_567, thumbnail_url: 'https://yt3.googleusercontent.com/x=s900' },
    ])
    expect(report.unused).toEqual([
      { column: 'channelDescription', filled: 100, example: 'Soups', couldBe: [] },
    ])
  })

  it('have several columns of addresses', async () => {
    await bench.importText(
      lines(
        'name,channel_link,email_1,email_2,contact_source,contact_date',
        'A,youtube.com/@anna.cooks,a@studio.example,b@studio.example,website,"Nov 1, 2026"',
      ),
    )
    expect((await contacts()).map(({ address }) => address)).toEqual(['a@studio.example', 'b@studio.example'])
  })

  it('may have keys that come late', async () => {
    const rows = Array.from(
      { length: 600 },
      (_, at) => `{"name":"Channel ${at}","id":"UC${String(at).padStart(22, '0')}"}`,
    )
    await bench.importText(`${rows.join('\n')}\n{"name":"Late","id":"${id('l')}","subscribers":7}\n`, {
      name: 'rows.ndjson',
    })
    expect(await bench.rows('select name from channel where subscribers = 7')).toEqual([{ name: 'Late' }])
  })
})

describe('a report', () => {
  it('names the columns that were not used, with an example and what they could be', async () => {
    const report = await bench.importText(
      lines(
        'name,subs,Fans der Woche,Wohin schreiben,Woher',
        'A,1,12K,anna@studio.example,Deutschland',
        'B,2,13K,,Schweden',
      ),
    )
    expect(report.unused).toEqual([
      { column: 'Fans der Woche', filled: 100, example: '12K', couldBe: ['views', 'uploads'] },
      { column: 'Wohin schreiben', filled: 50, example: '[address]', couldBe: ['email'] },
      { column: 'Woher', filled: 100, example: 'Deutschland', couldBe: ['country'] },
    ])
  })

  it('calls a date that is there not understood, and an address that was left out', async () => {
    const row = (name: string, email: string, date: string) => `${name},${email},website,${date}`
    const report = await bench.importText(
      lines(
        'name,email,contact source,contact date',
        row('A', 'a@studio.example', 'some day'),
        row('B', 'b@studio.example', ''),
        row('C', 'c@studio.example; logo@2x.png', '2026/11/01'),
      ),
    )
    expect(report.reasons).toEqual({
      'contact date not understood': 1,
      'contact without date': 1,
      'some contact addresses not understood': 1,
    })
    expect(await contacts()).toMatchObject([{ address: 'c@studio.example' }])
  })
})

describe('channels written in any form', () => {
  it('are recognised in every column of addresses', async () => {
    const cells = [
      ['A', `https://www.youtube.com/feeds/videos.xml?channel_id=${id('a')}`],
      ['B', '@handle.of.b'],
      ['C', '1. https://www.youtube.com/@handle.of.c (120k)'],
      ['D', `https://socialblade.com/youtube/channel/${id('d')}`],
      ['E', '[E](https://www.youtube.com/@handle.of.e)'],
    ]
    await bench.importText(lines('Channel Name,Channel URL', ...cells.map((row) => row.join(','))))
    expect(
      await bench.rows('select coalesce(platform_id, handle) as named from channel order by name'),
    ).toEqual([id('a'), 'handle.of.b', 'handle.of.c', id('d'), 'handle.of.e'].map((named) => ({ named })))
  })

  it('are no names', async () => {
    const report = await bench.importText(
      lines(
        'Channel,Subscribers',
        'https://www.youtube.com/@only.address,5',
        '[Anna](https://www.youtube.com/@anna.cooks),6',
      ),
    )
    expect(report).toMatchObject({ added: 1, refused: 1 })
    expect(await channels()).toMatchObject([{ name: 'Anna', handle: 'anna.cooks', subscribers: 6 }])
  })
})

// The inputs that failed may not be copied into the project. Where they lie beside it, they are read, too.
const FOLDER = fileURLToPath(new URL('../../../../../shared/real-input/', import.meta.url))

describe.skipIf(!existsSync(FOLDER))('inputs that failed once', () => {
  const read = (start: string) =>
    bench.importFile(`${FOLDER}${readdirSync(FOLDER).find((name) => name.startsWith(start))}`)

  it('01: counts with nouns', async () => {
    await read('01')
    expect((await channels()).map(({ subscribers }) => subscribers)).toEqual([2_010_000, 123_000, 161_000])
  })
  it('02: a list of videos', () => expect(read('02')).rejects.toThrow('list of videos'))
  it('04: short rows', async () => expect(await read('04')).toMatchObject({ added: 2, refused: 0 }))
  it('07: what scrapers left', async () => {
    expect(await read('07')).toMatchObject({ added: 4, reasons: { 'contact address not understood': 1 } })
    expect((await contacts()).map(({ address }) => address)).toEqual([
      'anna2@studio.example',
      'anna3@studio.example',
      'anna@studio.example',
    ])
  })
  it('08: good addresses', async () =>
    expect(await read('08')).toMatchObject({ contactsAdded: 5, contactsRefused: 0 }))
  it('09: dates', async () => {
    await read('09')
    expect((await contacts()).map(({ last_seen_at }) => String(last_seen_at).slice(0, 10))).toEqual([
      '2026-11-01',
      '2026-11-01',
    ])
  })
  it('10: addresses of channels', async () => {
    await read('10')
    expect(await bench.rows('select platform_id, handle from channel order by name')).toEqual([
      { platform_id: 'UCbugmin0000000000000101', handle: null },
      { platform_id: null, handle: 'bugminhandle' },
    ])
  })
  it('13: an export of a scraper', async () =>
    expect(await read('13')).toMatchObject({ added: 1, unused: [], unclear: 0 }))
  it('14: an answer of a search', async () => {
    await read('14')
    expect(await channels()).toMatchObject([
      { name: 'Tom & Jerry Bugmin', platform_id: 'UCbugmin0000000000000141' },
    ])
  })
})
