/**
 * Answers of the YouTube Data API with every field that its reference lists, with made-up values.
 * https://developers.google.com/youtube/v3/docs: videos, channels, search, playlistItems, errors.
 */

const CHANNEL = 'UCmadeUpForTheTests12345'

const list = (kind: string, items: readonly object[], more: object = {}) => ({
  kind: `youtube#${kind}ListResponse`,
  etag: `etag of ${items.length}`,
  pageInfo: { totalResults: items.length, resultsPerPage: 50 },
  ...more,
  items,
})

const pictures = (address: string) =>
  Object.fromEntries(
    [
      ['default', 120, 90],
      ['medium', 320, 180],
      ['high', 480, 360],
      ['standard', 640, 480],
      ['maxres', 1280, 720],
    ].map(([size, width, height]) => [size, { url: `${address}/${size}.jpg`, width, height }]),
  )

const title = 'Как сварить борщ: <рецепт> & "секреты" 🍲'
const localized = { title, description: 'Строка\nи ещё одна' }

const videoSnippet = (id: string) => ({
  publishedAt: '2026-02-03T04:05:06Z',
  channelId: CHANNEL,
  ...localized,
  thumbnails: pictures(`https://i.ytimg.example/vi/${id}`),
  channelTitle: 'Кухня & Co',
  tags: ['борщ', 'soup', ''],
  categoryId: '26',
  liveBroadcastContent: 'none',
  defaultLanguage: 'ru',
  localized,
  defaultAudioLanguage: 'ru',
})

const COUNTS = { viewCount: '1234567', likeCount: '8901', favoriteCount: '0', commentCount: '234' }

const video = (id: string, statistics: object = COUNTS) => ({
  kind: 'youtube#video',
  etag: `etag of ${id}`,
  id,
  snippet: videoSnippet(id),
  contentDetails: {
    duration: 'PT1H2M3S',
    dimension: '2d',
    definition: 'hd',
    caption: 'false',
    licensedContent: true,
    regionRestriction: { blocked: ['XX'] },
    contentRating: {},
    projection: 'rectangular',
  },
  status: {
    uploadStatus: 'processed',
    privacyStatus: 'public',
    license: 'youtube',
    embeddable: true,
    publicStatsViewable: true,
    madeForKids: true,
  },
  statistics,
  player: { embedHtml: '<iframe></iframe>' },
  topicDetails: { topicCategories: ['https://en.wikipedia.org/wiki/Food'] },
  recordingDetails: {},
})

const STATISTICS = {
  viewCount: '98765432',
  subscriberCount: '1230000',
  hiddenSubscriberCount: false,
  videoCount: '456',
}

const channel = (id: string, statistics: object = STATISTICS, country: object = { country: 'KZ' }) => ({
  kind: 'youtube#channel',
  etag: `etag of ${id}`,
  id,
  snippet: {
    ...localized,
    customUrl: '@kitchen',
    publishedAt: '2015-06-07T08:09:10.123456Z',
    thumbnails: pictures(`https://yt3.ggpht.example/${id}`),
    localized,
    ...country,
  },
  contentDetails: { relatedPlaylists: { likes: '', uploads: `UU${id.slice(2)}` } },
  statistics,
  topicDetails: { topicIds: ['/m/02wbm'], topicCategories: ['https://en.wikipedia.org/wiki/Food'] },
  status: {
    privacyStatus: 'public',
    isLinked: true,
    longUploadsStatus: 'longUploadsUnspecified',
    madeForKids: false,
  },
  brandingSettings: {
    channel: {
      ...localized,
      keywords: 'soup "two words"',
      unsubscribedTrailer: 'video000001',
      country: 'KZ',
    },
    image: { bannerExternalUrl: 'https://yt3.googleusercontent.example/banner' },
  },
})

const upload = (videoId: string, dates: object = { videoPublishedAt: '2026-02-03T04:05:06Z' }) => ({
  kind: 'youtube#playlistItem',
  etag: `etag of ${videoId}`,
  id: `item of ${videoId}`,
  snippet: {
    ...videoSnippet(videoId),
    playlistId: `UU${CHANNEL.slice(2)}`,
    position: 0,
    resourceId: { kind: 'youtube#video', videoId },
    videoOwnerChannelTitle: 'Кухня & Co',
    videoOwnerChannelId: CHANNEL,
  },
  contentDetails: { videoId, ...dates },
  status: { privacyStatus: 'public' },
})

const result = (id: object) => ({
  kind: 'youtube#searchResult',
  etag: `etag of ${JSON.stringify(id)}`,
  id,
  snippet: { ...videoSnippet('video000001'), publishTime: '2026-02-03T04:05:06Z' },
})
const videoResult = (videoId: string) => result({ kind: 'youtube#video', videoId })
const channelResult = result({ kind: 'youtube#channel', channelId: CHANNEL })
const playlistResult = result({ kind: 'youtube#playlist', playlistId: 'PLmadeUp' })

const HIDDEN_LIKES = { viewCount: '1', favoriteCount: '0', commentCount: '0' }
const CLOSED_COMMENTS = { viewCount: '2', likeCount: '0', favoriteCount: '0' }

