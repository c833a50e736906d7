import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { channelId, instant } from './fields.ts'
import { channelResult } from './search.ts'

const count = z.number().int().nullable()

/** Metrics that Channelbook computes from the platform's; only in answers of installations that may show them. */
const calculated = z.object({
  /** Median views of the listed videos that are at least a week old. */
  medianViews: count,
  /** The views of the middle half of those videos; null for fewer than four. */
  usualViews: z.object({ from: z.number().int(), to: z.number().int() }).nullable(),
  /** Likes and comments for each 1,000 views of those videos, as a median. */
  engagementPer1000: z.number().nullable(),
  /** How many of them the medians are of. */
  videos: z.number().int(),
})

export const channelsEndpoints = endpoints({
  'GET /channels/{channelId}': {
    who: 'anyone',
    scope: 'search',
    session: 'best-effort',
    lane: 'search',
    limits: ['search', 'search_person'],
    summary: 'What is known about a channel; never its contact',
    params: z.object({ channelId }),
    data: z.object({
      channel: channelResult.extend({
        handle: z.string().nullable(),
        platform: z.string(),
        uploads: count,
        views: count,
      }),
      /** Words of its recent titles, most telling first; empty when none are kept. */
      topics: z.array(z.string()),
      /** Subscribers by Moscow date, oldest first; only dates on which the platform was asked. */
      history: z.array(z.object({ date: z.iso.date(), subscribers: z.number().int() })),
      /** Twelve months up to that of `uploadsReadAt`, oldest first, as `2026-11`; empty when uploads were never listed. */
      uploads: z.array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), count: z.number().int() })),
      /** Before this time more uploads may exist than were listed; null when all were. */
      uploadsListedSince: instant.nullable(),
      /** When uploads were listed; null when they never were. */
      uploadsReadAt: instant.nullable(),
      /** When the platform was last asked; for a channel that only an import knows, when that was read. */
      fetchedAt: instant,
    }),
    errors: ['not_found'],
  },
  'GET /channels/{channelId}/videos': {
    who: 'anyone',
    scope: 'search',
    session: 'best-effort',
    limits: ['search', 'search_person'],
    furtherLimits: ['platform_videos', 'platform_units'],
    summary: "A channel's last ten videos with YouTube's own numbers",
    params: z.object({ channelId }),
    data: z.object({
      videos: z.array(
        z.object({
          videoId: z.string(),
          title: z.string(),
          thumbnail: z.string().nullable(),
          publishedAt: instant.nullable(),
          views: count,
          likes: count,
          comments: count,
        }),
      ),
      /** When the platform answered this; null with no videos when it could not be asked and nothing is kept. */
      fetchedAt: instant.nullable(),
      /** Why the list is older than a day, or missing: the day's quota is used up, or the platform does not answer. */
      problem: z.enum(['quota', 'unavailable']).nullable(),
      calculated: calculated.optional(),
    }),
    errors: ['not_found'],
  },
  'POST /channels/{channelId}/alive': {
    who: 'user',
    scope: 'search',
    limits: ['alive'],
    furtherLimits: ['platform_units'],
    summary: 'Report that a channel shown as inactive still publishes; YouTube is checked at once',
    params: z.object({ channelId }),
    /** What the platform said; the same as before when it could not be asked. */
    data: z.object({
      lastUploadAt: instant.nullable(),
      uploadsCheckedAt: instant.nullable(),
      isAsked: z.boolean(),
    }),
    errors: ['not_found'],
  },
})
