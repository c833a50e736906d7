import { plural } from '../messages.ts'

/** Sign-up, login, log-out and the profile. */
export const accounts = {
  username: 'Username',
  email: 'E-mail',
  password: 'Password',
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
  continue: 'Continue',
  back: 'Back',
  /** What a login or sign-up is for. */
  purpose: (channel: string, free: number) =>
    free === 0 ? `To open ${channel}.` : `To open ${channel}. You get ${free} free.`,
  signUp: {
    title: 'Sign up',
    description:
      'Create an account in five short steps: a name, an e-mail address, a password, consent, a code.',
    progress: (step: string, total: string) => `Step ${step} of ${total}`,
    ofTotal: (total: string, name: string) => `of ${total} · ${name}`,
    steps: ['Username', 'E-mail', 'Password', 'Agreement', 'Code'],
    questions: [
      'What shall we call you?',
      'Where shall we send the code?',
      'What will you log in with?',
      'One check and two ticks',
      'Enter verification code',
    ],
    usernameHint: 'At least 3 characters: letters, digits and underscores.',
    emailHint: 'You will log in with this address.',
    passwordHint: (min: number) => `At least ${min} characters.`,
    proofLead: (email: string) => `As soon as all three are ticked, we send a code to ${email}.`,
    agreement: { before: 'I accept the ', link: 'terms and the privacy policy', after: '.' },
    consent: { before: 'I give my ', link: 'consent to the processing of personal data', after: '.' },
    opensNewTab: 'opens in a new tab',
    sendCode: 'Send the code',
    haveAccount: 'Already have an account?',
  },
  /** Shown under the field while a person types. */
  passwordAdvice: {
    password_common: 'One of the most common passwords: it is among the first that others try.',
    password_own: 'Your own name or address is easy to guess.',
  },
  captcha: {
    label: 'I am not a robot',
    hint: 'Your device solves a small sum, nothing leaves it.',
    checking: 'Checking, this takes a few seconds',
    solved: 'Checked',
    failed: 'The check did not work. Try again.',
  },
  code: {
    label: 'Verification code',
    digit: (place: string, total: string) => `Digit ${place} of ${total}`,
    sentTo: (email: string) => `We sent six digits to ${email}. They work for 10 minutes.`,
    checking: 'Checking the code',
    sendAgain: 'Send again',
    sendAgainIn: (time: string) => `possible in ${time}`,
    sentAgain: 'A new code is on its way.',
    waitFor: (time: string) => `You can ask for a code in ${time}.`,
    expired: 'This code has expired. Ask for a new one.',
    usedUp: 'After five wrong tries this code no longer works. Ask for a new one.',
  },
  results: {
    ok: 'Alright, you all set!',
    okText: (uses: string) => `Uses on your account: ${uses}. A contact costs one.`,
    exists: 'The email you want to use already has an account linked to it.',
    backToChannel: (channel: string) => `Back to ${channel}`,
    existsText: 'Log in with it, or ask for a link to set a new password.',
    invalid: 'Apparently, you have entered the wrong code. Try again',
    wrong: 'Something went wrong. Try again.',
    changed: 'Password was changed.',
    reset: "We're changed your password",
  },
  /** Shown only in a trial on one's own machine. */
  localInbox: { before: 'This is a local trial: letters arrive in ', link: 'its inbox', after: '.' },
  login: {
    title: 'Log in',
    description: 'Log in to see your purchases and get contacts of video creators.',
    bothRequired: 'full in all fields',
    forgot: 'Forgot password?',
    enterEmail: 'Enter your email in field.',
    linkSent: 'Confirmation link sent on your email.',
    codeTitle: 'Enter verification code',
    codeLead: (email: string) =>
      `There were several failed attempts to log in, so we sent six digits to ${email}. Enter them to go on.`,
    wrongCode: 'Wrong verification code',
    noAccount: 'No account yet?',
  },
  google: {
    or: 'or',
    linkTitle: 'There is an account with this address',
    linkLead: (email: string) =>
      `Enter the password of ${email} once. From then on you can come in with Google as well.`,
    link: 'Log in and connect',
    consentTitle: 'Two ticks, and you are in',
    consentLead: (email: string) => `There is no account with ${email} yet. We will make one.`,
    create: 'Create the account',
    refused: 'Google did not confirm this sign-in. Try again, or log in with your password.',
    expired: 'This took too long. Press the Google button once more.',
  },
  newPassword: {
    title: 'New password',
    description: 'Set a new password by the link that came by e-mail.',
    lead: 'Choose what you will log in with. All your devices will be logged out.',
    field: 'New password',
    save: 'Set the password',
    everywhereOut: 'log in with the new one on each of your devices.',
    linkTitle: 'This link no longer works',
    linkLead: 'A link works once, for 30 minutes. Enter your e-mail address, and we will send you a new one.',
    sendLink: 'Send a new link',
  },
  /** The page of the link in letters that says 'if it was not you'. */
  endSessions: {
    title: 'Log out on all devices',
    question: 'Was it somebody else?',
    lead: 'Press the button, and every device is logged out of your account at once, this one too. Then we email you a link for a new password.',
    confirm: 'Log out on all devices',
    done: 'All devices are logged out',
    doneText:
      'We have sent a link for a new password to your email. Use it now: somebody may know the old one.',
    dead: 'This link no longer works',
    deadText:
      'If somebody else may be logged in to your account, choose a new password: that logs every device out too.',
  },
  overlay: {
    welcome: (username: string) => `Welcome, ${username}!`,
    goodbye: (username: string) => `Goodbye, ${username}!`,
    redirecting: 'Redirecting...',
  },
  profile: {
    title: 'Profile',
    person: 'Account',
    balance: 'Balance',
    buyUses: 'Buy uses',
    uses: (count: number) => plural('en', count, { one: 'use left', other: 'uses left' }),
    logOut: 'Log out',
    logOutFailed: 'You are still logged in. Try again.',
  },
} as const
