import { z } from 'zod'
import { SEED_LINE_MAX, SEED_LINES_MAX } from '../rules/bounds.ts'
import { endpoints } from './endpoint.ts'
import { channelResult } from './search.ts'

export const seedsEndpoints = endpoints({
  'POST /seeds': {
    who: 'anyone',
    session: 'best-effort',
    changesNothing: true,
    limits: ['seeds', 'search_person'],
    summary:
      'Find the channels that the lines of a list name: names, handles, addresses of channels or videos',
    body: z.object({
      lines: z
        .array(z.string().max(SEED_LINE_MAX, 'too_long'))
        .min(1, 'required')
        .max(SEED_LINES_MAX, 'too_long'),
    }),
    data: z.array(
      z.object({
        /** As it was given. */
        line: z.string(),
        state: z.enum(['found', 'ambiguous', 'unknown']),
        /** One when found, the best five when ambiguous, otherwise none. */
        channels: z.array(channelResult),
        /** Why a video's address could not be looked up: `log_in` for visitors, `quota` and `unavailable` of the platform. */
        problem: z.enum(['log_in', 'quota', 'unavailable']).nullable(),
      }),
    ),
    errors: [],
  },
})
