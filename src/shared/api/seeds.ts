import { z } from 'zod'
import { SEED_LINE_MAX, SEED_LINES_MAX } from '../rules/bounds.ts'
import { EXPORT_FORMATS } from '../rules/purchases.ts'
import { endpoints } from './endpoint.ts'
import { channelId, timeZone } from './fields.ts'
import { channelResult } from './search.ts'

/** How a line of a list came out: `chosen` by the person among several, `open` while they have not; the last three as its `problem`. */
export const SEED_RESULTS = ['found', 'chosen', 'open', 'unknown', 'log_in', 'quota', 'unavailable'] as const

const line = z.string().max(SEED_LINE_MAX, 'too_long')

export const seedsEndpoints = endpoints({
  'POST /seeds': {
    who: 'anyone',
    scope: 'search',
    session: 'best-effort',
    changesNothing: true,
    limits: ['seeds', 'seeds_person'],
    furtherLimits: ['seed_lines', 'seed_lines_person', 'platform_units'],
    summary:
      'Find the channels that the lines of a list name: names, handles, or links to channels or videos',
    body: z.object({
      lines: z.array(line).min(1, 'required').max(SEED_LINES_MAX, 'too_long'),
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
  'POST /seeds/exports': {
    who: 'anyone',
    scope: 'search',
    changesNothing: true,
    limits: ['seeds', 'export'],
    summary:
      'A list with the channels chosen for its lines as a file, CSV or XLSX, with the contacts that the person has bought',
    body: z.object({
      format: z.enum(EXPORT_FORMATS),
      zone: timeZone,
      /**
       * In the order of the file. A line without a channel, and one whose channel is unknown, keeps a row of its own. `result` is only what
       * the file says of the line; without it, a line with a channel is found.
       */
      rows: z
        .array(z.object({ line, channelId: channelId.nullable(), result: z.enum(SEED_RESULTS).optional() }))
        .min(1, 'required')
        .max(SEED_LINES_MAX, 'too_long'),
    }),
    data: z.file(),
    bare: true,
    errors: [],
  },
})
