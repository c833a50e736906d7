import { z } from 'zod'
import { SEARCH_TEXT_MAX } from '../rules/bounds.ts'
import { NO_CONTACT_REASONS } from '../rules/creators.ts'
import {
  type Audience,
  type ContentType,
  INACTIVE_DAYS,
  parseAudience,
  parseContentType,
} from '../rules/filters.ts'
import { endpoints } from './endpoint.ts'
import { cursor, instant, pageLimit } from './fields.ts'

/** One value or several, case-insensitive; null, a missing field and '' mean any. */
function anyOf<T extends string>(parse: (text: string) => T | null) {
  return z
    .union([z.string().max(50), z.array(z.string().max(50)).max(50)])
    .nullish()
    .transform((given, context): readonly T[] | null => {
      const texts = (typeof given === 'string' ? [given] : (given ?? [])).filter((text) => text.trim() !== '')
      const values: T[] = []
      for (const text of texts) {
        const value = parse(text)
        if (value === null) {
          context.issues.push({ code: 'custom', input: text, message: 'invalid' })
          return z.NEVER
        }
        if (!values.includes(value)) values.push(value)
      }
      return values.length > 0 ? values : null
    })
}

const country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'invalid')
const count = z.number().int().min(0).max(1_000_000_000_000)

/** The filters of a search; null and a missing field mean any. */
export const filters = {
  ageGroup: anyOf<Audience>(parseAudience),
  content_type: anyOf<ContentType>(parseContentType),
  minSubs: count.nullish(),
  maxSubs: count.nullish(),
  /** Ranges `[min, max]` with min <= subscribers < max; max null is unbounded. A channel must match one of them. */
  subsRanges: z
    .array(z.tuple([count, count.nullable()]))
    .max(20)
    .nullish(),
  /** One country or several. */
  country: z
    .union([country, z.array(country).max(50)])
    .nullish()
    .transform((given): readonly string[] | null => {
      const codes = typeof given === 'string' ? [given] : [...new Set(given)].toSorted()
      return codes.length > 0 ? codes : null
    }),
  language: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z]{2,3}$/, 'invalid')
    .nullish(),
  hasContact: z.boolean().nullish(),
  /** Leaves out channels without an upload for this number of days. Channels whose uploads are unknown stay. */
  hideSilentDays: z.literal(INACTIVE_DAYS, 'invalid').nullish(),
}

const ORDERS = ['subscribers', 'recent', 'shuffle'] as const
/** Chooses among the orders `shuffle` and `mix`. */
const seed = z.number().int().min(0).max(2_147_483_647)

/** A channel as search shows it. Never contains a contact. */
export const channelResult = z.object({
  channelId: z.string(),
  channel_name: z.string(),
  thumbnail: z.string().nullable(),
  /** Values joined by ','; '' when unknown. */
  targetAudience: z.string(),
  content_type: z.string(),
  subsCount: z.number().int().nullable(),
  url: z.string().nullable(),
  country: z.string().nullable(),
  language: z.string().nullable(),
  /** Null when unknown, like the next field. */
  lastUploadAt: instant.nullable(),
  /** When uploads were last checked: none is known between the two instants. */
  uploadsCheckedAt: instant.nullable(),
  hasContact: z.boolean(),
  /** Why there is none, where the creator wants it so: an objection, or a pause. */
  noContactReason: z.enum(NO_CONTACT_REASONS).nullable(),
  /** When the contact that would be sold was last seen at its source; null without one. */
  contactSeenAt: instant.nullable(),
})

export const resultMeta = z.object({
  meta: z.object({
    /** Null when unknown (text search). */
    total: z.number().int().nullable(),
    totalIsCapped: z.boolean(),
    /** `total` is worked out from a sample of the catalogue, not counted. */
    totalIsEstimate: z.boolean(),
    /**
     * The search ended at its bound of rows read: the page may be short or empty although `nextCursor` leads on. Without a
     * `nextCursor`, names with typing errors were left out.
     */
    isPartial: z.boolean(),
    nextCursor: z.string().nullable(),
  }),
})

export const searchEndpoints = endpoints({
  'POST /search': {
    who: 'anyone',
    scope: 'search',
    session: 'best-effort',
    lane: 'search',
    changesNothing: true,
    limits: ['search', 'search_person'],
    furtherLimits: ['platform_videos', 'platform_units'],
    summary:
      'Channels whose name, handle or address matches a text, best match first; among equals on a page, those with a contact and a recent upload; a video’s address finds its channel',
    body: z.object({
      mainInputValue: z.string().trim().min(1, 'required').max(SEARCH_TEXT_MAX, 'too_long'),
      ...filters,
      limit: pageLimit,
      cursor: cursor.nullish(),
      sort: z.enum(['relevance', ...ORDERS]).default('relevance'),
      seed: seed.nullish(),
    }),
    data: z.array(channelResult),
    extras: resultMeta,
    errors: ['provider_failed'],
  },
  'POST /filter': {
    who: 'anyone',
    scope: 'search',
    session: 'best-effort',
    lane: 'search',
    changesNothing: true,
    limits: ['search', 'search_person'],
    summary: 'Channels by content type, audience, subscribers and more',
    body: z.object({
      ...filters,
      limit: pageLimit,
      cursor: cursor.nullish(),
      sort: z.enum(['mix', ...ORDERS]).default('mix'),
      seed: seed.nullish(),
      /** `counted` counts where an estimate would be given, unless that takes too long. */
      total: z.enum(['estimate', 'counted']).default('estimate'),
    }),
    data: z.array(channelResult),
    extras: resultMeta,
    errors: [],
  },
  'GET /countries': {
    who: 'anyone',
    scope: 'search',
    session: 'best-effort',
    lane: 'search',
    limits: [],
    keptSeconds: 600,
    summary: 'How many channels of each country there are, and how many of them have a contact, most first',
    data: z.array(z.object({ country: z.string(), channels: z.number().int(), contacts: z.number().int() })),
    errors: [],
  },
})
