import type { FeatureName } from '../../rules/feedback.ts'
import { plural } from '../messages.ts'

/** Votes, sponsors and reviews. */
export const feedback = {
  place: (place: string) => `No. ${place}`,
  vote: {
    title: 'Vote on features',
    description: 'What should Channelbook improve next? Sponsors choose between two features.',
    lead: 'Everything sponsors asked for is built. Sponsors now choose which of these two we improve first, with one vote each.',
    features: {
      'Dead channels Filtration': {
        name: 'Dead channels Filtration',
        text: 'A filter leaves inactive channels out of a search, and recommendations leave them out automatically. We ask before you spend a use on one.',
        link: 'Search without inactive channels',
      },
      'Recommendation System': {
        name: 'Recommendation System',
        text: 'Channels like those you have bought, each with the reason, and similar channels on each channel’s page, including ones you would not have searched for.',
        link: 'See recommended channels',
      },
    } satisfies Record<FeatureName, { name: string; text: string; link: string }>,
    built: 'Built',
    exportName: 'Purchase export',
    exportText: 'All your purchases as a file, CSV or XLSX, with status and notes.',
    exportLink: 'Go to your purchases',
    button: 'Vote',
    buttonFor: (feature: string) => `Vote for ${feature}`,
    yourVote: 'Your vote',
    votes: (count: number) => plural('en', count, { one: 'vote', other: 'votes' }),
    thanks: 'Thank you for your vote',
    failed: "Unfortunately, we can't get your vote",
    unknown: 'Your vote could not be loaded.',
    sponsorTitle: 'To vote, you need to become a sponsor...',
    sponsorText: 'Sponsors keep Channelbook going and have a say in what is built.',
    sponsorAsk: (email: string) => `Write to ${email}, and we will tell you how.`,
    sponsorLink: 'Become a sponsor',
    sponsorLogIn: 'Log in as a sponsor',
    backIn: (seconds: number) =>
      `You will be taken to the home page in ${seconds} ${plural('en', seconds, { one: 'second', other: 'seconds' })}.`,
  },
  sponsors: {
    title: 'Top sponsors',
    description: 'The people and companies who support Channelbook and have agreed to be named.',
    lead: 'They keep Channelbook going and have agreed to be named here.',
    emptyTitle: 'No sponsors here yet',
    emptyText: 'The first place is still free.',
    errorTitle: 'The sponsors could not be loaded',
    toVote: 'See what sponsors are voting on',
  },
  review: {
    title: 'Review',
    open: 'Write a review',
    lead: 'What is good about Channelbook, and what is not? We read every review.',
    mark: 'Your rating',
    markOf: (mark: string) => `${mark} out of 5`,
    text: 'Your review',
    send: 'Send review',
    markMissing: 'Choose a rating',
    thanks: 'Thank you. Your review is saved; a new one will replace it.',
    again: 'Write another review',
  },
} as const
