import { z } from 'zod'
import { SEARCH_TEXT_MAX } from '../rules/bounds.ts'
import { cleanText } from '../rules/clean-text.ts'
import { AUDIENCES, CONTENT_TYPES, INACTIVE_DAYS } from '../rules/filters.ts'
import { FREQUENCIES, NEW_MAX, SEARCH_NAME_MAX } from '../rules/saved-searches.ts'
import { endpoints } from './endpoint.ts'
import { cursor, instant, linkToken, pageLimit } from './fields.ts'
import { channelResult, filters, resultMeta } from './search.ts'

const name = z.string().overwrite(cleanText).min(1, 'required').max(SEARCH_NAME_MAX, 'too_long')
const frequency = z.enum(FREQUENCIES)
const searchPath = z.object({
  searchId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
})

const savedSearch = z.object({
  searchId: z.number().int(),
  name: z.string(),
  frequency,
  /** Text and filters; null means any. */
  query: z.object({
    text: z.string().nullable(),
    ageGroup: z.array(z.enum(AUDIENCES)).nullable(),
    content_type: z.array(z.enum(CONTENT_TYPES)).nullable(),
    minSubs: z.number().int().nullable(),
    maxSubs: z.number().int().nullable(),
    subsRanges: z.array(z.tuple([z.number().int(), z.number().int().nullable()])).nullable(),
    country: z.array(z.string()).nullable(),
    language: z.string().nullable(),
    hasContact: z.boolean().nullable(),
    hideSilentDays: z.literal(INACTIVE_DAYS).nullable(),
  }),
  /** Channels that were added to the catalogue since the search was saved or its new ones were last opened. */
  newCount: z.number().int().max(NEW_MAX),
  /** Whether the caller saved it, and so is who is mailed. */
  isOwn: z.boolean(),
  savedAt: instant,
})

export const savedSearchesEndpoints = endpoints({
  'GET /searches': {
    who: 'user',
    scope: 'purchases:read',
    limits: [],
    summary: 'The saved searches, in the order in which they were saved',
    data: z.array(savedSearch),
    errors: [],
  },
  'POST /searches': {
    who: 'user',
    scope: 'purchases:write',
    limits: [],
    summary: 'Save a search by name: a text, filters, or both; whatever is added from now on is new',
    body: z.object({
      name,
      frequency: frequency.default('never'),
      text: z.string().trim().max(SEARCH_TEXT_MAX, 'too_long').nullish(),
      ...filters,
    }),
    data: savedSearch,
    errors: [],
  },
  'PUT /searches/{searchId}': {
    who: 'user',
    scope: 'purchases:write',
    limits: [],
    summary: 'Rename a saved search; whoever saved it also changes how often what is new is mailed to them',
    params: searchPath,
    body: z.object({ name: name.optional(), frequency: frequency.optional() }),
    data: savedSearch,
    errors: ['not_found'],
  },
  'DELETE /searches/{searchId}': {
    who: 'user',
    scope: 'purchases:write',
    limits: [],
    summary: 'Delete a saved search',
    params: searchPath,
    data: z.null(),
    errors: ['not_found'],
  },
  'POST /searches/{searchId}/new': {
    who: 'user',
    scope: 'purchases:read',
    limits: ['search_person'],
    summary:
      'Open the new channels of a saved search, the newest first, which are then new no more; until there are others, it lists the same ones again',
    params: searchPath,
    body: z.object({ limit: pageLimit, cursor: cursor.nullish() }),
    data: z.array(channelResult),
    extras: resultMeta,
    errors: ['not_found'],
  },
  'POST /searches/stop': {
    who: 'anyone',
    session: 'best-effort',
    limits: ['mailed_link'],
    summary: 'With the link of a digest, stop all digests of that kind to its reader',
    body: z.object({ token: linkToken }),
    data: z.null(),
    errors: ['wrong_token'],
  },
})
