import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { createImportBench } from '#test/support/import-files.ts'
import { shared } from '#test/support/shared.ts'

// Real files may not be copied into the project. Where they lie beside it, every one is imported, too.
const FOLDER = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url))

const NOTHING = {
  changed: 0,
  unchanged: 0,
  duplicates: 0,
  refused: 0,
  merged: 0,
  contactsAdded: 0,
  unclear: 0,
}

/** A catalogue into which the files of a describe block are imported in turn. */
function useBench() {
  const bench = shared(createImportBench)
  beforeAll(() => bench.app.clock.set('2026-11-21T00:00:00Z'))
  return {
    bench,
    count: async (condition: string, source: string) => {
      const [row] = await bench.rows<{ n: number }>(
        `select count(*)::int as n from channel where source = $1 and (${condition})`,
        [source],
      )
      return row?.n
    },
    /** Channels whose name or addresses should have been refused. */
    wrongChannels: () =>
      bench.rows(
        `select name from channel where name ~ 'ï¿|ıı|\\ufffd' or trim(name) = '' or name_key = ''
           or url !~ '^https://www\\.youtube\\.com/' or thumbnail_url !~ '^https://(yt3\\.ggpht\\.com|static-cdn\\.jtvnw\\.net)/'`,
      ),
  }
}

const id = (letter: string) => `UC${letter.repeat(22)}`
const lines = (...texts: string[]) => `${texts.join('\n')}\n`

/** Made-up files with the columns and quirks of the real ones. */
const FILES = {
  'statistics.csv': lines(
    'rank,Youtuber,subscribers,video views,category,Title,uploads,Country,Abbreviation,channel_type,created_year',
    '1,Горный хлеб,1200000,2.5E+09,Music,Gornyj,321,Russia,RU,Music,2014',
    '2,"Kitchen, Loud",900000,0,Film & Animation,kitchen,1,nan,nan,Games,2010',
    '3,ýýý ï¿½ï¿½ï¿½ı,800000,5,Comedy,lost,6,India,IN,Comedy,2012',
    '4,An Hour of Nobody,700000,10000,nan,hour,5,Germany,DE,nan,2015',
  ),
  'top.csv': lines(
    'Rank,Grade,Channel name,Video Uploads,Subscribers,Video views',
    '1st,A++ ,Deep Lake,100,18752,20869',
    '2nd,A++ ,Two Owls,--,-- ,300',
    '3rd,A+ ,Deep Lake,5,7,9',
  ),
  'youtubers.csv': lines(
    'Rank,Username,Categories,Suscribers,Country,Visits,Likes,Comments,Links',
    `1.00,slowtrains,Entertainment,249500000,IN,86200,2700,78,http://youtube.com/channel/${id('a')}`,
    `2.00,Bread at Five,,500,RU,1,1,1,http://youtube.com/channel/${id('b')}`,
  ),
  'trending.csv': lines(
    'video_trending_country,channel_title,channel_custom_url,video_category_id,trending_appearances,total_views,total_videos,channel_subscribers,channel_view_count,rank',
    'Algeria,Deep River,@deep_river,Gaming,876,90593955,178,5740000,2326509274,1',
    'Norway,Deep River,@deep_river,Gaming,12,10,2,5740000,2326509274,3',
    'Norway,Nothing but Rain,,Sports,1,1,1,10,20,4',
  ),
  'performers_2026-08-23.csv': lines(
    'channel_id,name,subscribers,subscriber_status,total_views,country,group,activity,debut_date,popular_video_id,avatar_url',
    `${id('c')},高山茶,547000,has,105286482,TW,,active,2021-10-31,abc,https://yt3.ggpht.com/made-up=s88`,
    `${id('d')},夜貓子,0,hidden,500,GB,一組,graduate,2020-01-01,,`,
    `${id('e')},雨聲,,no,,,,active,,,https://static-cdn.jtvnw.net/made-up.png`,
  ),
  'days.csv.gz': gzipSync(
    lines(
      'date,channel_id,subscribers,total_views',
      `2026-08-22,${id('c')},546000,105000000`,
      `2026-08-24,${id('c')},548000,105300000`,
      `2026-08-22,${id('d')},,400`,
      `2026-08-24,${id('z')},5,6`,
    ),
  ),
  'lists.csv': lines(
    'source,name,url,channel_id,handle,language,section',
    `list/one,Дежурный админ,https://www.youtube.com/channel/${id('f')},${id('f')},,ru,Sysadmin / DevOps / SRE`,
    'list/one,Night Deploys,https://youtube.com/@night_deploys,,@night_deploys,en,Sysadmin / DevOps / SRE',
    'list/one,Night Deploys,https://youtube.com/@night_deploys,,@night_deploys,en,Data Science',
    'list/two,Верстаем ночью,https://www.youtube.com/@layouts_by_night,,@layouts_by_night,ru,Frontend',
  ),
} as const

