import { plural } from '../messages.ts'

/** Status pages: not found, forbidden, too many requests, not ready, the choice of logging in. */
export const status = {
  notFound: {
    title: 'Page not found',
    text: 'There is nothing at this address. It may have been mistyped, or the page has moved.',
  },
  forbidden: {
    title: 'Your session has expired',
    text: 'For your safety you were logged out after a long break. Your purchases and uses are where you left them.',
    logInAgain: 'Log in again',
  },
  unauthorized: {
    title: 'This page is for people who are logged in',
    text: 'Log in or sign up to go on.',
  },
  stillLoggedIn: {
    title: 'You are logged in',
    text: 'Nothing has expired: go on with your work.',
  },
  outOfDate: {
    title: 'This page is out of date',
    text: 'Reload it to go on.',
  },
  tooManyRequests: {
    title: 'Too many requests!',
    text: 'There were more requests than one person usually makes. Wait a little, then go on.',
    wait: (time: string) => `You can go on in ${time}.`,
    ready: 'You can go on now.',
    back: 'Back to where you were',
  },
  authorization: {
    title: 'Log in or sign up',
    description: 'Log in to get contacts of video creators, or create an account.',
    text: 'Contacts are kept in your account, and uses never expire.',
    logInTitle: 'Log In',
    logInText: 'You have an account.',
    signUpTitle: 'Sign Up',
    signUpText: 'You are here for the first time. It takes a minute and an e-mail address.',
  },
  countdown: {
    announce: (seconds: number) =>
      `You will be taken to the search in ${seconds} ${plural('en', seconds, { one: 'second', other: 'seconds' })}.`,
    unit: (seconds: number) =>
      plural('en', seconds, { one: 'second to the search', other: 'seconds to the search' }),
    stay: 'Stay here',
    stopped: 'You stay on this page.',
  },
} as const
