import { z } from 'zod'
import { ADVERTISEMENT_DAYS } from '../rules/statistics.ts'
import { endpoints } from './endpoint.ts'
import { channelId, instant } from './fields.ts'

const channelName = z.string().trim().min(1, 'required').max(500, 'too_long')
const videoId = z.string().trim().min(1, 'required').max(64, 'too_long')
/** A title or a part of it, a URL, or an id. */
const videoName = z.string().trim().min(1, 'required').max(300, 'too_long')
/** The platforms' ids contain no other characters; those of platforms after the first stand behind its name. */
const pathVideoId = z.string().regex(/^(?:[a-z0-9]{2,30}:)?[\w-]{1,64}$/, 'invalid')
const day = z.iso.date()
const advertisementDay = day.refine(
  (date) => date >= ADVERTISEMENT_DAYS.min && date <= ADVERTISEMENT_DAYS.max,
  'invalid',
)

/** Likes, views and comments; null means unknown. */
const counter = z.number().int().nullable()
const point = z.object({ date: day, views: counter, likes: counter, comments: counter })

const counterChange = z
  .object({
    number: z.number().int(),
    /** Relative to the earlier value; null when that is 0. */
    percent: z.number().nullable(),
  })
  .nullable()

const change = z
  .object({ from: day, to: day, views: counterChange, likes: counterChange, comments: counterChange })
  .nullable()

const videoResult = z.object({
  analiticsAndData: z.object({
    title: z.string(),
    thumbnail: z.string().nullable(),
    videoId: z.string(),
    analitics: z.object({ likes: counter, views: counter }),
  }),
})

const trackedVideo = z.object({
  videoId: z.string(),
  title: z.string(),
  thumbnail: z.string().nullable(),
  publishedAt: instant.nullable(),
  channelId: z.string(),
  channel_name: z.string(),
  isTracked: z.boolean(),
  /** Since when the platform no longer returns it; null while it does. */
  goneSince: instant.nullable(),
  /** The day that the person has marked as that of the advertisement. */
  advertisedOn: day.nullable(),
})

/** When the quota resets, if the call is refused because the platform's quota is used up. */
const quotaExtras = z.object({ quotaResetsAt: instant.optional() })

export const statisticsEndpoints = endpoints({
  'POST /video': {
    who: 'user',
    scope: 'statistics',
    limits: ['video'],
    furtherLimits: ['platform_units'],
    summary: 'Find a video of a bought channel by title, link or id, and follow it from then on',
    body: z.object({
      channel_name: channelName,
      channelId: channelId.nullish(),
      videoName,
    }),
    data: videoResult,
    /** False when the person already follows the maximum number of videos. */
    extras: z.object({ isTracked: z.boolean() }),
    refusalExtras: quotaExtras,
    errors: ['not_found', 'provider_failed', 'unavailable'],
  },
  'POST /analitics': {
    who: 'user',
    scope: 'statistics',
    changesNothing: true,
    limits: ['video'],
    furtherLimits: ['platform_units'],
    summary: "A video's current numbers, by its id or by what identifies it for POST /video",
    body: z
      .object({
        channel_name: channelName,
        channelId: channelId.nullish(),
        videoId: videoId.nullish(),
        videoName: videoName.nullish(),
      })
      .refine((body) => (body.videoId ?? body.videoName ?? null) !== null, {
        path: ['videoId'],
        message: 'required',
      }),
    data: videoResult,
    extras: z.object({ isTracked: z.boolean() }),
    refusalExtras: quotaExtras,
    errors: ['not_found', 'provider_failed', 'unavailable'],
  },
  'GET /uploads': {
    who: 'user',
    scope: 'statistics',
    limits: ['video'],
    furtherLimits: ['platform_units'],
    summary:
      'The newest 50 videos of a bought channel, or those that best match a title, link or id; follows none of them',
    query: z.object({ channelId, text: z.string().trim().max(300, 'too_long').optional() }),
    data: z.array(
      z.object({
        videoId: z.string(),
        title: z.string(),
        thumbnail: z.string().nullable(),
        publishedAt: instant.nullable(),
        views: counter,
        likes: counter,
      }),
    ),
    refusalExtras: quotaExtras,
    errors: ['not_found', 'provider_failed', 'unavailable'],
  },
  'GET /statistics': {
    who: 'user',
    scope: 'statistics',
    limits: [],
    summary: 'The videos the person follows, newest first',
    data: z.array(trackedVideo.extend({ latest: point.nullable() })),
    extras: z.object({ meta: z.object({ total: z.number().int(), limit: z.number().int() }) }),
    errors: [],
  },
  'GET /statistics/{videoId}': {
    who: 'user',
    scope: 'statistics',
    limits: [],
    summary: 'Daily numbers of a video of a bought channel, by dates in Europe/Moscow, and how they changed',
    params: z.object({ videoId: pathVideoId }),
    query: z.object({ from: day.optional(), to: day.optional() }),
    data: z.object({
      video: trackedVideo,
      points: z.array(point),
      changes: z.object({ yesterday: change, total: change, between: change }),
    }),
    errors: ['not_found'],
  },
  'PUT /statistics/{videoId}': {
    who: 'user',
    scope: 'purchases:write',
    limits: [],
    summary: 'Mark the day of the advertisement in a followed video; null removes the mark',
    params: z.object({ videoId: pathVideoId }),
    body: z.object({ advertisedOn: advertisementDay.nullable() }),
    data: z.null(),
    errors: ['not_found'],
  },
  'DELETE /statistics/{videoId}': {
    who: 'user',
    scope: 'purchases:write',
    limits: [],
    summary: 'Stop following a video',
    params: z.object({ videoId: pathVideoId }),
    data: z.null(),
    errors: ['not_found'],
  },
})