describe('made-up files of every known kind', () => {
  const { bench, count, wrongChannels } = useBench()
  const importMadeUp = (name: keyof typeof FILES) => bench.importText(FILES[name], { name })
  const again = async (name: keyof typeof FILES, unchanged: number) => {
    expect(await importMadeUp(name)).toMatchObject({ added: 0, changed: 0, unchanged })
  }

  it('global statistics: names lost to a wrong decoding are refused, unknown countries stay unknown', async () => {
    const report = await importMadeUp('statistics.csv')
    const source = 'global-youtube-statistics'
    expect(report).toMatchObject({
      ...NOTHING,
      shape: source,
      rows: 4,
      added: 3,
      refused: 1,
      reasons: { 'mangled encoding': 1 },
      asOf: new Date('2023-01-01'),
    })
    expect(report.refusals.map(({ line }) => line)).toEqual([4])
    expect(await bench.quarantined(report)).toHaveLength(1)
    expect(await count('country is null', source)).toBe(1)
    expect(await count('content_types = 0', source)).toBe(1)
    expect(await count('platform_id is not null or handle is not null', source)).toBe(0)
    const [bread] = await bench.rows(
      `select subscribers, views, uploads, country from channel where name = 'Горный хлеб'`,
    )
    expect(bread).toEqual({ subscribers: 1_200_000, views: 2_500_000_000, uploads: 321, country: 'RU' })
    await again('statistics.csv', 3)
  })

  it('a top list: hidden counts are unknown', async () => {
    const source = 'socialblade-top'
    expect(await importMadeUp('top.csv')).toMatchObject({
      ...NOTHING,
      shape: source,
      rows: 3,
      added: 2,
      duplicates: 1,
    })
    expect(await count('subscribers is null', source)).toBe(1)
    expect(await count('subscribers = 0', source)).toBe(0)
    expect(await count('uploads is null', source)).toBe(1)
    await again('top.csv', 2)
    // Ranks are unique, so every row becomes its own channel.
    await bench.importText(FILES['top.csv'], { columns: [['name', 'Rank']], source: 'by-rank' })
    expect(await count('true', 'by-rank')).toBe(3)
  })

  it('links: ids come from links, averages of videos are not views', async () => {
    const source = 'top-youtubers'
    expect(await importMadeUp('youtubers.csv')).toMatchObject({
      ...NOTHING,
      shape: source,
      rows: 2,
      added: 2,
    })
    const known = 'platform_id is not null and country is not null and views is null'
    expect(await count(known, source)).toBe(2)
    await again('youtubers.csv', 2)
  })

  it('trending by country: one channel for its rows in many countries', async () => {
    const source = 'trending-top'
    expect(await importMadeUp('trending.csv')).toMatchObject({
      ...NOTHING,
      shape: source,
      rows: 3,
      added: 2,
      duplicates: 1,
    })
    expect(await count('handle is not null', source)).toBe(1)
    expect(await count('country is not null', source)).toBe(0)
    await again('trending.csv', 2)
  })

  it('performers: hidden and missing counts are unknown', async () => {
    const source = 'tw-vtuber'
    expect(await importMadeUp('performers_2026-08-23.csv')).toMatchObject({
      ...NOTHING,
      shape: source,
      rows: 3,
      added: 3,
      asOf: new Date('2026-08-23'),
    })
    expect(await count('subscribers is null', source)).toBe(2)
    expect(await count('views is null', source)).toBe(1)
    expect(await count('country is null', source)).toBe(1)
    expect(await count(`country = 'GB'`, source)).toBe(1)
    expect(await count('thumbnail_url is null', source)).toBe(1)
    await again('performers_2026-08-23.csv', 3)
  })

  it('daily statistics: only known channels, by the newest day', async () => {
    const report = await importMadeUp('days.csv.gz')
    expect(report).toMatchObject({
      added: 0,
      changed: 1,
      unchanged: 1,
      shape: 'daily-series',
      rows: 4,
      refused: 1,
      duplicates: 1,
    })
    expect(report.reasons).toEqual({ 'no name, and the channel is not known': 1 })
    expect(await count('subscribers = 548000 and views = 105300000', 'tw-vtuber')).toBe(1)
    await again('performers_2026-08-23.csv', 3)
  })

  it('lists: two sources in one file, sections as content types', async () => {
    expect(await importMadeUp('lists.csv')).toMatchObject({
      ...NOTHING,
      shape: 'it-lists',
      rows: 4,
      added: 3,
      duplicates: 1,
    })
    expect(await count('platform_id is not null and content_types <> 0', 'list/one')).toBe(1)
    expect(await count(`handle = 'night_deploys'`, 'list/one')).toBe(1)
    expect(await count(`language = 'ru' and content_types <> 0`, 'list/two')).toBe(1)
    await again('lists.csv', 3)
  })

  it.each([
    [
      'videos that trended',
      'region,video_id,title,publishedAt,channelId,channelTitle,categoryId,trending_date,tags,view_count,likes,dislikes,comment_count,thumbnail_link',
      'RU,video000001,Суп,2020-08-12T09:00:16Z,UCx,Кухня,24,2020-08-12T00:00:00Z,суп|soup,5,4,3,2,https://i.ytimg.example/x.jpg',
    ],
    [
      'daily statistics of videos',
      'VideoID,RegionCode,TrendingDate,Views,Likes,CommentCount,Dislikes',
      'video000001,US,2017-11-14,5,4,3,2',
    ],
    [
      'daily views of videos',
      'date,video_id,channel_id,channel_name,title,view_count,upload_time,thumbnail_url',
      `2026-06-13,video000001,${id('c')},高山茶,歌,5,2026-05-20T09:30:07Z,https://i.ytimg.example/x.jpg`,
    ],
    [
      'resources of videos',
      'video_id,channel_id,channel_title,title,published_at,category_id,duration,view_count,like_count,dislike_count,comment_count,topic_categories,thumbnail_url',
      `video000001,${id('c')},Soup,Soup,2019-02-12T01:18:03Z,24,PT4M5S,5,4,3,2,Knowledge,https://i.ytimg.example/x.jpg`,
    ],
    ['ids alone', 'channel_id,url', `${id('c')},https://www.youtube.com/channel/${id('c')}`],
  ])('%s contain no channels and are refused with a reason', async (_name, header, row) => {
    await expect(bench.importText(lines(header, row))).rejects.toThrow(/list of videos|No name/)
  })

  it('no mangled, empty or unsearchable name was imported, and only known hosts', async () => {
    expect(await wrongChannels()).toEqual([])
  })
})

