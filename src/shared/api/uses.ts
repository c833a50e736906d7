import { z } from 'zod'
import { normalizePromocode, PROMOCODE_USES } from '../rules/uses.ts'
import { commands, day, listOf, page, period, readBy, upTo, who } from './command.ts'
import { endpoints } from './endpoint.ts'
import { cursor, email, instant, queryLimit } from './fields.ts'

/** What uses are given for. */
const LOT_KINDS = ['welcome', 'promocode', 'grant', 'package', 'day', 'warranty'] as const

/** One movement of a person's uses. The dates of a subscription, given or withdrawn together, are one movement. */
export const usesMovement = z.object({
  id: z.number().int(),
  at: instant,
  /** Given, spent on a contact, withdrawn by a refund, or a grant by mistake that was taken back. */
  reason: z.enum(['given', 'reveal', 'refund', 'taken']),
  /** The kind of lot that was given, spent or withdrawn. */
  lot: z.enum(LOT_KINDS),
  /** Positive when given. */
  amount: z.number().int(),
  promocode: z.string().nullable(),
  /** The payment's id, for packages and subscriptions. */
  payment: z.string().nullable(),
  /** What that payment bought. */
  packageId: z.number().int().nullable(),
  /** The name of the channel whose contact was bought, also where that use came back. */
  channelName: z.string().nullable(),
  /** For a subscription: the first and last Europe/Moscow date of this movement, `YYYY-MM-DD`. */
  dates: z.object({ first: z.iso.date(), last: z.iso.date() }).nullable(),
})

export const usesEndpoints = endpoints({
  'GET /uses/history': {
    who: 'user',
    scope: 'purchases:read',
    limits: [],
    summary: "The movements of the person's uses, newest first, and what is left",
    query: z.object({ limit: queryLimit, cursor: cursor.optional() }),
    data: z.array(usesMovement),
    extras: z.object({
      meta: z.object({
        /** The uses that never expire. */
        balance: z.number().int(),
        /** Today's allowance of the subscription, by the Moscow date; null without one. */
        today: z.object({ left: z.number().int(), granted: z.number().int() }).nullable(),
        /** All that is not spent, a subscription's coming dates too, and what was paid for it in whole roubles: gifts cost nothing. */
        unspent: z.object({ uses: z.number().int(), roubles: z.number().int() }),
        nextCursor: z.string().nullable(),
      }),
    }),
    errors: [],
  },
  'PUT /promocode': {
    who: 'user',
    scope: 'payments',
    limits: ['promocode'],
    summary: 'Activate a promocode, once per person and code',
    body: z.object({
      promocode: z.string().trim().min(1, 'required').max(200, 'too_long'),
      /** The person's own address, if any: the session identifies the person. */
      email: email.nullish(),
    }),
    data: z.object({
      /** The uses that can be spent now. */
      uses: z.number().int(),
      added: z.number().int(),
    }),
    errors: ['wrong_promocode', 'promocode_used', 'promocode_ended', 'forbidden'],
  },
})

/** What an entry of the ledger means for the business. */
export const ENTRY_KINDS = ['sold', 'given', 'spent', 'returned', 'withdrawn', 'taken'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

const promocode = readBy(normalizePromocode, { problem: 'promocode' })

export const usesCommands = commands({
  'uses ledger': {
    atLeast: 'viewer',
    changesNothing: true,
    /** Also the number of a team. */
    input: z.object({ who, ...page }),
    args: ['who'],
    output: z.object({
      rows: z.array(
        usesMovement.extend({
          /** The uses that never expire, after it: a subscription's dates do not change them. */
          balance: z.int(),
          /** Why the operator granted it. */
          note: z.string().nullable(),
        }),
      ),
      next: z.string().nullable(),
      /** What can be spent now: the balance, and today's allowance apart from it. */
      balance: z.int(),
      today: z.int().nullable(),
    }),
    refusals: ['no_such_holder'],
  },
  'uses entries': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({ kind: z.enum(ENTRY_KINDS).meta({ hint: 'kind' }).optional(), ...period, ...page }),
    output: listOf(
      z.object({
        id: z.int(),
        at: z.date(),
        holderId: z.int(),
        kind: z.enum(ENTRY_KINDS),
        lot: z.enum(LOT_KINDS),
        /** Without a sign, which the kind tells. */
        uses: z.int(),
        paymentId: z.string().nullable(),
      }),
      { uses: z.int() },
    ),
    refusals: [],
  },
  'uses owed': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object(page),
    output: listOf(
      z.object({
        holderId: z.int(),
        uses: z.int(),
        /** Kopecks that were paid for them; gifts cost nothing. */
        kopecks: z.int(),
      }),
      { uses: z.int(), kopecks: z.int() },
    ),
    refusals: [],
  },
  'promocodes add': {
    atLeast: 'operator',
    input: z.object({
      code: promocode,
      uses: upTo(1_000_000).default(PROMOCODE_USES),
      limit: upTo(1_000_000).optional(),
      until: day.optional(),
    }),
    args: ['code'],
    output: z.object({ code: z.string(), uses: z.int() }),
    refusals: ['promocode_taken', 'until_is_past'],
  },
  'promocodes list': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({}),
    output: z.array(
      z.object({
        code: z.string(),
        uses: z.int(),
        activated: z.int(),
        /** How many people may activate it; null: any number. */
        places: z.int().nullable(),
        /** The last Moscow date on which it works; null: until it is ended. */
        lastDate: z.string().nullable(),
        state: z.enum(['works', 'used_up', 'expired', 'ended']),
      }),
    ),
    refusals: [],
  },
  'promocodes end': {
    atLeast: 'operator',
    input: z.object({ code: promocode }),
    args: ['code'],
    confirm: 'code',
    output: z.object({ code: z.string(), isChanged: z.boolean() }),
    refusals: ['no_such_promocode'],
  },
})
