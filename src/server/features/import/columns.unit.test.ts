import { PLATFORMS } from '#server/platforms/platforms.ts'
import { describe, expect, it } from 'vitest'
import { fileShape, mapByDictionary, parseColumnOption, splitUnit } from './columns.ts'
import { FIELDS } from '#shared/rules/imports.ts'
import { type Field, HEADERS } from './presets.ts'

const shapeOf = (headers: readonly string[], named?: readonly (readonly [Field, string])[]) =>
  fileShape(headers, PLATFORMS, named)

describe('known kinds of files', () => {
  it.each([
    [
      'global-youtube-statistics',
      'rank,Youtuber,subscribers,video views,category,Title,uploads,Country,Abbreviation,channel_type,created_year',
    ],
    ['socialblade-top', 'Rank,Grade,Channel name,Video Uploads,Subscribers,Video views'],
    ['top-youtubers', 'Rank,Username,Categories,Suscribers,Country,Visits,Likes,Comments,Links'],
    [
      'trending-top',
      'video_trending_country,channel_title,channel_custom_url,video_category_id,trending_appearances,total_views,total_videos,channel_subscribers,channel_view_count,rank',
    ],
    [
      'tw-vtuber',
      'channel_id,name,subscribers,subscriber_status,total_views,country,group,activity,debut_date,popular_video_id,avatar_url',
    ],
    ['daily-series', 'date,channel_id,subscribers,total_views'],
    ['it-lists', 'source,name,url,channel_id,handle,language,section'],
  ])('%s is recognised by its headers, in any order and case', (name, header) => {
    const headers = header.split(',')
    expect(shapeOf(headers).name).toBe(name)
    expect(shapeOf(headers.toReversed().map((each) => each.toUpperCase())).name).toBe(name)
  })

  it.each(['name', 'Channel Name'])('daily statistics with names (%s) are read whole', (name) => {
    const header = `date,channel_id,${name},subscribers,total_views,country,video_count,email`
    expect(shapeOf(header.split(','))).toMatchObject({
      name: null,
      columns: { fetched_at: [0], platform_id: [1], name: [2], country: [5], uploads: [6], email: [7] },
    })
  })

  it('daily statistics may have a column without a header', () =>
    expect(shapeOf(',date,channel_id,subscribers,total_views'.split(',')).name).toBe('daily-series'))

  it('ignores columns that are not about the channel', () => {
    const trending =
      'video_trending_country,channel_title,channel_custom_url,video_category_id,trending_appearances,total_views,total_videos,channel_subscribers,channel_view_count'.split(
        ',',
      )
    expect(shapeOf(trending).columns).toEqual({
      name: [1],
      custom_url: [2],
      content_type: [3],
      subscribers: [7],
      views: [8],
    })
  })
})

