import { z } from 'zod'
import { FEATURES, REVIEW_MARK, REVIEW_TEXT_MAX } from '../rules/feedback.ts'
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
