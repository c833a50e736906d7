import { z } from 'zod'
import { commands, day, line } from './command.ts'

export const ANNOUNCEMENT_LEVELS = ['info', 'warning'] as const

const change = z.object({ isChanged: z.boolean() })

export const noticesCommands = commands({
  'announcement show': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({}),
    output: z.array(
      z.object({
        kind: z.string(),
        level: z.enum(ANNOUNCEMENT_LEVELS),
        en: z.string(),
        ru: z.string(),
        setAt: z.date(),
        /** Null: until it is taken away. */
        endsAt: z.date().nullable(),
      }),
    ),
    refusals: [],
  },
  'announcement set': {
    atLeast: 'operator',
    input: z.object({
      en: line,
      ru: line,
      level: z.enum(ANNOUNCEMENT_LEVELS).default('info').meta({ values: ANNOUNCEMENT_LEVELS }),
      until: day.optional(),
    }),
    args: ['en', 'ru'],
    opposite: 'announcement clear',
    output: change,
    refusals: [],
  },
  'announcement clear': {
    atLeast: 'operator',
    input: z.object({}),
    output: change,
    refusals: [],
  },
  'maintenance on': {
    atLeast: 'operator',
    input: z.object({}),
    reason: true,
    opposite: 'maintenance off',
    output: change,
    refusals: [],
  },
  'maintenance off': {
    atLeast: 'operator',
    input: z.object({}),
    reason: 'optional',
    opposite: 'maintenance on',
    output: change,
    refusals: [],
  },
})
