import type { Feature } from '#server/feature.ts'
import { feedbackData } from './feedback-data.sql.ts'
import { countVotes, listReviews, listSponsors } from './feedback.sql.ts'
import { moderateReview, nameSponsor, unnameSponsor } from './operate-feedback.ts'
import { feedbackRoutes } from './feedback.routes.ts'

/** Votes for what is built next, reviews, sponsors. */
export const feedback = {
  name: 'feedback',
  routes: feedbackRoutes,
  tables: ['vote', 'review', 'sponsor'],
  personalData: [feedbackData],
  commands: {
    'sponsors add': nameSponsor,
    'sponsors remove': unnameSponsor,
    'sponsors list': ({ db }) => listSponsors(db),
    'votes list': async ({ db }) =>
      (await countVotes(db)).map(({ featureName: feature, votes }) => ({ feature, votes })),
    'reviews list': ({ db }, _by, { all, limit }) => listReviews(db, { withHidden: all, limit }),
    'reviews hide': moderateReview,
  },
} as const satisfies Feature<'feedback'>
