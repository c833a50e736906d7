import type { Routes } from '#server/feature.ts'
import { Refusal } from '#server/refusal.ts'
import { countVotes, insertVote, listSponsors, ownVote, writeReview } from './feedback.sql.ts'

export const feedbackRoutes = {
  'POST /vote': async ({ app, caller, body }) => {
    const vote = { personId: caller.personId, feature: body.featureName, now: app.clock.now() }
    if (!(await insertVote(app.db, vote))) throw new Refusal('already_voted', { extras: { message: false } })
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
    const review = {
      personId: caller.personId,
      text: body.reviewText,
      mark: body.websiteMark,
      now: app.clock.now(),
    }
    // The account was deleted meanwhile.
    if (!(await writeReview(app.db, review))) throw new Refusal('not_logged_in')
    return { data: null }
  },
} satisfies Partial<Routes>
