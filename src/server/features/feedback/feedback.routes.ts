import type { Routes } from '#server/route.ts'
import { castVote } from './cast-vote.ts'
import { countVotes, ownVote } from './votes.sql.ts'
import { listSponsors } from './sponsors.sql.ts'
import { leaveReview } from './leave-review.ts'

export const feedbackRoutes = {
  'POST /vote': async ({ app, caller, body }) => {
    await castVote(app, { personId: caller.personId, feature: body.featureName })
    return { data: null, message: true }
  },

  'GET /vote': async ({ app: { db }, caller }) => ({
    data: {
      results: await countVotes(db),
      ownVote: caller === null ? null : await ownVote(db, caller.personId),
    },
  }),

  'GET /sponsors': async ({ app: { db } }) => ({
    data: (await listSponsors(db)).map(({ name, url }) => ({ name, url })),
  }),

  'POST /review': async ({ app, caller, body }) => {
    await leaveReview(app, {
      personId: caller.personId,
      text: body.reviewText,
      mark: body.websiteMark,
    })
    return { data: null }
  },
} satisfies Partial<Routes>
