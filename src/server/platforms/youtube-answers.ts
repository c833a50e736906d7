import { z } from 'zod'
import type { ChannelFacts, ListedVideo, VideoCounters, VideoFacts, UnavailableReason } from './videos.ts'

/** A list, and which of its items are not as documented. */
export interface AnsweredList<T> {
  readonly found: readonly T[]
  readonly malformed: readonly MalformedItem[]
  /** The next page's token; null on the last page. */
  readonly next: string | null
}

/** A malformed item, without its content. */
interface MalformedItem {
  /** Null when not even the id can be read. */
  readonly id: string | null
  /** The names of the fields that are not as documented. */
  readonly fields: readonly string[]
}

const id = z.string().min(1)

/** Counters are strings, in newer methods numbers; a missing one is unknown. */
const counter = z
  .union([z.string().regex(/^\d{1,15}$/), z.number().int().nonnegative()])
  .transform(Number)
  .nullish()
  .transform((value) => value ?? null)

const instant = z
  .string()
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()))
  .nullish()
  .transform((value) => value ?? null)

const picture = z.object({ url: z.url({ protocol: /^https?$/ }) }).optional()
const thumbnails = z
  .object({ default: picture, medium: picture, high: picture })
  .nullish()
  .transform((found) => (found?.medium ?? found?.high ?? found?.default)?.url ?? null)

/**
 * A list without matches may have no `items`. Items are parsed one by one, so that a malformed one does not hide the
 * others.
 */
function itemsOf<T extends z.ZodType>(item: T, kind: z.ZodType = z.unknown().optional()) {
  const items = z.array(z.unknown()).default([])
  return z.object({ kind, items, nextPageToken: z.string().min(1).optional() }).transform((answer) => {
    const found: z.output<T>[] = []
    const malformed: MalformedItem[] = []
    for (const given of answer.items) {
      const { success, data, error } = item.safeParse(given)
      if (success) found.push(data)
      else
        malformed.push({
          id: z.object({ id }).safeParse(given).data?.id ?? null,
          fields: error.issues.map(({ path }) => path.join('.')),
        })
    }
    return { found, malformed, next: answer.nextPageToken ?? null } satisfies AnsweredList<z.output<T>>
  })
}

function listOf<T extends z.ZodType>(kind: string, item: T) {
  return itemsOf(item, z.literal(`youtube#${kind}ListResponse`))
}

const counts = z
  .object({ viewCount: counter, likeCount: counter, commentCount: counter })
  .optional()
  .transform((given) => ({
    views: given?.viewCount ?? null,
    likes: given?.likeCount ?? null,
    comments: given?.commentCount ?? null,
  }))

export const videosAnswer = listOf(
  'video',
  z
    .object({
      id,
      snippet: z.object({ channelId: id, title: z.string(), publishedAt: instant, thumbnails }),
      statistics: counts,
    })
    .transform(
      ({ id: videoId, snippet: { thumbnails: thumbnail, ...snippet }, statistics }): VideoFacts => ({
        videoId,
        ...snippet,
        thumbnail,
        ...statistics,
      }),
    ),
)

/** `videos:batchGetStats`. Its envelope is undocumented, so only the fields we use are required. */
export const countersAnswer = itemsOf(
  z
    .object({ id, statistics: counts })
    .transform(({ id: videoId, statistics }): VideoCounters => ({ videoId, ...statistics })),
)

export const channelsAnswer = listOf(
  'channel',
  z
    .object({
      id,
      snippet: z.object({
        title: z.string(),
        thumbnails,
        country: z
          .string()
          .regex(/^[A-Z]{2}$/)
          .nullish()
          .catch(null),
      }),
      statistics: z
        .object({
          subscriberCount: counter,
          viewCount: counter,
          videoCount: counter,
          hiddenSubscriberCount: z.boolean().default(false),
        })
        .optional(),
      contentDetails: z
        .object({ relatedPlaylists: z.object({ uploads: z.string().optional() }).optional() })
        .optional(),
    })
    .transform(
      ({ id: channelId, snippet, statistics, contentDetails }): ChannelFacts => ({
        channelId,
        name: snippet.title,
        thumbnail: snippet.thumbnails,
        // A hidden number is reported as 0.
        subscribers:
          statistics?.hiddenSubscriberCount === true ? null : (statistics?.subscriberCount ?? null),
        views: statistics?.viewCount ?? null,
        uploads: statistics?.videoCount ?? null,
        country: snippet.country ?? null,
        uploadsList: contentDetails?.relatedPlaylists?.uploads || null,
      }),
    ),
)

