/** Texts that several screens share. */
export const common = {
  productName: 'Channelbook',
  close: 'Close',
  retry: 'Try again',
  loading: 'Loading',
  copy: 'Copy',
  toSearch: 'Go to search',
  toHome: 'Go to the start page',
  logIn: 'Log in',
  logInOrSignUp: 'Log in or sign up',
  signUp: 'Sign up',
  offline: 'You are offline. Check the connection and try again.',
  seconds: (seconds: string) => `${seconds} s`,
} as const
