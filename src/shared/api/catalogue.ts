import { z } from 'zod'
import { AUDIENCES, CONTENT_TYPES, parseAudience, parseContentType } from '../rules/filters.ts'
import { address, commands, line, page, readBy, upTo } from './command.ts'

const channel = z.string().trim().min(1)

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

/** What is changed at all channels of an address. */
const ofAddress = {
  atLeast: 'support',
  input: z.object({ address }),
  args: ['address'],
  reason: true,
  dryRun: true,
  refusals: [],
} as const

const source = z.string().trim().toLowerCase().min(1).max(253).meta({ hint: 'source' }).optional()

const status = z.enum(['active', 'gone', 'hidden'])

/** All that is known of a channel but its contacts. */
const channelFacts = z.object({
  /** Our number. */
  id: z.int(),
  /** Its id in the API. */
  channelId: z.string(),
  platform: z.string(),
  handle: z.string().nullable(),
  name: z.string(),
  url: z.string().nullable(),
  status,
  types: z.array(z.string()),
  audiences: z.array(z.string()),
  country: z.string().nullable(),
  language: z.string().nullable(),
  subscribers: z.int().nullable(),
  views: z.int().nullable(),
  uploads: z.int().nullable(),
  lastUploadAt: z.date().nullable(),
  /** Where it was imported from. */
  source: z.string(),
  /** When its source said all this, and when its platform last answered. */
  fetchedAt: z.date(),
  refreshedAt: z.date().nullable(),
  createdAt: z.date(),
  /** Facts that an operator has edited: imports and refreshes leave them alone. */
  edited: z.array(z.string()),
  contacts: z.int(),
  /** Of them, those on sale. */
  sold: z.int(),
  purchases: z.int(),
})

/** A contact with what is known of its address. */
const channelContact = z.object({
  id: z.int(),
  /** Null when its owner has objected. */
  address: z.string().nullable(),
  /** As `contacts sources` names it. */
  source: z.string(),
  sourceKind: z.string(),
  sourceUrl: z.string(),
  isSourceOff: z.boolean(),
  firstSeenAt: z.date(),
  lastSeenAt: z.date(),
  verification: z.enum(['unverified', 'valid', 'invalid', 'unknown']),
  verifiedAt: z.date().nullable(),
  bouncedAt: z.date().nullable(),
  noticedAt: z.date().nullable(),
  confirmedAt: z.date().nullable(),
  pausedAt: z.date().nullable(),
  objectedAt: z.date().nullable(),
  isSold: z.boolean(),
  /** How often it was bought. */
  reveals: z.int(),
})

export const catalogueCommands = commands({
  'channels list': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({
      /** The exact id, number, handle or address of a contact, or a part of the name. */
      name: line.optional(),
      status: status.meta({ hint: 'status' }).optional(),
      /** Of contacts, as `contacts sources` names it. */
      source,
      withoutContact: z.boolean().default(false),
      ...page,
    }),
    output: z.object({
      rows: z.array(
        channelFacts.pick({
          id: true,
          channelId: true,
          name: true,
          handle: true,
          status: true,
          subscribers: true,
          fetchedAt: true,
          contacts: true,
          sold: true,
        }),
      ),
      next: z.string().nullable(),
    }),
    refusals: [],
  },
  'channels view': {
    atLeast: 'support',
    changesNothing: true,
    input: z.object({ channel }),
    args: ['channel'],
    output: channelFacts.extend({ addresses: z.array(channelContact) }),
    refusals: ['no_such_channel', 'several_channels'],
  },
  'channels hide': { ...shown, opposite: 'channels show' },
  'channels show': { ...shown, opposite: 'channels hide' },
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
    confirm: 'from',
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
      /** What was known of both before, and is of the one that is left; null when they were merged before. */
      sides: z.object({ from: channelFacts, into: channelFacts, merged: channelFacts }).nullable(),
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
  'contacts withhold': {
    ...ofAddress,
    opposite: 'contacts restore',
    output: z.object({ channels: z.int() }),
  },
  'contacts restore': {
    ...ofAddress,
    opposite: 'contacts withhold',
    output: z.object({
      /** Those with a contact of which it is noted that emails come back. */
      channels: z.int(),
      /** Of these, those whose contact is on sale again: nothing else keeps it off. */
      sold: z.int(),
    }),
  },
  'contacts forget': {
    atLeast: 'operator',
    input: z.object({}),
    reason: true,
    dryRun: true,
    confirm: true,
    output: z.object({
      /** Contacts that are on sale, and will not be. */
      offSale: z.int(),
      /** Contacts that will be on sale again. */
      onSale: z.int(),
      deleted: z.int(),
    }),
    refusals: ['forget_later'],
  },
  'contacts sources': {
    atLeast: 'operator',
    input: z.object({ limit: upTo(10_000).default(50), off: source, on: source }),
    reason: 'optional',
    dryRun: true,
    output: z.object({
      /** Where contacts were found, and how they turned out; null when one is switched. */
      sources: z
        .array(
          z.object({
            /** The host of a page; without a page, the kind of source. */
            source: z.string(),
            contacts: z.int(),
            /** Of them, those on sale. */
            sold: z.int(),
            /** How often one was bought, of contacts that still exist. */
            reveals: z.int(),
            /** Of these reveals, those of which the mail server's own words showed that emails come back. */
            bounced: z.int(),
            objections: z.int(),
            isOff: z.boolean(),
          }),
        )
        .nullable(),
      switched: z
        .object({
          isOff: z.boolean(),
          isChanged: z.boolean(),
          contacts: z.int(),
          /** Channels that have no other contact on sale. */
          channels: z.int(),
        })
        .nullable(),
    }),
    refusals: ['one_switch_and_reason', 'no_such_source', 'forget_after_switch'],
  },
})