/** Answers that must be understood. */
export const ANSWERS: Readonly<Record<string, object>> = {
  videos_list: list('video', [video('video000001'), video('video000002')]),
  'videos_list, a page of many': list('video', [video('video000001')], {
    nextPageToken: 'CAUQAA',
    prevPageToken: 'CAUQAQ',
  }),
  'videos_list, likes hidden and comments closed': list('video', [
    video('video000001', HIDDEN_LIKES),
    video('video000002', CLOSED_COMMENTS),
  ]),
  channels_list: list('channel', [channel(CHANNEL)]),
  'channels_list, many': list(
    'channel',
    Array.from({ length: 50 }, (_, at) => channel(`UC${String(at).padStart(22, '0')}`)),
  ),
  'channels_list, without a country': list('channel', [channel(CHANNEL, STATISTICS, {})]),
  'channels_list, subscribers hidden': list('channel', [
    channel(CHANNEL, { ...STATISTICS, subscriberCount: '0', hiddenSubscriberCount: true }),
    channel(CHANNEL, { viewCount: '5', hiddenSubscriberCount: true, videoCount: '6' }),
  ]),
  'channels_list, none found': {
    kind: 'youtube#channelListResponse',
    etag: 'etag of none',
    pageInfo: { totalResults: 0, resultsPerPage: 5 },
  },
  'search_list, videos alone': list('search', [videoResult('video000001'), videoResult('video000002')], {
    nextPageToken: 'CAUQAA',
    regionCode: 'RU',
  }),
  'search_list, of every kind': list('search', [channelResult, videoResult('video000001'), playlistResult]),
  'search_list, channels alone': list('search', [channelResult]),
  playlistItems_list: list('playlistItem', [upload('video000001'), upload('video000002', {})]),
}

/** Answers to calls that we do not make. */
export const OTHER_ANSWERS: Readonly<Record<string, object>> = {
  'a resource without the list around it': channel(CHANNEL),
  'resources without the name of a list': { items: [channel(CHANNEL)] },
  'a list of subscriptions': list('subscription', []),
  'a list of categories': list('videoCategory', [
    {
      kind: 'youtube#videoCategory',
      etag: 'etag of 26',
      id: '26',
      snippet: { title: 'Howto & Style', assignable: true, channelId: CHANNEL },
    },
  ]),
}

const refusal = (code: number, reason: string, more: object = {}) => ({
  error: {
    code,
    message: `Words that may change, with <a href="/docs">a link</a> in them`,
    errors: [{ message: 'The same words', domain: 'youtube.some', reason }],
    ...more,
  },
})
const info = (reason: string) => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain: 'googleapis.com',
  metadata: { service: 'youtube.googleapis.com' },
})
const help = { '@type': 'type.googleapis.com/google.rpc.Help', links: [{ description: 'Help', url: '#' }] }
const DENIED = 'PERMISSION_DENIED'

/** Refusals: what happened, the status, our interpretation, and the body. */
export const REFUSALS = [
  ['several calls at once', 403, 'busy', refusal(403, 'concurrentLimitExceeded')],
  ['the call took too long', 408, 'busy', {}],
  ['an argument is wrong', 400, 'answer', refusal(400, 'badRequest', { status: 'INVALID_ARGUMENT' })],
  ['the key is wrong, as older answers say it', 400, 'key', refusal(400, 'keyInvalid')],
  [
    'the API is switched off for the key',
    403,
    'key',
    refusal(403, 'accessNotConfigured', { status: DENIED, details: [help, info('SERVICE_DISABLED')] }),
  ],
  [
    'the key may not call this method',
    403,
    'key',
    refusal(403, 'forbidden', { status: DENIED, details: [info('API_KEY_SERVICE_BLOCKED')] }),
  ],
  ['the quota of the day is used up', 403, 'quota', refusal(403, 'quotaExceeded')],
  ['too many calls at once', 403, 'busy', refusal(403, 'rateLimitExceeded')],
  ['a list of uploads does not exist', 404, 'missing', refusal(404, 'playlistNotFound')],
  ...(['1/d/{project}', '1/min/{project}/{user}'] as const).map(
    (unit) =>
      [
        `the searches of a unit of ${unit} are used up`,
        429,
        unit.startsWith('1/d/') ? 'quota' : 'busy',
        refusal(429, 'rateLimitExceeded', {
          status: 'RESOURCE_EXHAUSTED',
          details: [{ ...info('RATE_LIMIT_EXCEEDED'), metadata: { quota_unit: unit } }],
        }),
      ] as const,
  ),
  [
    'the searches of the day are used up, as only the message says',
    429,
    'quota',
    {
      error: {
        code: 429,
        message:
          "Quota exceeded for quota metric 'Search Queries' and limit 'Search Queries per day' of service 'x'.",
        errors: [{ message: 'The same', domain: 'global', reason: 'rateLimitExceeded' }],
      },
    },
  ],
  ['a list of uploads is closed', 403, 'closed', refusal(403, 'playlistItemsNotAccessible')],
  ['a channel is closed', 403, 'closed', refusal(403, 'channelForbidden')],
  ['a channel was suspended', 403, 'closed', refusal(403, 'channelSuspended')],
  ['a video is closed', 403, 'closed', refusal(403, 'forbidden')],
  ['a channel does not exist', 404, 'missing', refusal(404, 'channelNotFound')],
  [
    'something is forbidden, and nothing says what',
    403,
    'answer',
    { error: { code: 403, message: 'Forbidden', errors: [{ domain: 'global', reason: 'forbidden' }] } },
  ],
  [
    'the key is bound to other addresses',
    403,
    'key',
    refusal(403, 'forbidden', { status: DENIED, details: [info('API_KEY_IP_ADDRESS_BLOCKED')] }),
  ],
  [
    'there is no key',
    403,
    'key',
    { error: { code: 403, message: 'The request is missing a valid API key.', errors: [] } },
  ],
] as const
