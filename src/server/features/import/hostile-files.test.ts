import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { anyCodePoint, fc, runs } from '#test/support/fast-check.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { generateChannels } from '#local/demo/generate-channels.ts'
import { CSV_HEADER, csvLine } from '#local/demo/generate-csv.ts'
import { WORTHWHILE_ROWS } from '#server/features/catalogue/bulk.sql.ts'
import { ImportRefused } from './open.ts'
import { shared } from '#test/support/shared.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { createImportBench } from '#test/support/import-files.ts'

const bench = shared(createImportBench)
beforeEach(() => bench.clear())

const names = async () =>
  (await bench.rows<{ name: string }>('select name from channel order by name')).map(({ name }) => name)

describe('hostile rows', () => {
  it('are plain data: formulas, markup, SQL and escapes are stored unchanged', async () => {
    const hostile = [
      `=HYPERLINK("https://evil.example","click")`,
      '+1+cmd|/C calc!A0',
      '@SUM(1+1)*cmd',
      '<script>alert(1)</script>',
      `Robert'); drop table channel;--`,
      String.raw`back\slash \N \. \t`,
      '{"__proto__":{"polluted":true}}',
      '${7*7} #{7*7} %s %n',
    ]
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
    await bench.importText(
      `name,__proto__,constructor\n${hostile.map((name) => `${cell(name)},x,y`).join('\n')}\n`,
    )
    expect(await names()).toEqual(hostile.toSorted())
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('cannot smuggle control characters, line breaks or reversed text into names', async () => {
    await bench.importText('name\n"A\u0000B\u202Etxt.exe"\n"Two\nlines"\nZero\u200bWidth\n')
    expect(await names()).toEqual(['A B txt.exe', 'Two lines', 'Zero\u200bWidth'])
  })

  it('cannot put an address into search results through any public cell', async () => {
    const address = 'business@leaktest.example'
    const escaped = 'business%40leaktest.example'
    const thumbnail = `https://yt3.ggpht.com/${address}=s88`
    const rows = [
      { name: `Leaky Bob ${address}` },
      { name: `Leaky Sue (mailto:${address}), at 5 o'clock @home` },
      { name: address, handle: 'leaky-handle' },
      { name: 'Leaky id', platform: 'vk', id: address },
      { name: 'Leaky path', platform: 'vk', url: `https://vk.example/${address}/about` },
      { name: 'Leaky query', platform: 'vk', url: `https://vk.example/?write=${escaped}` },
      { name: 'Leaky login', platform: 'vk', url: `https://${address}/` },
      { name: 'Leaky handle', platform: 'vk', handle: `@${address}`, url: 'https://vk.example/@leaky.one' },
      { name: 'Leaky picture', thumbnail },
      { name: 'Leaky drawing', thumbnail: `/thumbnails/demo/${escaped}.svg` },
      { name: 'Leaky custom', custom_url: `@${address}`, url: `https://www.youtube.com/c/${address}` },
    ]
    await bench.importText(rows.map((row) => `${JSON.stringify(row)}\n`).join(''), { name: 'rows.ndjson' })
    await using world = await createTestApp({ databaseUrl: bench.databaseUrl })
    const bodies = [
      { mainInputValue: 'leaky', limit: 50 },
      { mainInputValue: address, limit: 50 },
    ]
    for (const body of bodies) {
      const found = await world.client().call('POST /search', { body })
      expect(found.status).toBe(200)
      expect(decodeURIComponent(JSON.stringify(found.body))).not.toContain('leaktest')
    }
    expect((await names()).toSorted()).toEqual(
      [
        'Leaky Bob …',
        "Leaky Sue (…), at 5 o'clock @home",
        ...rows.slice(3).map(({ name }) => name),
      ].toSorted(),
    )
    expect(await bench.rows(`select url from channel where name = 'Leaky handle'`)).toEqual([
      { url: 'https://vk.example/@leaky.one' },
    ])
    const kept = await bench.rows('select channel::text as text from channel')
    expect(decodeURIComponent(JSON.stringify(kept))).not.toContain('leaktest')
  })

  it('spoil only their own line: an open quote, an endless line, a lone quote', async () => {
    const report = await bench.importText(
      `name,subscribers\nFirst,1\n"never closed,2\nThird,3\n${'x'.repeat(1_500_000)},4\nFifth,5\nSixth "quoted" part,6\n"Seven",7\n`,
    )
    expect(await names()).toEqual(['Fifth', 'First', 'Seven', 'Sixth "quoted" part', 'Third'])
    expect(report.refusals).toEqual([
      { line: 3, reason: 'unclosed quote' },
      { line: 5, reason: 'row too long' },
    ])
  })

  it('of NDJSON spoil only their own line, too', async () => {
    const deep = `{"a":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`
    const report = await bench.importText(
      `{"name":"One","subscribers":1}\nnot json\n[1]\nnull\n"text"\n${deep}\n{"name":{"toString":"x"}}\n{"__proto__":{"name":"P"},"name":"Two"}\n{"name":"Three","subscribers":1e999}\n`,
      { name: 'rows.ndjson' },
    )
    expect(await names()).toEqual(['One', 'Three', 'Two'])
    expect(report.refusals.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7])
  })

  it('with absurd numbers and dates make these unknown', async () => {
    await bench.importText(
      'name,subscribers,views,videos,last_upload,fetched_at\nA,99999999999999999999,-5,1e999,9999-12-31,2999-01-01\nB,-٣,0x10,NaN,0000-00-00,1969-07-20\n',
    )
    expect(
      await bench.rows(
        'select distinct subscribers, views, uploads, last_upload_at, extract(year from fetched_at)::int as year from channel',
      ),
    ).toEqual([{ subscribers: null, views: null, uploads: null, last_upload_at: null, year: 2026 }])
  })

  it('never crash an import, whatever the bytes', async () => {
    const noise = fc.uint8Array({ minLength: 1, maxLength: 400 })
    const rows = fc
      .string({ unit: anyCodePoint, maxLength: 400 })
      .map((text) => Buffer.from(`name,email,subscribers\n${text}`))
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          noise,
          rows,
          noise.map((bytes) => gzipSync(bytes)),
        ),
        async (bytes) => {
          const report = await bench.importText(bytes).catch((error: unknown) => error)
          if (report instanceof Error) expect(report).toBeInstanceOf(ImportRefused)
        },
      ),
      { numRuns: runs(300) },
    )
    expect(await bench.rows(`select 1 from channel where name ~ '[\\u0001-\\u001f]' or name = ''`)).toEqual(
      [],
    )
  })
})

