import { z } from 'zod'
import type { ChannelFacts, ListedVideo, UploadsPage, VideoCounters, VideoFacts } from './videos.ts'

/** Counters come as strings, and as numbers from newer methods; a missing one is unknown. */
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

/** A list without matches may lack `items` altogether. */
function listOf<T extends z.ZodType>(kind: string, item: T) {
  return z.object({
    kind: z.literal(`youtube#${kind}ListResponse`),
    items: z.array(item).default([]),
    nextPageToken: z.string().min(1).optional(),
  })
}

const counts = z
  .object({ viewCount: counter, likeCount: counter, commentCount: counter })
  .optional()
  .transform((given) => ({
    views: given?.viewCount ?? null,
    likes: given?.likeCount ?? null,
    comments: given?.commentCount ?? null,
  }))

const id = z.string().min(1)

export const videosAnswer = listOf(
  'video',
  z.object({
    id,
    snippet: z.object({ channelId: id, title: z.string(), publishedAt: instant, thumbnails }),
    statistics: counts,
  }),
).transform(({ items }): VideoFacts[] =>
  items.map(
    ({ id: videoId, snippet: { channelId, title, publishedAt, thumbnails: thumbnail }, statistics }) => ({
      videoId,
      channelId,
      title,
      thumbnail,
      publishedAt,
      ...statistics,
    }),
  ),
)

/** `videos:batchGetStats`; its envelope was never seen in public, so only what is used is asked of it. */
export const countersAnswer = z
  .object({ items: z.array(z.object({ id, statistics: counts })).default([]) })
  .transform(({ items }): VideoCounters[] => items.map((item) => ({ videoId: item.id, ...item.statistics })))

export const channelsAnswer = listOf(
  'channel',
  z.object({
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
  }),
).transform(({ items }): ChannelFacts[] =>
  items.map(({ id: channelId, snippet, statistics: figures, contentDetails }) => ({
    channelId,
    name: snippet.title,
    thumbnail: snippet.thumbnails,
    // A hidden number is told as 0.
    subscribers: figures?.hiddenSubscriberCount === true ? null : (figures?.subscriberCount ?? null),
    views: figures?.viewCount ?? null,
    uploads: figures?.videoCount ?? null,
    country: snippet.country ?? null,
    uploadsList: contentDetails?.relatedPlaylists?.uploads || null,
  })),
)

export const uploadsAnswer = listOf(
  'playlistItem',
  z.object({
    snippet: z.object({ title: z.string(), publishedAt: instant }),
    contentDetails: z.object({ videoId: id, videoPublishedAt: instant }),
  }),
).transform(
  ({ items, nextPageToken }): UploadsPage => ({
    videos: items.map(({ snippet, contentDetails: { videoId, videoPublishedAt } }) => ({
      videoId,
      title: snippet.title,
      publishedAt: videoPublishedAt ?? snippet.publishedAt,
    })),
    next: nextPageToken ?? null,
  }),
)

/** A search names channels and playlists too, unless told otherwise; only videos are kept. */
export const searchAnswer = listOf(
  'search',
  z.object({
    id: z.object({ videoId: id.optional() }),
    snippet: z.object({ title: z.string(), publishedAt: instant }),
  }),
).transform(({ items }): ListedVideo[] =>
  items.flatMap(({ id: { videoId }, snippet: { title, publishedAt } }) =>
    videoId === undefined ? [] : [{ videoId, title, publishedAt }],
  ),
)