/** Of each real file: what its import reports, and how many channels of a source meet conditions. */
const REAL = {
  'channels_global_youtube_statistics_2023.csv': [
    { shape: 'global-youtube-statistics', rows: 995, added: 896, refused: 99, asOf: new Date('2023-01-01') },
    'global-youtube-statistics',
    {
      'country is null': 115,
      "country = 'RU'": 10,
      'content_types = 0': 6,
      'platform_id is not null or handle is not null': 0,
      "name = 'T-Series' and subscribers = 245e6 and views = 228e9 and uploads = 20082 and country = 'IN'": 1,
    },
  ],
  'channels_top5000_socialblade_2018.csv': [
    { shape: 'socialblade-top', rows: 5_000, added: 4_983, duplicates: 17 },
    'socialblade-top',
    { 'subscribers is null': 383, 'subscribers = 0': 0, 'uploads is null': 6 },
  ],
  'channels_top1000_youtubers_2023.csv': [
    { shape: 'top-youtubers', rows: 1_000, added: 1_000 },
    'top-youtubers',
    { 'platform_id is not null and country is not null and views is null': 1_000, "country = 'RU'": 20 },
  ],
  'channels_trending_top10_per_country_2024_2026.csv': [
    { shape: 'trending-top', rows: 1_110, added: 462, duplicates: 648 },
    'trending-top',
    { 'handle is not null': 459, 'country is not null': 0 },
  ],
  'channels_tw_vtuber_2026-08-23.csv': [
    { shape: 'tw-vtuber', rows: 2_924, added: 2_924, asOf: new Date('2026-08-23') },
    'tw-vtuber',
    {
      'subscribers is null': 33,
      'views is null': 201,
      'country is null': 50,
      "country = 'GB'": 1,
      'thumbnail_url is null': 8,
    },
  ],
  // Only channels that the file before has made known.
  'channels_tw_vtuber_daily_2026-06_2026-08.csv.gz': [
    {
      shape: 'daily-series',
      rows: 212_135,
      added: 0,
      changed: 44,
      unchanged: 2_880,
      refused: 4_017,
      duplicates: 205_194,
    },
    'tw-vtuber',
    {},
  ],
  'channels_it_lists_ru_en.csv': [
    // One of its addresses is a video's.
    { shape: 'it-lists', rows: 375, added: 369, duplicates: 6, unclear: 1 },
    'andrew--r/channels',
    { true: 249, 'platform_id is not null': 157, "language = 'ru'": 85, 'content_types <> 0': 249 },
  ],
} as const satisfies Record<string, readonly [object, string, Record<string, number>]>

describe.each(existsSync(FOLDER) ? [FOLDER] : [])('real files', () => {
  const { bench, count, wrongChannels } = useBench()
  const importReal = (name: string) => bench.importFile(FOLDER + name)

  it.each(Object.entries(REAL))(
    '%s is imported',
    async (name, [expected, source, counts]) => {
      const report = await importReal(name)
      expect(report).toMatchObject({ ...NOTHING, ...expected })
      expect(await bench.quarantined(report)).toHaveLength(report.refused)
      for (const [condition, channels] of Object.entries(counts))
        expect(await count(condition, source), condition).toBe(channels)
    },
    180_000,
  )

  it.each(
    (existsSync(FOLDER) ? readdirSync(FOLDER) : []).filter((name) => /^(videos_|channel_ids_)/.test(name)),
  )('%s contains no channels and is refused with a reason', async (name) => {
    await expect(importReal(name)).rejects.toThrow(/list of videos|No name/)
  })

  it('no mangled, empty or unsearchable name was imported, and only known hosts', async () => {
    expect(await wrongChannels()).toEqual([])
  })
})