describe('a hundred hostile files', () => {
  const HEAD = 'id,name,subscribers\n'
  const text = (given: string): [string | Buffer] => [given]
  const range = <T>(count: number, make: (at: number) => T) =>
    Array.from({ length: count }, (_, at) => make(at))
  const bytes = (hex: string) =>
    Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(range(400, (at) => (at * 37) % 256))])
  const packed = gzipSync(HEAD + range(2_000, (at) => `,Name ${at * 7919},1\n`).join(''))
  const refused: readonly (readonly [code: string, files: readonly (string | Buffer)[]])[] = [
    // PNG, JPEG, GIF, PDF, ELF, EXE, 7z, RAR, bzip2, xz, zstd, SQLite, Java, WebAssembly, MP4, Ogg, MP3, WOFF, Parquet, Avro
    ['not_text', ['89504e470d0a1a0a00', 'ffd8ffe000104a46', '47494638396100', '255044462d312e370a00', '7f454c46020101', '4d5a9000', '377abcaf271c00', '526172211a0700', '425a683931415926', 'fd377a585a00', '28b52ffd00', '53514c69746520666f726d6174203300', 'cafebabe0000', '0061736d01', '00000018667479706d', '4f67675300', '49443303', '774f4632', '50415231', '4f626a01'].map(bytes)], // biome-ignore format: a list
    ['damaged', range(12, (at) => packed.subarray(0, 20 + at * 200))],
    ['archive', ['504b0304', '504b0506', '504b0708'].map(bytes)],
    [
      'markup',
      ['<!doctype html>', '<html>', '<?xml version="1.0"?>', '<table><tr>', '<opml>', ' \n<HTML>'].flatMap(
        text,
      ),
    ],
    ['empty', ['\n', '  ', '\ufeff', '\r\n\r\n'].flatMap(text)],
    ['no_objects', ['{"a":', '{', '[{', '{"name":"A"'].flatMap(text)],
    [
      'videos',
      ['video_id,title,likes\na,A,1\n', 'title,trending_date,comment_count,likes\nA,1,1,1\n'].flatMap(text),
    ],
    ['no_names', range(6, (at) => `x${at},y\n1,2\n`)],
  ]
  const read: readonly (string | Buffer)[] = [
    ...range(
      10,
      (at) => `${HEAD}${range(10, (row) => (row === at ? ',"open,1\n' : `,Row ${row},1\n`)).join('')}`,
    ),
    ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=cmd|x!A0', '＝1', '%0A=1'].map(
      (name) => `${HEAD},${name} x,1\n`,
    ),
    ...['name,name', 'name,Name', 'email,email,name', '"name","name"', 'name,,,', 'name,name,name'].map(
      (head) => `${head}\nA,B,C,D\n`,
    ),
    ...['utf16le', 'latin1', 'ucs2'].map((encoding) =>
      Buffer.from(`${HEAD},Résumé café,1\n`, encoding as BufferEncoding),
    ),
    ...['c0af', 'edA080', 'f4908080', 'ff', 'e28080e2'].map((hex) =>
      Buffer.concat([Buffer.from(`${HEAD},A `), Buffer.from(hex, 'hex'), Buffer.from(',1\n,B,2\n')]),
    ),
    ...['language|(', 'email|т', 'country|;', 'url|1,', 'description|x', 'handle|A '].map((kind) => {
      const [field = '', sign = ''] = kind.split('|')
      return `name,${field}\nA,"${sign.repeat(100_000)}"\n`
    }),
    `${HEAD}${','.repeat(100_000)}\n,A,1\n`,
    `${HEAD}${'\n'.repeat(200_000)},A,1\n`,
    `${HEAD},${'x'.repeat(1_000_000)},1\n,A,1\n`,
    `name,${range(5_000, (at) => `c${at}`).join(',')}\nA\n`,
    `${HEAD},A\0B,1\n`,
    `{"name":"A","x":${'['.repeat(20_000)}${']'.repeat(20_000)}}\n{"name":"B"}\n`,
    `{"name":"A","name":"B","__proto__":{"x":1}}\n`,
    gzipSync(
      Buffer.concat([
        Buffer.from(`${HEAD},Before,1\n`),
        Buffer.alloc(100_000_000, 'x'),
        Buffer.from('\n,After,1\n'),
      ]),
    ),
    gzipSync(Buffer.concat([Buffer.from(HEAD), Buffer.alloc(500_000, ',x,1\n')])),
  ]

  it('are refused with a reason, or lose only what is wrong, in bounded memory', async () => {
    expect(refused.flatMap(([, files]) => files).length + read.length).toBeGreaterThanOrEqual(100)
    const before = process.memoryUsage().rss
    for (const [code, files] of refused)
      for (const [at, file] of files.entries())
        await expect(bench.importText(file), `${code} ${at}`).rejects.toMatchObject({ code })
    for (const [at, file] of read.entries()) {
      const {
        added,
        changed,
        unchanged,
        duplicates,
        refused: lost,
        rows,
      } = await bench.importText(file, { isDryRun: true })
      expect(added + changed + unchanged + duplicates + lost, `file ${at}`).toBe(rows)
      expect(rows, `file ${at}`).toBeGreaterThan(0)
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
    expect(await names()).toEqual([])
  }, 120_000)
})

