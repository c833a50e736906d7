import { z } from 'zod'
import { FEATURES, REVIEW_MARK, REVIEW_TEXT_MAX } from '../rules/feedback.ts'
import { commands, upTo } from './command.ts'
import { endpoints } from './endpoint.ts'

const featureName = z.enum(FEATURES)

export const feedbackEndpoints = endpoints({
  'POST /vote': {
    who: 'sponsor',
    scope: 'account',
    owner: 'user_id',
    limits: [],
    summary: 'Vote for a feature, once only',
    body: z.object({ featureName, user_id: z.number().int().positive().nullish() }),
    data: z.null(),
    extras: z.object({ message: z.literal(true) }),
    refusalExtras: z.object({ message: z.literal(false) }),
    errors: ['already_voted'],
  },
  'GET /vote': {
    who: 'anyone',
    limits: [],
    summary: 'How many votes each feature has, and which one is the caller’s',
    data: z.object({
      results: z.array(z.object({ featureName, votes: z.number().int() })),
      /** Null for visitors and people who have not voted. */
      ownVote: featureName.nullable(),
    }),
    errors: [],
  },
  'GET /sponsors': {
    who: 'anyone',
    limits: [],
    summary: 'Sponsors who agreed to be named, the largest contribution first',
    data: z.array(z.object({ name: z.string(), url: z.string().nullable() })),
    errors: [],
  },
  'POST /review': {
    who: 'user',
    scope: 'account',
    limits: ['review'],
    summary: 'Leave a review; it replaces the person’s earlier one',
    body: z.object({
      reviewText: z.string().trim().min(1, 'required').max(REVIEW_TEXT_MAX, 'too_long'),
      websiteMark: z.number().int().min(REVIEW_MARK.min).max(REVIEW_MARK.max),
    }),
    data: z.null(),
    errors: [],
  },
})

const sponsorName = z.string().trim().min(1).max(100)

export const feedbackCommands = commands({
  'sponsors add': {
    atLeast: 'operator',
    input: z.object({
      name: sponsorName,
      agreed: z.literal(true),
      url: z
        .url({ protocol: /^https?$/, normalize: true })
        .meta({ problem: 'webAddress', hint: 'address' })
        .optional(),
      /** Whole roubles; orders the list and is never shown. */
      contribution: z
        .int()
        .min(0)
        .max(1_000_000_000)
        .default(0)
        .meta({ problem: 'roubles', hint: 'roubles' }),
    }),
    args: ['name'],
    output: z.object({ name: z.string() }),
    refusals: ['sponsor_listed'],
  },
  'sponsors remove': {
    atLeast: 'operator',
    input: z.object({ name: sponsorName }),
    args: ['name'],
    output: z.object({ name: z.string() }),
    refusals: ['sponsor_not_listed'],
  },
  'sponsors list': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({}),
    output: z.array(
      z.object({
        name: z.string(),
        url: z.string().nullable(),
        contribution: z.int(),
        agreedAt: z.date(),
      }),
    ),
    refusals: [],
  },
  'votes list': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({}),
    output: z.array(z.object({ feature: featureName, votes: z.int() })),
    refusals: [],
  },
  'reviews list': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({ all: z.boolean().default(false), limit: upTo(1_000).default(50) }),
    output: z.array(
      z.object({
        id: z.int(),
        mark: z.int(),
        text: z.string(),
        writtenAt: z.date(),
        isHidden: z.boolean(),
        /** Null when the account was deleted. */
        username: z.string().nullable(),
      }),
    ),
    refusals: [],
  },
  'reviews hide': {
    atLeast: 'support',
    input: z.object({ number: upTo(999_999_999), off: z.boolean().default(false) }),
    args: ['number'],
    reason: 'optional',
    output: z.object({ id: z.int(), isHidden: z.boolean(), isChanged: z.boolean() }),
    refusals: ['no_such_review'],
  },
})
