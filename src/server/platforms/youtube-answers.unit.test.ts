import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ANSWERS, OTHER_ANSWERS, REFUSALS } from '#test/support/youtube-documented.ts'
import {
  channelsAnswer,
  countersAnswer,
  searchAnswer,
  uploadsAnswer,
  videosAnswer,
  classifyError,
  type Failure,
} from './youtube-answers.ts'

/** Captures of real answers may not be copied into the project. Where they lie beside the checkout, they are read, too. */
const CAPTURES = path.resolve(import.meta.dirname, '../../../../../shared/fixtures/youtube')
const captures: Readonly<Record<string, object>> = Object.fromEntries(
  (existsSync(CAPTURES) ? readdirSync(CAPTURES) : [])
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file, JSON.parse(readFileSync(path.join(CAPTURES, file), 'utf8')) as object]),
)

const READERS = [
  [/videos_list/, videosAnswer],
  [/channels_list/, channelsAnswer],
  [/^search_list/, searchAnswer],
  [/^playlistItems_list/, uploadsAnswer],
] as const
const OTHER = /^(channel_resource_|channels_resources_|list_empty_|videoCategories_)/
const FAILURES: Readonly<Record<string, Failure>> = {
  'error_400_invalidArgument.json': 'answer',
  'error_400_keyInvalid_legacy.json': 'key',
  'error_403_accessNotConfigured.json': 'key',
  'error_403_apiKeyServiceBlocked.json': 'key',
  'error_403_quotaExceeded.json': 'quota',
  'error_404_playlistNotFound.json': 'missing',
}

const files = Object.entries(captures)
const answers = [
  ...Object.entries(ANSWERS),
  ...files.filter(([file]) => !OTHER.test(file) && !file.startsWith('error_')),
] as [string, { readonly items?: readonly { readonly id: unknown }[] }][]
const others = [...Object.entries(OTHER_ANSWERS), ...files.filter(([file]) => OTHER.test(file))]
const refusals: readonly (readonly [string, number, Failure, object])[] = [
  ...REFUSALS,
  ...files
    .filter(([file]) => file.startsWith('error_'))
    .map(([file, body]) => [file, Number(file.slice(6, 9)), FAILURES[file]!, body] as const),
]

describe('answers with every documented field', () => {
  it.each(answers)('%s is understood', (name, body) => {
    const reader = READERS.find(([pattern]) => pattern.test(name))?.[1]
    const { found, malformed } = reader!.parse(body)
    const isVideo = (item: { readonly id: unknown }) =>
      !name.startsWith('search') || Object.hasOwn(item.id as object, 'videoId')
    expect(found.filter((item) => item !== null)).toHaveLength((body.items ?? []).filter(isVideo).length)
    expect(malformed).toEqual([])
  })

  it.each(others)('%s is refused', (_name, body) => {
    for (const reader of [videosAnswer, channelsAnswer, searchAnswer, uploadsAnswer]) {
      expect(reader.safeParse(body).success).toBe(false)
    }
  })

  it.each(refusals)('%s: %i means %s', (_name, status, failure, body) => {
    expect(classifyError(status, body)).toBe(failure)
  })

  it('of a video are translated into our fields', () => {
    expect(videosAnswer.parse(ANSWERS['videos_list']).found[0]).toEqual({
      videoId: 'video000001',
      channelId: 'UCmadeUpForTheTests12345',
      title: 'Как сварить борщ: <рецепт> & "секреты" 🍲',
      publishedAt: new Date('2026-02-03T04:05:06Z'),
      thumbnail: 'https://i.ytimg.example/vi/video000001/medium.jpg',
      views: 1_234_567,
      likes: 8_901,
      comments: 234,
    })
  })

  it('with hidden likes and closed comments make these unknown, not 0', () => {
    const { found: videos } = videosAnswer.parse(ANSWERS['videos_list, likes hidden and comments closed'])
    expect(videos).toMatchObject([
      { views: 1, likes: null, comments: 0 },
      { views: 2, likes: 0, comments: null },
    ])
  })

  it('with a hidden number of subscribers make it unknown, in either form', () => {
    const { found: channels } = channelsAnswer.parse(ANSWERS['channels_list, subscribers hidden'])
    expect(channels.map(({ subscribers }) => subscribers)).toEqual([null, null])
  })
})

describe('answers as documented', () => {
  const list = (...items: object[]) => ({ kind: 'youtube#videoListResponse', items })
  const snippet = { channelId: 'UC1', title: 'A title' }

  it('a list without items is empty', () => {
    expect(channelsAnswer.parse({ kind: 'youtube#channelListResponse' })).toEqual({
      found: [],
      malformed: [],
      next: null,
    })
  })

  it('counters may be strings or numbers, and a missing one is unknown', () => {
    const answer = countersAnswer.parse({
      items: [
        { id: 'a', statistics: { viewCount: '12', likeCount: 3 } },
        { id: 'b' },
        { id: 'c', statistics: { viewCount: 0 } },
      ],
    })
    expect(answer.found).toEqual([
      { videoId: 'a', views: 12, likes: 3, comments: null },
      { videoId: 'b', views: null, likes: null, comments: null },
      { videoId: 'c', views: 0, likes: null, comments: null },
    ])
  })

  it.each(['-1', '1.5', 'many', '9'.repeat(16), -1, 1.5, true, {}])(
    'a counter of %s makes only its own item malformed',
    (viewCount) => {
      const { found, malformed } = videosAnswer.parse(
        list({ id: 'a', snippet, statistics: { viewCount } }, { id: 'b', snippet }, { id: 7, snippet }),
      )
      expect(found.map(({ videoId }) => videoId)).toEqual(['b'])
      expect(malformed).toEqual([
        { id: 'a', fields: ['statistics.viewCount'] },
        { id: null, fields: ['id'] },
      ])
    },
  )

  it.each([
    [500, 'busy'],
    [503, 'busy'],
    [429, 'busy'],
    [401, 'key'],
    [403, 'answer'],
    [400, 'answer'],
    [404, 'missing'],
  ] as const)('a bare %s means %s', (status, failure) => {
    expect(classifyError(status, null)).toBe(failure)
  })

  it('newer answers report a wrong key in their details', () => {
    const error = {
      message: '',
      errors: [{ reason: 'badRequest' }],
      details: [{ reason: 'API_KEY_INVALID' }],
    }
    expect(classifyError(400, { error })).toBe('key')
  })
})