describe('an import that is killed', () => {
  const FEW = 500
  // The clock must be later than the dates of the generated facts.
  beforeAll(() => bench.app.clock.set('2026-12-01T00:00:00Z'))

  async function writeFileOf(count: number): Promise<string> {
    const path = join(bench.folder, 'list.csv')
    const rows = [...generateChannels({ count, seed: 3, names: 'statistical' })]
    await writeFile(path, [CSV_HEADER, ...rows.map(csvLine)].join(''))
    return path
  }

  const start = (file: string, stopAt: string) =>
    spawn(
      process.execPath,
      [
        fileURLToPath(new URL('../../../../bench/run-import.ts', import.meta.url)),
        bench.databaseUrl,
        file,
        stopAt,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )

  it.each([
    ['reading', FEW],
    ['comparing', FEW],
    ['writing', FEW],
    // Indexes are dropped meanwhile.
    ['indexing', WORTHWHILE_ROWS],
  ])('by kill -9 while %s leaves nothing behind', async (phase, count) => {
    const file = await writeFileOf(count)
    const child = start(file, phase)
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await names()).toEqual([])
    expect(await bench.rows('select 1 from import_run')).toEqual([])
    expect(await bench.rows('select 1 from search_entry')).toEqual([])
    expect(await bench.importFile(file)).toMatchObject({ added: count })
  })

  it('does not disturb another one: the same file at the same moment is imported once', async () => {
    const file = await writeFileOf(FEW)
    const reports = await Promise.all([1, 2, 3].map(() => bench.importFile(file)))
    expect(reports.map(({ added }) => added).toSorted((a, b) => a - b)).toEqual([0, 0, FEW])
    expect(reports.map(({ unchanged }) => unchanged).toSorted((a, b) => a - b)).toEqual([0, FEW, FEW])
    expect(await names()).toHaveLength(FEW)
  })
})
