import { type ColumnMap, type Field, headerKey, mapByDictionary } from './columns.ts'

/** A kind of file that is known: what marks it, what its columns mean, where and when its facts are from. */
interface Shape {
  readonly name: string
  /** Headers that a file of this kind has, whatever else it has. */
  readonly marks: readonly string[]
  /** Headers it does not have, to tell kinds apart. */
  readonly without?: readonly string[]
  readonly columns: Readonly<Partial<Record<Field, readonly string[]>>>
  /** The year of its facts, when no column, option or file name says better. */
  readonly year?: number
}

/** Known kinds of files, told by their headers and never by their names; the first that fits. */
const SHAPES: readonly Shape[] = [
  {
    name: 'global-youtube-statistics',
    marks: ['Youtuber', 'subscribers', 'video views', 'channel_type'],
    year: 2023,
    // `date` is when the channel was made, ranks and earnings are estimates: none of them is a fact of the catalogue.
    columns: {
      name: ['Youtuber'],
      subscribers: ['subscribers'],
      views: ['video views'],
      uploads: ['uploads'],
      content_type: ['category', 'channel_type'],
      country: ['Abbreviation', 'Country'],
    },
  },
  {
    name: 'socialblade-top',
    marks: ['Rank', 'Grade', 'Channel name', 'Video Uploads', 'Subscribers', 'Video views'],
    year: 2018,
    columns: {
      name: ['Channel name'],
      uploads: ['Video Uploads'],
      subscribers: ['Subscribers'],
      views: ['Video views'],
    },
  },
  {
    name: 'top-youtubers',
    marks: ['Username', 'Categories', 'Suscribers', 'Visits', 'Links'],
    year: 2023,
    // Visits, likes and comments are averages of a video, not figures of the channel.
    columns: {
      name: ['Username'],
      content_type: ['Categories'],
      subscribers: ['Suscribers'],
      country: ['Country'],
      url: ['Links'],
    },
  },
  {
    name: 'trending-top',
    marks: [
      'channel_title',
      'channel_custom_url',
      'channel_subscribers',
      'channel_view_count',
      'trending_appearances',
    ],
    year: 2026,
    // The country is where videos trended, total_views and total_videos count those videos: neither is the channel's.
    columns: {
      name: ['channel_title'],
      custom_url: ['channel_custom_url'],
      content_type: ['video_category_id'],
      subscribers: ['channel_subscribers'],
      views: ['channel_view_count'],
    },
  },
  {
    name: 'tw-vtuber',
    marks: ['channel_id', 'name', 'subscribers', 'subscriber_status', 'total_views', 'avatar_url'],
    // `activity` is whether the performer is still on stage; a graduate's channel is still there.
    columns: {
      platform_id: ['channel_id'],
      name: ['name'],
      subscribers: ['subscribers'],
      subscriber_status: ['subscriber_status'],
      views: ['total_views'],
      country: ['country'],
      thumbnail: ['avatar_url'],
    },
  },
  {
    name: 'daily-series',
    marks: ['date', 'channel_id', 'subscribers', 'total_views'],
    without: ['name'],
    columns: {
      fetched_at: ['date'],
      platform_id: ['channel_id'],
      subscribers: ['subscribers'],
      views: ['total_views'],
    },
  },
  {
    name: 'it-lists',
    marks: ['source', 'name', 'url', 'channel_id', 'handle', 'language', 'section'],
    columns: {
      source: ['source'],
      name: ['name'],
      url: ['url'],
      platform_id: ['channel_id'],
      handle: ['handle'],
      language: ['language'],
      content_type: ['section'],
    },
  },
]

/** How a file is read. */
export interface FileShape {
  /** The known kind's name, or null when the columns were found by the dictionary. */
  readonly name: string | null
  readonly year: number | null
  readonly columns: ColumnMap
}

/** Recognises a file by its headers. */
export function recogniseShape(headers: readonly string[]): FileShape {
  const keys = headers.map(headerKey)
  const has = (header: string) => keys.includes(headerKey(header))
  const shape = SHAPES.find(({ marks, without = [] }) => marks.every(has) && !without.some(has))
  if (shape === undefined) return { name: null, year: null, columns: mapByDictionary(headers) }
  const columns: Partial<Record<Field, number[]>> = {}
  for (const [field, names] of Object.entries(shape.columns)) {
    const found = names.filter(has).map((name) => keys.indexOf(headerKey(name)))
    if (found.length > 0) columns[field as Field] = found
  }
  return { name: shape.name, year: shape.year ?? null, columns }
}

const VIDEO_IDS = new Set(
  'video id|videoid|video url|id video|id видео|видео id|视频id|影片id|動画id'.split('|'),
)
const VIDEO_FIGURES = new Set(
  'video title|trending date|comment count|comments|likes|like count|dislikes|dislike count|duration|published at|publish time|tags|upload time|название видео'.split(
    '|',
  ),
)

/**
 * Why a file of this shape cannot be imported, in words for the operator, or null.
 * @param isMapped  the operator said what its columns mean, so it is channels whatever it looks like
 */
export function fileProblem(
  headers: readonly string[],
  { name, columns }: FileShape,
  isMapped = false,
): string | null {
  const keys = headers.map(headerKey)
  const isVideos =
    name === null &&
    !isMapped &&
    keys.some((key) => VIDEO_IDS.has(key)) &&
    (columns.subscribers === undefined || keys.filter((key) => VIDEO_FIGURES.has(key)).length > 1)
  if (isVideos) return 'This is a list of videos, not of channels.'
  if (columns.name === undefined && columns.platform_id === undefined && columns.handle === undefined) {
    const list = headers.join(', ').slice(0, 300)
    return `No name: no column is known to hold names of channels. Columns: ${list}. Name it with --map name=COLUMN.`
  }
  const facts: readonly Field[] = [
    'subscribers',
    'views',
    'uploads',
    'country',
    'language',
    'content_type',
    'email',
  ]
  if (columns.name === undefined && facts.every((field) => columns[field] === undefined))
    return 'No name: it holds ids only, without names or figures, so there is nothing to import.'
  return null
}
