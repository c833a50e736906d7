import { z } from 'zod'
import { AUDIENCES, CONTENT_TYPES, parseAudience, parseContentType } from '../rules/filters.ts'
import { commands, line, readBy } from './command.ts'

const channel = z.string().trim()

const shown = {
  atLeast: 'support',
  input: z.object({ channel }),
  args: ['channel'],
  reason: true,
  output: z.object({
    id: z.int(),
    name: z.string(),
    /** `gone`: the platform no longer has it, so searches do not find it. */
    status: z.string(),
    isChanged: z.boolean(),
  }),
  refusals: ['no_such_channel', 'several_channels'],
} as const

const listOf = <T>(values: readonly T[], read: (text: string) => T | null) =>
  z.array(readBy(read)).meta({ problem: 'list', hint: 'list', values }).optional()

const letters = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : null)

export const catalogueCommands = commands({
  'channels hide': shown,
  'channels show': shown,
  'channels edit': {
    atLeast: 'support',
    input: z.object({
      channel,
      name: line.optional(),
      handle: line.optional(),
      url: z.string().trim().meta({ hint: 'address' }).optional(),
      types: listOf(CONTENT_TYPES, parseContentType),
      audiences: listOf(AUDIENCES, parseAudience),
      country: readBy(letters(/^[a-z]{2}$/i), { problem: 'country', hint: 'code' }).optional(),
      language: readBy(letters(/^[a-z]{2,3}$/i), { problem: 'languageCode', hint: 'code' }).optional(),
    }),
    args: ['channel'],
    reason: true,
    output: z.object({
      id: z.int(),
      name: z.string(),
      /** Facts that were changed; those that were so already are only kept from now on. */
      changed: z.array(z.string()),
      /** False when all of it had been edited so before. */
      isChanged: z.boolean(),
    }),
    refusals: ['no_such_channel', 'several_channels', 'nothing_to_edit', 'handle_taken', 'name_taken'],
  },
  'channels merge': {
    atLeast: 'operator',
    input: z.object({ from: channel, into: channel }),
    args: ['from', 'into'],
    reason: true,
    dryRun: true,
    output: z.object({
      fromId: z.int(),
      intoId: z.int(),
      /** Null when they were merged before. */
      moved: z
        .object({
          contacts: z.int(),
          /** Of these, those that the other has, too. */
          contactsOfBoth: z.int(),
          purchases: z.int(),
          /** Of these, those of people who have bought the other, too, and keep one record. */
          purchasesOfBoth: z.int(),
          /** Days with a number of subscribers. */
          days: z.int(),
        })
        .nullable(),
    }),
    refusals: [
      'no_such_channel',
      'several_channels',
      'same_channel',
      'other_platform',
      'other_platform_id',
      'demo_and_real',
    ],
  },
})
