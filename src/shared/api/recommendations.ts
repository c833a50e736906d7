import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { channelId, cursor, instant, queryLimit } from './fields.ts'
import { channelResult } from './search.ts'

/** Why a channel is shown. `terms` are the shared words of `topics`. */
export const REASON_KINDS = [
  'topics',
  'name',
  'type',
  'audience',
  'size',
  'language',
  'country',
  'bought',
] as const

const reason = z.object({ kind: z.enum(REASON_KINDS), terms: z.array(z.string()).optional() })

export const similarChannel = channelResult.extend({
  reasons: z.array(reason),
  /** The channel of the caller's own that it is like, in recommendations. */
  like: z.object({ channelId: z.string(), channel_name: z.string() }).optional(),
})

export const recommendationsEndpoints = endpoints({
  'GET /channels/{channelId}/similar': {
    who: 'anyone',
    scope: 'search',
    session: 'best-effort',
    lane: 'search',
    limits: ['search', 'search_person'],
    summary: 'Channels like another one, without those that the caller has bought',
    params: z.object({ channelId }),
    query: z.object({ limit: queryLimit }),
    data: z.array(similarChannel),
    /** `names`: recent titles are not known, so only names and imported facts were compared. */
    extras: z.object({ meta: z.object({ basis: z.enum(['topics', 'names']) }) }),
    errors: ['not_found'],
  },
  'GET /recommendations': {
    who: 'user',
    scope: 'search',
    limits: ['search_person'],
    summary: 'Channels like those that the person has bought; none without purchases',
    query: z.object({ limit: queryLimit }),
    data: z.array(similarChannel),
    errors: [],
  },
  'GET /recommendations/dismissed': {
    who: 'user',
    scope: 'search',
    limits: [],
    summary: 'Channels that the person never wants to be recommended, the last one first',
    query: z.object({ limit: queryLimit, cursor: cursor.optional() }),
    data: z.array(z.object({ channelId: z.string(), channel_name: z.string(), dismissedAt: instant })),
    /** `total`: how many the list has in all. */
    extras: z.object({ meta: z.object({ total: z.number().int(), nextCursor: z.string().nullable() }) }),
    errors: [],
  },
  'PUT /recommendations/dismissed/{channelId}': {
    who: 'user',
    scope: 'purchases:write',
    limits: ['dismissal'],
    summary: 'Never recommend this channel to the person again',
    params: z.object({ channelId }),
    data: z.null(),
    errors: ['not_found'],
  },
  'DELETE /recommendations/dismissed/{channelId}': {
    who: 'user',
    scope: 'purchases:write',
    limits: ['dismissal'],
    summary: 'Let this channel be recommended to the person again',
    params: z.object({ channelId }),
    data: z.null(),
    errors: ['not_found'],
  },
  'GET /recommendations/choice': {
    who: 'user',
    scope: 'account',
    limits: [],
    summary: "Whether the person's purchases count towards what is recommended to others",
    data: z.object({ countsPurchases: z.boolean() }),
    errors: [],
  },
  'PUT /recommendations/choice': {
    who: 'user',
    scope: 'account',
    changesAccount: true,
    limits: [],
    summary: 'Change whether purchases count towards recommendations',
    body: z.object({ countsPurchases: z.boolean() }),
    data: z.object({ countsPurchases: z.boolean() }),
    errors: [],
  },
})
