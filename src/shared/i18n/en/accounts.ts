import { plural } from '../messages.ts'

/** Sign-up, login, log-out and the profile. */
export const accounts = {
  username: 'Username',
  email: 'Email',
  password: 'Password',
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
  continue: 'Continue',
  back: 'Back',
  /** What a login or sign-up is for. */
  purpose: (channel: string, free: number) =>
    free === 0
      ? `Once you are logged in, you can open this contact: ${channel}.`
      : `Sign up to open this contact: ${channel}. ${plural('en', free, { one: 'Your first contact is free.', other: `Your first ${free} contacts are free.` })}`,
  signUp: {
    title: 'Sign up',
    description: 'Create an account in five short steps: name, email, password, consent, code.',
    progress: (step: string, total: string) => `Step ${step} of ${total}`,
    step: (place: string, total: string, name: string) => `Step ${place} of ${total} · ${name}`,
    steps: ['Username', 'Email', 'Password', 'Agreement', 'Code'],
    questions: [
      'What should we call you?',
      'Where should we send the code?',
      'Choose a password',
      'Last step before the code',
      'Enter verification code',
    ],
    usernameHint: 'At least 3 characters: letters, digits and underscores.',
    emailHint: 'You will log in with this address.',
    passwordHint: (min: number) => `At least ${min} characters.`,
    proofLead: (email: string) => `Tick all three, and we will send a code to ${email}.`,
    agreement: { before: 'I accept “', link: 'Terms and privacy', after: '”.' },
    consent: { before: 'I give my ', link: 'consent to the processing of personal data', after: '.' },
    opensNewTab: 'opens in a new tab',
    sendCode: 'Send the code',
    haveAccount: 'Already have an account?',
  },
  /** Shown under the field while a person types. */
  passwordAdvice: {
    password_common: 'This is one of the most common passwords: attackers try them first.',
    password_own: 'A password made from your name or address is easy to guess.',
  },
  captcha: {
    label: 'I am not a robot',
    hint: 'Your device solves a small puzzle. No personal data is sent.',
    checking: 'Checking: this takes a few seconds',
    solved: 'Verified',
    failed: 'The check failed. Try again.',
  },
  code: {
    label: 'Verification code',
    digit: (place: string, total: string) => `Digit ${place} of ${total}`,
    sentTo: (email: string) => `We sent a six-digit code to ${email}. It is valid for 10 minutes.`,
    checking: 'Checking the code',
    sendAgain: 'Send again',
    sendAgainIn: (time: string) => `available in ${time}`,
    sentAgain: 'A new code is on its way.',
    waitFor: (time: string) => `You can request a code in ${time}.`,
    expired: 'This code has expired. Request a new one.',
    usedUp: 'This code stopped working after five wrong attempts. Request a new one.',
  },
  results: {
    ok: 'Alright, you all set!',
    okText: (uses: string) => `Uses in your account: ${uses}. One use opens one contact.`,
    exists: 'The email you want to use already has an account linked to it.',
    backToChannel: (channel: string) => `Back to ${channel}`,
    existsText: 'Log in, or request a link to set a new password.',
    invalid: 'Apparently, you have entered the wrong code. Try again',
    wrong: 'Something went wrong. Try again.',
    changed: 'Password was changed.',
    reset: "We're changed your password",
  },
  /** Shown only in a trial on one's own machine. */
  localInbox: { before: 'This is a local trial: emails arrive in ', link: 'the local inbox', after: '.' },
  login: {
    title: 'Log in',
    description: 'Log in to see your purchases and get video creators’ contacts.',
    bothRequired: 'full in all fields',
    forgot: 'Forgot password?',
    enterEmail: 'Enter your email in field.',
    linkSent: 'Confirmation link sent on your email.',
    codeTitle: 'Enter verification code',
    codeLead: (email: string) =>
      `After several failed login attempts, you also need a six-digit code. If the password is right, we sent it to ${email}.`,
    wrongCode: 'Wrong verification code',
    demoLead: 'Use the sample account, or sign up with any email address.',
    demoEnter: 'Look around as a buyer',
    noAccount: 'No account yet?',
  },
  /** Signing in with an account elsewhere; `provider` is a name such as Google. */
  identity: {
    or: 'or',
    signIn: (provider: string) => `Sign in with ${provider}`,
    signingIn: 'Signing you in…',
    linkTitle: 'This address already has an account',
    linkLead: (email: string, provider: string) =>
      `Enter the password for ${email} once. After that, you can also sign in with ${provider}.`,
    link: 'Log in and connect',
    consentTitle: 'Two boxes to tick',
    consentLead: (email: string) => `There is no account for ${email} yet. We will create one.`,
    create: 'Create the account',
    refused: (provider: string) =>
      `${provider} did not confirm this sign-in. Try again, or log in with your password.`,
    unverified: (provider: string) =>
      `Your address at ${provider} is not verified. Verify it there, or sign up with an email address here.`,
    cancelled: (provider: string) => `You did not finish signing in with ${provider}.`,
    expired: (provider: string) => `This took too long. Press the ${provider} button again.`,
  },
  newPassword: {
    title: 'New password',
    description: 'Set a new password with the link from our email.',
    lead: 'Choose a new password. You will be logged out on all your devices.',
    field: 'New password',
    save: 'Set password',
    everywhereOut: 'log in with it on each of your devices.',
    linkTitle: 'This link no longer works',
    linkLead:
      'A link works once and expires in 30 minutes. Enter your email address, and we will send you a new one.',
    sendLink: 'Send a new link',
  },
  /** The page of the link in emails that say 'if it was not you'. */
  endSessions: {
    title: 'Log out on all devices',
    question: 'Was it someone else?',
    lead: 'This logs you out on every device, including this one. We then email you a link to choose a new password.',
    confirm: 'Log out on all devices',
    done: 'You are logged out on all devices',
    doneText:
      'We have emailed you a link to choose a new password. Use it now: someone may know the old one.',
    dead: 'This link no longer works',
    deadText:
      'If someone else may be logged in to your account, choose a new password: that logs you out on every device too.',
  },
  overlay: {
    welcome: (username: string) => `Welcome, ${username}!`,
    goodbye: (username: string) => `Goodbye, ${username}!`,
    redirecting: 'Redirecting...',
  },
  profile: {
    title: 'Profile',
    person: 'Name and email',
    balance: 'Balance',
    buyUses: 'Buy uses',
    uses: (count: number) => plural('en', count, { one: 'use left', other: 'uses left' }),
    logOut: 'Log out',
    logOutFailed: 'You are still logged in. Try again.',
  },
} as const