describe('the dictionary of columns', () => {
  it.each([
    [
      'Channel Name,Subscribers,Total Views,Videos,Country',
      { name: [0], subscribers: [1], views: [2], uploads: [3], country: [4] },
    ],
    [
      'channelTitle,subscriberCount,viewCount,videoCount,channelId',
      { name: [0], subscribers: [1], views: [2], uploads: [3], platform_id: [4] },
    ],
    [
      'Название канала;Подписчики;Просмотры;Количество видео;Ссылка;Почта',
      { name: [0], subscribers: [1], views: [2], uploads: [3], url: [4], email: [5] },
    ],
    [
      'Nombre del canal;Suscriptores;Visualizaciones;País;Idioma',
      { name: [0], subscribers: [1], views: [2], country: [3], language: [4] },
    ],
    [
      'Kanalname;Abonnenten;Aufrufe;Land;Sprache',
      { name: [0], subscribers: [1], views: [2], country: [3], language: [4] },
    ],
    [
      'Nom de la chaîne;Abonnés;Vues;Pays;Catégorie',
      { name: [0], subscribers: [1], views: [2], country: [3], content_type: [4] },
    ],
    ['Nome do canal;Inscritos;Visualizações;País', { name: [0], subscribers: [1], views: [2], country: [3] }],
    [
      '频道名称,订阅者,观看次数,国家,类别',
      { name: [0], subscribers: [1], views: [2], country: [3], content_type: [4] },
    ],
    ['チャンネル名,登録者数,視聴回数,国', { name: [0], subscribers: [1], views: [2], country: [3] }],
    ['Kanal adı;Abone sayısı;İzlenme;Ülke', { name: [0], subscribers: [1], views: [2], country: [3] }],
  ])('%s', (header, map) => expect(mapByDictionary(header.split(/[,;]/))).toEqual(map))

  it('knows counts by names with a unit', () => {
    const map = mapByDictionary([
      'Name',
      'Subscribers (millions)',
      'Просмотры, млн.',
      'Videos in thousands',
      'Note (M)',
    ])
    expect(map).toEqual({ name: [0], subscribers: [1], views: [2], uploads: [3] })
    expect(splitUnit('Просмотры, млн.')).toEqual({ name: 'Просмотры', unit: 'млн' })
    expect(splitUnit('Subscribers (total)')).toEqual({ name: 'Subscribers (total)', unit: '' })
  })

  it('knows Russian words with й', () => expect(mapByDictionary(['Никнейм'])).toEqual({ handle: [0] }))

  it('prefers the more specific of two columns', () => {
    expect(mapByDictionary(['title', 'channel_title'])['name']).toEqual([1, 0])
  })

  it('maps every field’s own name', () => {
    for (const field of FIELDS) expect(mapByDictionary([field])).toEqual({ [field]: [0] })
  })

  it('gives no header to two fields', () => {
    const headers = Object.values(HEADERS).flatMap((words) => words.split('|'))
    expect(headers.length).toBe(new Set(headers).size)
  })

  it.each(['channelTitle', 'Channel_Title', 'CHANNEL TITLE', ' channel-title '])('reads %j', (header) =>
    expect(mapByDictionary([header])).toEqual({ name: [0] }),
  )
})

describe('--map', () => {
  it('assigns columns to fields', () => {
    expect(parseColumnOption('name=Who, is it,Subscribers=Fans (k),email=Mail')).toEqual([
      ['name', 'Who, is it'],
      ['subscribers', 'Fans (k)'],
      ['email', 'Mail'],
    ])
    expect(() => parseColumnOption('colour=Red')).toThrow(/does not know 'colour'/)
    expect(() => parseColumnOption('name')).toThrow(/field=Column/)
  })

  it('overrides detected columns', () => {
    expect(shapeOf(['name', 'views', 'My Name'], [['name', 'my_name']]).columns).toEqual({
      name: [2],
      views: [1],
    })
  })

  it('prefers the column that is spelled exactly so', () => {
    const columnOf = (header: string) => shapeOf(['name', 'Name'], [['name', header]]).columns.name
    expect(['Name', 'name', 'NAME'].map(columnOf)).toEqual([[1], [0], [0]])
  })
})

describe('files without channels', () => {
  it.each([
    ['video_id,channel_id,channel_title,title,view_count,like_count', /videos/],
    ['VideoID,RegionCode,TrendingDate,Views,Likes', /videos/],
    ['video_id,channel_title,channel_subscribers,likes,comments', /videos/],
    ['видео id,название,просмотры', /videos/],
    ['id video,titre,vues', /videos/],
    ['视频id,标题', /videos/],
    ['影片id,標題', /videos/],
    ['動画id,タイトル', /videos/],
    ['video_id,channel_title,subscribers,publish_time,dislike_count', /videos/],
    ['id видео,канал,подписчики,название видео,likes', /videos/],
    ['channel_id,url', /ids only/],
    ['a,b,c', /--map/],
  ])('%s', (header, problem) => {
    expect(() => shapeOf(header.split(','))).toThrow(problem)
  })

  it('unlike channels with a sample video', () => {
    expect(shapeOf('channel_name,subscribers,video_id'.split(',')).name).toBeNull()
  })
})