export const uploadsAnswer = listOf(
  'playlistItem',
  z
    .object({
      snippet: z.object({ title: z.string(), publishedAt: instant }),
      contentDetails: z.object({ videoId: id, videoPublishedAt: instant }),
    })
    .transform(
      ({ snippet, contentDetails: { videoId, videoPublishedAt } }): ListedVideo => ({
        videoId,
        title: snippet.title,
        publishedAt: videoPublishedAt ?? snippet.publishedAt,
      }),
    ),
)

/** A search may also return channels and playlists; those become null. */
export const searchAnswer = listOf(
  'search',
  z
    .object({
      id: z.object({ videoId: id.optional() }),
      snippet: z.object({ title: z.string(), publishedAt: instant }),
    })
    .transform(({ id: { videoId }, snippet: { title, publishedAt } }): ListedVideo | null =>
      videoId === undefined ? null : { videoId, title, publishedAt },
    ),
)

/** Why a call failed; `missing` is an answer: the requested thing does not exist. */
export type Failure = UnavailableReason | 'missing'

const errorBody = z.object({
  error: z.object({
    message: z.string().catch(''),
    errors: z.array(z.object({ reason: z.string().catch(''), domain: z.string().catch('') })).catch([]),
    details: z
      .array(
        z.looseObject({
          reason: z.string().catch(''),
          metadata: z.looseObject({ quota_unit: z.string().catch('') }).catch({ quota_unit: '' }),
        }),
      )
      .catch([]),
  }),
})

const QUOTA = new Set(['quotaExceeded', 'dailyLimitExceeded', 'dailyLimitExceededUnreg'])
const BUSY = new Set(
  'rateLimitExceeded userRateLimitExceeded concurrentLimitExceeded backendError RATE_LIMIT_EXCEEDED'.split(
    ' ',
  ),
)
/** The API's own reasons, and Google's for every API: https://docs.cloud.google.com/apis/design/errors, `google.api.ErrorReason`. */
const KEY =
  /^(?:keyInvalid|keyExpired|ipRefererBlocked|accessNotConfigured|API_KEY_\w+|SERVICE_DISABLED|CONSUMER_(?:INVALID|SUSPENDED)|BILLING_DISABLED)$/
const KEY_MESSAGE = /^API key (?:not valid|expired)|\b(?:missing a valid API key|unregistered callers)\b/i
/** Refusals about one channel, list or video: by the name of the reason, or of the resource that answers. */
const CLOSED_REASON = /[a-z](?:NotAccessible|Forbidden|Closed|Suspended)$/
const CLOSED_DOMAIN = /^youtube\.(?!quota)/

/**
 * Classifies an error by its reasons, which older and newer answers keep in different places. The message, which contains
 * HTML, is only compared. https://developers.google.com/youtube/v3/docs/errors
 */
export function classifyError(status: number, body: unknown): Failure {
  if (status >= 500 || status === 408) return 'busy'
  const { message = '', errors = [], details = [] } = errorBody.safeParse(body).data?.error ?? {}
  const reasons = [...errors, ...details].map(({ reason }) => reason)
  const has = (known: ReadonlySet<string>) => reasons.some((reason) => known.has(reason))
  if (has(QUOTA)) return 'quota'
  if (status === 429 || has(BUSY)) {
    // A quota of a day may be answered like too many calls at once.
    const isDaily = details.some(({ metadata }) => metadata.quota_unit.startsWith('1/d/'))
    return isDaily || /\bper day\b/i.test(message) ? 'quota' : 'busy'
  }
  if (status === 401 || reasons.some((reason) => KEY.test(reason)) || KEY_MESSAGE.test(message)) return 'key'
  const isOfOne = errors.some(
    ({ reason, domain }) => CLOSED_REASON.test(reason) || CLOSED_DOMAIN.test(domain),
  )
  if (status === 403 && isOfOne) return 'closed'
  return status === 404 ? 'missing' : 'answer'
}
