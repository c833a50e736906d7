import type { Routes } from '#server/feature.ts'
import { Refusal } from '#server/refusal.ts'
import { countVotes, insertVote, listSponsors, ownVote, writeReview } from './feedback.sql.ts'

export const feedbackRoutes = {
  'POST /vote': async ({ app, actor, body }) => {
    const vote = { personId: actor.personId, feature: body.featureName, now: app.clock.now() }
    if (!(await insertVote(app.db, vote))) throw new Refusal('already_voted', { extras: { message: false } })
    return { data: null, message: true }
  },

  'GET /vote': async ({ app: { db }, actor }) => ({
    data: {
      results: await countVotes(db),
      ownVote: actor.kind !== 'person' ? null : await ownVote(db, actor.personId),
    },
  }),

  'GET /sponsors': async ({ app: { db } }) => ({
    data: (await listSponsors(db)).map(({ name, url }) => ({ name, url })),
  }),

  'POST /review': async ({ app, actor, body }) => {
    const review = {
      personId: actor.personId,
      text: body.reviewText,
      mark: body.websiteMark,
      now: app.clock.now(),
    }
    // The account was deleted meanwhile.
    if (!(await writeReview(app.db, review))) throw new Refusal('not_logged_in')
    return { data: null }
  },
} satisfies Partial<Routes>
