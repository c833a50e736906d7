import { z } from 'zod'
import { STAGES } from '../rules/cards.ts'
import { BULK_RESULTS, QUOTE_MAX } from '../rules/bulk-reveals.ts'
import { NO_CONTACT_REASONS } from '../rules/creators.ts'
import { REPORT_REASONS, REPORT_STATES } from '../rules/evidence.ts'
import { commands, listOf, page, period } from './command.ts'
import { endpoints } from './endpoint.ts'
import { channelId, channelIds, cursor, instant, pathId, queryLimit } from './fields.ts'

/** A person's purchase, with the best address known today. */
export const purchaseRecord = z.object({
  transaction_id: z.number().int(),
  channelId: z.string(),
  channel_name: z.string(),
  /** Null when withheld: its owner objected, it was not seen for too long, or no address is known any more. */
  email: z.string().nullable(),
  /** Why `email` is null. */
  withheld: z.enum(['objection', 'expired', 'gone']).nullable(),
  thumbnail: z.string().nullable(),
  /** As in a search: null is unknown; of types, ''. */
  subsCount: z.number().int().nullable(),
  content_type: z.string(),
  country: z.string().nullable(),
  /** The source of the address: a page's URL, or the kind of source. */
  source: z.string().nullable(),
  lastSeenAt: instant.nullable(),
  url: z.string().nullable(),
  boughtAt: instant,
  /** The username of the member who bought it for a team; null in the own purse, or when that account is gone. */
  openedBy: z.object({ name: z.string() }).nullable(),
  /**
   * What became of the person's last report of it; null without one. `at`: when it was decided, or else reported. `mayProve`:
   * whether it waits without an answer of the mail server, which can still be handed in.
   */
  report: z
    .object({
      state: z.enum(REPORT_STATES),
      reason: z.enum(REPORT_REASONS),
      at: instant,
      mayProve: z.boolean(),
    })
    .nullable(),
  /** Of its card, like the next two. */
  status: z.enum(STAGES),
  note: z.string(),
  version: z.number().int(),
})

/** How far a bulk reveal has come; each line's result, in the order of the quote. */
const bulkReveal = z.object({
  state: z.enum(['running', 'done', 'stopped']),
  done: z.number().int(),
  of: z.number().int(),
  spent: z.number().int(),
  results: z.array(
    z.object({
      channelId: z.string(),
      /** As it was when the quote was made; null for an unknown channel. */
      name: z.string().nullable(),
      result: z.enum([...BULK_RESULTS, 'waiting']),
    }),
  ),
})

