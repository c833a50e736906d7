import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImportBench, type ImportBench } from '#test/support/import-files.ts'

// Real files may not be copied into the project: where they lie beside it, every one is imported as it is.
const FOLDER = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url))
const isThere = existsSync(FOLDER)
if (!isThere) process.stderr.write(`SKIPPED: real files are imported only where ${FOLDER} exists.\n`)

const NOTHING = {
  changed: 0,
  unchanged: 0,
  duplicates: 0,
  refused: 0,
  merged: 0,
  contactsAdded: 0,
  unclear: 0,
}

describe.skipIf(!isThere)('real files', () => {
  let bench: ImportBench
  beforeAll(async () => {
    bench = await createImportBench()
    bench.app.clock.set('2026-11-21T00:00:00Z')
  })
  afterAll(() => bench[Symbol.asyncDispose]())

  const importReal = (name: string) => bench.importFile(FOLDER + name)
  const count = async (condition: string, source: string) => {
    const [row] = await bench.rows<{ n: number }>(
      `select count(*)::int as n from channel where source = $1 and (${condition})`,
      [source],
    )
    return row?.n
  }
  const again = async (name: string, unchanged: number) => {
    expect(await importReal(name)).toMatchObject({ added: 0, changed: 0, unchanged })
  }

  it('global statistics of 2023: names lost in a wrong decoding are refused, unknown countries stay unknown', async () => {
    const name = 'channels_global_youtube_statistics_2023.csv'
    const report = await importReal(name)
    expect(report).toMatchObject({
      ...NOTHING, shape: 'global-youtube-statistics', rows: 995, added: 896, refused: 99, reasons: { 'mangled encoding': 99 },
      asOf: new Date('2023-01-01'),
    }) // biome-ignore format: counts
    expect(report.refusals.slice(0, 3).map(({ line }) => line)).toEqual([8, 57, 66])
    expect(await bench.quarantined(report)).toHaveLength(99)
    const source = 'global-youtube-statistics'
    expect(await count('country is null', source)).toBe(115)
    expect(await count(`country = 'RU'`, source)).toBe(10)
    expect(await count('content_types = 0', source)).toBe(6)
    expect(await count('platform_id is not null or handle is not null', source)).toBe(0)
    const [series] = await bench.rows(
      `select subscribers, views, uploads, country from channel where name = 'T-Series' and source = $1`,
      [source],
    )
    expect(series).toEqual({
      subscribers: 245_000_000,
      views: 228_000_000_000,
      uploads: 20_082,
      country: 'IN',
    })
    await again(name, 896)
  })

  it('the top 5,000 of 2018: hidden counts are unknown', async () => {
    const name = 'channels_top5000_socialblade_2018.csv'
    expect(await importReal(name)).toMatchObject({
      ...NOTHING,
      shape: 'socialblade-top',
      rows: 5_000,
      added: 4_983,
      duplicates: 17,
    })
    expect(await count('subscribers is null', 'socialblade-top')).toBe(383)
    expect(await count('subscribers = 0', 'socialblade-top')).toBe(0)
    expect(await count('uploads is null', 'socialblade-top')).toBe(6)
    await again(name, 4_983)
    // Ranks are all different: every row of the file as a channel of its own.
    await bench.importFile(FOLDER + name, { columns: [['name', 'Rank']], source: 'by-rank' })
    expect(await count('subscribers is null', 'by-rank')).toBe(387)
    expect(await count('true', 'by-rank')).toBe(5_000)
  })

  it('the top 1,000 of 2023: ids come out of links, averages of videos are no views', async () => {
    const name = 'channels_top1000_youtubers_2023.csv'
    expect(await importReal(name)).toMatchObject({
      ...NOTHING,
      shape: 'top-youtubers',
      rows: 1_000,
      added: 1_000,
    })
    expect(
      await count('platform_id is not null and country is not null and views is null', 'top-youtubers'),
    ).toBe(1_000)
    expect(await count(`country = 'RU'`, 'top-youtubers')).toBe(20)
    await again(name, 1_000)
  })

  it('trending by country: one channel for its rows in many countries', async () => {
    const name = 'channels_trending_top10_per_country_2024_2026.csv'
    expect(await importReal(name)).toMatchObject({
      ...NOTHING,
      shape: 'trending-top',
      rows: 1_110,
      added: 462,
      duplicates: 648,
    })
    expect(await count('handle is not null', 'trending-top')).toBe(459)
    expect(await count('country is not null', 'trending-top')).toBe(0)
    await again(name, 462)
  })

  it('performers of Taiwan: hidden and missing counts are unknown', async () => {
    const name = 'channels_tw_vtuber_2026-08-23.csv'
    expect(await importReal(name)).toMatchObject({
      ...NOTHING,
      shape: 'tw-vtuber',
      rows: 2_924,
      added: 2_924,
      asOf: new Date('2026-08-23'),
    })
    expect(await count('subscribers is null', 'tw-vtuber')).toBe(33)
    expect(await count('views is null', 'tw-vtuber')).toBe(201)
    expect(await count('country is null', 'tw-vtuber')).toBe(50)
    expect(await count(`country = 'GB'`, 'tw-vtuber')).toBe(1)
    expect(await count('thumbnail_url is null', 'tw-vtuber')).toBe(8)
    await again(name, 2_924)
  })

  it('their daily figures: only known channels, by the newest day', async () => {
    const name = 'channels_tw_vtuber_daily_2026-06_2026-08.csv.gz'
    const report = await importReal(name)
    expect(report).toMatchObject({
      added: 0,
      changed: 44,
      unchanged: 2_880,
      shape: 'daily-series',
      rows: 212_135,
      refused: 4_017,
      duplicates: 205_194,
    })
    expect(report.reasons).toEqual({ 'no name, and the channel is not known': 4_017 })
    await again(name, 2_924)
  }, 180_000)

  it('lists of IT channels: two sources in one file, sections as content types', async () => {
    const name = 'channels_it_lists_ru_en.csv'
    expect(await importReal(name)).toMatchObject({
      ...NOTHING,
      shape: 'it-lists',
      rows: 375,
      added: 369,
      duplicates: 6,
    })
    expect(await count('true', 'andrew--r/channels')).toBeGreaterThan(200)
    expect(await count('platform_id is not null', 'andrew--r/channels')).toBeGreaterThan(100)
    const [ru] = await bench.rows(`select count(*)::int as n from channel where language = 'ru'`)
    expect(ru?.['n']).toBeGreaterThan(170)
    await again(name, 369)
  })

  it.each(isThere ? readdirSync(FOLDER).filter((name) => /^(videos_|channel_ids_)/.test(name)) : [])(
    '%s holds no channels and is refused in words',
    async (name) => {
      await expect(importReal(name)).rejects.toThrow(/list of videos|No name/)
    },
  )

  it('no mangled, empty or unsearchable name came in, and nothing but known hosts', async () => {
    const wrong = await bench.rows(
      `select name from channel where name ~ 'ï¿|ıı|\\ufffd' or trim(name) = '' or name_key = ''
         or url !~ '^https://www\\.youtube\\.com/' or thumbnail_url !~ '^https://(yt3\\.ggpht\\.com|static-cdn\\.jtvnw\\.net)/'`,
    )
    expect(wrong).toEqual([])
  })
})
