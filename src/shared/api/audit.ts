import { z } from 'zod'
import { commands, day, upTo } from './command.ts'

/** What an entry of the audit may be about. */
export const SUBJECT_KINDS = [
  'person',
  'team',
  'payment',
  'promocode',
  'review',
  'sponsor',
  'channel',
  'catalogue',
  'address',
  'source',
  'report',
  'request',
  'import',
  'installation',
] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

export const auditCommands = commands({
  'audit list': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({
      /** KIND:ID, or an email address. */
      subject: z.string().trim().meta({ hint: 'what' }).optional(),
      since: day.optional(),
      /** Only those before the entry with this number. */
      after: z.int().min(1).optional(),
      limit: upTo(10_000).default(50),
    }),
    output: z.array(
      z.object({
        id: z.int(),
        at: z.date(),
        actor: z.string(),
        /** The person who proved in the console to be there; null: the name of the command line, which nothing checks. */
        operatorId: z.int().nullable(),
        verb: z.string(),
        kind: z.string(),
        subject: z.string(),
        reason: z.string().nullable(),
        before: z.unknown(),
        after: z.unknown(),
      }),
    ),
    refusals: [],
  },
})