export const revealsEndpoints = endpoints({
  'POST /getemail': {
    who: 'user',
    scope: 'reveal',
    limits: ['reveal', 'reveal_day'],
    summary: 'Reveal the contact of a channel: one use, charged once per person and channel',
    body: z.object({ channelId }),
    data: z.object({
      email: z.string(),
      name: z.string(),
      /** The uses left after this call. */
      uses: z.number().int(),
      source: z.string(),
      lastSeenAt: instant,
    }),
    errors: ['no_uses', 'over_budget', 'no_contact', 'not_found'],
    refusalExtras: z.object({
      meta: z
        .object({
          /** For `no_contact`, where the creator wants it so. */
          noContactReason: z.enum(NO_CONTACT_REASONS).optional(),
          /** For `over_budget`: what is left of the month's budget in the team. */
          budgetLeft: z.number().int().optional(),
        })
        .optional(),
    }),
  },
  'POST /reveals/quote': {
    who: 'user',
    scope: 'reveal',
    limits: ['quote'],
    summary: 'What revealing several channels costs, binding for 10 minutes',
    body: z.object({
      channelIds: z
        .array(channelId)
        .transform((ids) => [...new Set(ids)])
        .pipe(z.array(z.string()).min(1, 'required').max(QUOTE_MAX, 'too_long')),
    }),
    /** Lists are ids of channels. Each is in one list, or costs a use; an inactive one may be in another list too. */
    data: z.object({
      quoteId: z.uuid(),
      /** The uses that it spends at most. */
      cost: z.number().int(),
      already: z.array(z.string()),
      noContact: z.array(z.string()),
      notFound: z.array(z.string()),
      /** Their owners do not want them sold now. */
      withheld: z.array(z.string()),
      /** Without an upload for so long that a person is asked before a use is spent. */
      inactive: z.array(z.string()),
      /** Not included, because the person's budget or the balance does not suffice. */
      overBudget: z.array(z.string()),
      noUses: z.array(z.string()),
      balance: z.number().int(),
      balanceAfter: z.number().int(),
      expiresAt: instant,
    }),
    errors: [],
  },
  'POST /reveals': {
    who: 'user',
    scope: 'reveal',
    limits: ['reveal'],
    furtherLimits: ['reveal_day'],
    summary: 'Reveal what was quoted; the same quote is the same job',
    body: z.object({ quoteId: z.uuid() }),
    data: z.object({ jobId: z.uuid() }),
    errors: ['not_found', 'quote_expired'],
  },
  'GET /reveals/{jobId}': {
    who: 'user',
    scope: 'purchases:read',
    limits: [],
    summary: 'How far a bulk reveal has come, and the result of each line; kept for 7 days',
    params: z.object({ jobId: z.uuid() }),
    data: bulkReveal,
    errors: ['not_found'],
  },
  'DELETE /reveals/{jobId}': {
    who: 'user',
    scope: 'reveal',
    limits: [],
    summary: 'Stop a bulk reveal: no further use is spent',
    params: z.object({ jobId: z.uuid() }),
    data: bulkReveal,
    errors: ['not_found'],
  },
  'POST /purchase/{userId}': {
    who: 'user',
    scope: 'purchases:write',
    owner: 'userId',
    limits: [],
    summary: "Hand over the record of the person's own reveal, once",
    params: z.object({ userId: pathId }),
    body: z.object({
      channelName: z.string().trim().min(1, 'required').max(500, 'too_long'),
      email: z.string().trim().toLowerCase().min(1, 'required').max(254, 'too_long'),
    }),
    data: z.object({ purchase: purchaseRecord }),
    refusalExtras: z.object({ data: z.object({ purchase: purchaseRecord }) }),
    errors: ['already_bought', 'not_found'],
  },
  'GET /purchases': {
    who: 'user',
    scope: 'purchases:read',
    limits: [],
    summary: "The person's bought channels, newest first",
    /** With `channelId`, only the purchases of those channels. */
    query: z.object({ limit: queryLimit, cursor: cursor.optional(), channelId: channelIds.optional() }),
    data: z.array(purchaseRecord),
    extras: z.object({ meta: z.object({ total: z.number().int(), nextCursor: z.string().nullable() }) }),
    errors: [],
  },
  'DELETE /rmpurchase/{userId}': {
    who: 'user',
    scope: 'purchases:write',
    owner: 'userId',
    limits: [],
    summary: 'Remove a purchase from the list; opening the contact again is free of charge',
    params: z.object({ userId: pathId }),
    body: z.object({
      channelName: z.string().trim().min(1, 'required').max(500, 'too_long'),
      transaction_id: z.number().int().positive().max(2_147_483_647).nullish(),
      channelId: channelId.nullish(),
    }),
    data: z.null(),
    errors: ['not_found'],
  },
})

export const revealsCommands = commands({
  'reveals list': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({
      /** A person's or a team's number. */
      holder: z.int().min(0).max(2_147_483_647).meta({ problem: 'person' }).optional(),
      /** Only those whose emails came back, as was proved later. */
      bounced: z.boolean().default(false),
      ...period,
      ...page,
    }),
    output: listOf(
      z.object({
        id: z.int(),
        at: z.date(),
        holderId: z.int(),
        /** Who pressed; null: erased. */
        actorId: z.int().nullable(),
        channelId: z.int().nullable(),
        channelName: z.string().nullable(),
        isBounced: z.boolean(),
      }),
      {},
    ),
    refusals: [],
  },
})
