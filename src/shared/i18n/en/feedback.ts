import type { FeatureName } from '../../rules/feedback.ts'
import { plural } from '../messages.ts'

/** Votes, sponsors and reviews. */
export const feedback = {
  place: (place: string) => `No. ${place}`,
  vote: {
    title: 'Vote for features',
    description: 'What shall Channelbook learn next? Sponsors decide between upcoming features.',
    lead: 'Two features wait for their turn. Sponsors say which one is built first; each has one vote.',
    features: {
      'Dead channels Filtration': {
        name: 'Dead channels Filtration',
        text: 'Channels that have not published anything for long are recognised and left out by themselves, so no use is spent on somebody who is gone. So far the filter has to be switched on in every search.',
      },
      'Recommendation System': {
        name: 'Recommendation System',
        text: 'After a purchase, channels with a similar audience and topic are suggested, including those you would not have searched for.',
      },
    } satisfies Record<FeatureName, { name: string; text: string }>,
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
      `You will be taken to the start page in ${seconds} ${plural('en', seconds, { one: 'second', other: 'seconds' })}.`,
  },
  sponsors: {
    title: 'Top sponsors',
    description: 'People and companies that support Channelbook and agreed to be named.',
    lead: 'They keep Channelbook going, and agreed to be named here.',
    emptyTitle: 'Nobody is named here yet',
    emptyText: 'The first place is free.',
    errorTitle: 'The sponsors could not be loaded',
    toVote: 'See what sponsors vote on',
  },
  review: {
    title: 'Review',
    lead: 'What is good about Channelbook, what is not? We read everything.',
    mark: 'Your mark',
    markOf: (mark: string) => `${mark} of 5`,
    text: 'Your words',
    send: 'Send the review',
    markMissing: 'Choose a mark',
    thanks: 'Thank you. Your review is kept; a new one takes its place.',
    again: 'Write anew',
  },
} as const
