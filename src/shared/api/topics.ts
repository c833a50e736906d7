import { z } from 'zod'
import { SEARCH_TEXT_MAX } from '../rules/bounds.ts'
import { endpoints } from './endpoint.ts'
import { cursor, pageLimit } from './fields.ts'
import { channelResult, filters, resultMeta } from './search.ts'

export const topicsEndpoints = endpoints({
  'POST /topics': {
    who: 'anyone',
    scope: 'search',
    session: 'best-effort',
    lane: 'search',
    changesNothing: true,
    limits: ['topics', 'topics_person'],
    summary:
      'Channels whose recent titles are about a topic, best match first: those with a contact and a recent upload before equally good ones',
    body: z.object({
      text: z.string().trim().min(1, 'required').max(SEARCH_TEXT_MAX, 'too_long'),
      ...filters,
      limit: pageLimit,
      cursor: cursor.nullish(),
      sort: z.enum(['relevance', 'subscribers', 'recent']).default('relevance'),
    }),
    /** `terms`: the words of recent titles that matched, as they were written there. */
    data: z.array(channelResult.extend({ terms: z.array(z.string()) })),
    extras: z.object({
      /** `words`: how many words of the text were looked for; a channel with as many `terms` has them all. */
      meta: resultMeta.shape.meta.extend({ words: z.number().int() }),
    }),
    errors: [],
  },
})
