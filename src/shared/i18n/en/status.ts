import { plural } from '../messages.ts'

/** Status pages: not found, forbidden, too many requests, not ready, the choice of logging in. */
export const status = {
  notFound: {
    title: 'Page not found',
    text: 'There is no page at this link. The link may be wrong, or the page may have moved.',
  },
  forbidden: {
    title: 'Your session has expired',
    text: 'For your safety, you were logged out after a long break. Your purchases and uses are where you left them.',
    logInAgain: 'Log in again',
  },
  unauthorized: {
    title: 'You need to log in to see this page',
    text: 'Log in or sign up to continue.',
  },
  stillLoggedIn: {
    title: 'You are logged in',
    text: 'Your session is still active: carry on.',
  },
  outOfDate: {
    title: 'This page is out of date',
    text: 'Reload it to continue.',
  },
  tooManyRequests: {
    title: 'Too many requests!',
    text: 'That is more requests than one person usually makes. Wait a little, then continue.',
    wait: (time: string) => `You can continue in ${time}.`,
    ready: 'You can continue now.',
    back: 'Back to where you were',
  },
  authorization: {
    title: 'Log in or sign up',
    description: 'Log in to get video creators’ contacts, or create an account.',
    text: 'Contacts are kept in your account, and uses never expire.',
    logInTitle: 'Log In',
    logInText: 'You already have an account.',
    signUpTitle: 'Sign Up',
    signUpText: 'You are new here. It takes a minute, and all you need is an email address.',
  },
  countdown: {
    toSearch: {
      announce: (seconds: number) =>
        `You will be taken to search in ${seconds} ${plural('en', seconds, { one: 'second', other: 'seconds' })}.`,
      unit: (seconds: number) =>
        plural('en', seconds, { one: 'second until search opens', other: 'seconds until search opens' }),
    },
    /** To the search or channel that the person left. */
    back: {
      label: 'Back to where you were',
      announce: (seconds: number) =>
        `You will be back where you were in ${seconds} ${plural('en', seconds, { one: 'second', other: 'seconds' })}.`,
      unit: (seconds: number) =>
        plural('en', seconds, {
          one: 'second until you are back',
          other: 'seconds until you are back',
        }),
    },
    howToStay: 'To stay, press any key or tap.',
    stopped: 'You are staying on this page.',
  },
} as const
