import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  channelsAnswer,
  countersAnswer,
  searchAnswer,
  uploadsAnswer,
  videosAnswer,
} from './youtube-answers.ts'
import { classifyError, type Failure } from './youtube-errors.ts'

/** Real answers of the platform lie beside the checkout, where they are there at all. */
const FOLDER = path.resolve(import.meta.dirname, '../../../../../shared/fixtures/youtube')
const isThere = existsSync(FOLDER)
const files = isThere ? readdirSync(FOLDER).filter((file) => file.endsWith('.json')) : []

const READERS = [
  [/videos_list/, videosAnswer],
  [/channels_list/, channelsAnswer],
  [/^search_list/, searchAnswer],
  [/^playlistItems_list/, uploadsAnswer],
] as const

/** Answers that are not ones of a call that we make, and so must be refused. */
const REFUSED: Readonly<Record<string, string>> = {
  'channel_resource_full_topicDetails_status.json': 'a resource without the list around it',
  'channels_resources_37.json': 'resources wrapped by somebody else',
  'list_empty_items_array.json': 'a list of subscriptions',
  'videoCategories_list_RU.json': 'a list of categories',
  'videoCategories_list_US.json': 'a list of categories',
  'videoCategories_list_by_region.json': 'a list of categories',
}

const FAILURES: Readonly<Record<string, Failure>> = {
  'error_400_invalidArgument.json': 'answer',
  'error_400_keyInvalid_legacy.json': 'key',
  'error_403_accessNotConfigured.json': 'key',
  'error_403_apiKeyServiceBlocked.json': 'key',
  'error_403_quotaExceeded.json': 'quota',
  'error_404_playlistNotFound.json': 'missing',
}

function read(file: string): { readonly items?: readonly { readonly id: unknown }[] } {
  return JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'))
}

describe.skipIf(!isThere)(
  'answers that the platform gave (skipped where its captures are not at hand)',
  () => {
    it.each(files.filter((file) => !(file in REFUSED) && !(file in FAILURES)))('%s is understood', (file) => {
      const reader = READERS.find(([pattern]) => pattern.test(file))?.[1]
      const body = read(file)
      const { found, odd } = reader!.parse(body)
      const isVideo = (item: { readonly id: unknown }) =>
        !file.startsWith('search') || Object.hasOwn(item.id as object, 'videoId')
      expect(found.filter((item) => item !== null)).toHaveLength((body.items ?? []).filter(isVideo).length)
      expect(odd).toEqual([])
    })

    it.each(Object.entries(REFUSED))('%s is refused: %s', (file) => {
      const body = read(file)
      for (const reader of [videosAnswer, channelsAnswer, searchAnswer, uploadsAnswer]) {
        expect(reader.safeParse(body).success).toBe(false)
      }
    })

    it.each(Object.entries(FAILURES))('%s means %s', (file, failure) => {
      expect(classifyError(Number(/_(\d{3})_/.exec(file)?.[1]), read(file))).toBe(failure)
    })

    it('hidden likes and comments that are switched off are unknown, not 0', () => {
      const { found: videos } = videosAnswer.parse(
        read('DERIVED_videos_list_likes_hidden_and_comments_disabled.json'),
      )
      const unknown = videos.filter(({ likes, comments }) => likes === null || comments === null)
      expect(unknown.length).toBeGreaterThan(0)
      for (const { views } of videos) expect(views).toBeGreaterThan(0)
    })

    it('a hidden number of subscribers is unknown, however it is told', () => {
      const { found: channels } = channelsAnswer.parse(read('DERIVED_channels_list_hidden_subscribers.json'))
      expect(channels.map(({ subscribers }) => subscribers)).toEqual([null, null])
    })
  },
)

describe('answers as documented', () => {
  const list = (...items: object[]) => ({ kind: 'youtube#videoListResponse', items })
  const snippet = { channelId: 'UC1', title: 'A title' }

  it('a list without items is empty', () => {
    expect(channelsAnswer.parse({ kind: 'youtube#channelListResponse' })).toEqual({
      found: [],
      odd: [],
      next: null,
    })
  })

  it('counters may be texts or numbers, and a missing one is unknown', () => {
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
    'a counter of %s makes its item odd, and no other one',
    (viewCount) => {
      const { found, odd } = videosAnswer.parse(
        list({ id: 'a', snippet, statistics: { viewCount } }, { id: 'b', snippet }, { id: 7, snippet }),
      )
      expect(found.map(({ videoId }) => videoId)).toEqual(['b'])
      expect(odd).toEqual([
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
    [403, 'key'],
    [400, 'answer'],
    [404, 'missing'],
  ] as const)('a bare %s means %s', (status, failure) => {
    expect(classifyError(status, null)).toBe(failure)
  })

  it('newer answers name a wrong key in their details', () => {
    const error = {
      message: '',
      errors: [{ reason: 'badRequest' }],
      details: [{ reason: 'API_KEY_INVALID' }],
    }
    expect(classifyError(400, { error })).toBe('key')
  })
})
