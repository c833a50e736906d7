import { plural } from '../messages.ts'

/** The texts of letters. */
export const mails = {
  common: {
    codeLifetime: 'The code works for 10 minutes, in the browser that asked for it.',
    copyLink: 'If the button does not work, copy this address:',
    endSessions: 'Log out on all devices',
  },
  /** The last line of a letter: why it came. */
  reasons: {
    signUp: 'You received this email because your address was entered to sign up for Channelbook.',
    reset:
      'You received this email because a new password was requested for the Channelbook account with your address.',
    account: 'You received this email because it concerns the security of your Channelbook account.',
    welcome: 'You received this email because you signed up for Channelbook.',
    payment: 'You received this email because you bought a package in Channelbook.',
    optout: 'You received this email because somebody asked us to remove your address from Channelbook.',
  },
  codes: {
    signIn: {
      subject: 'Your Channelbook code',
      intro: 'Enter this code to finish signing up:',
      notYou:
        'If it was not you, ignore this email: without the code nothing happens. Never tell it to anyone.',
    },
    change: {
      subject: 'Your code for a change in Channelbook',
      intro: 'Enter this code to confirm the change in your account:',
      notYou:
        'If it was not you: somebody is logged in as you. Tell nobody the code, log them out, then choose a new password.',
    },
    login: {
      subject: 'Your Channelbook login code',
      intro:
        'There were several failed attempts to log in to your account, so the password alone is not enough now. Enter this code to log in:',
      notYou:
        'If it was not you: somebody knows your password. Tell nobody the code, and choose a new password: “Forgot password?” on the login page.',
    },
  },
  reset: {
    subject: 'A new password for Channelbook',
    intro: 'Choose a new password for your account.',
    button: 'Choose a new password',
    lifetime: 'The link works once, for 30 minutes.',
    notYou:
      'If you did not ask for it, do nothing: your password stays as it is. Never pass the link on to anyone.',
  },
  deletion: {
    subject: 'Deleting your Channelbook account',
    intro: 'You asked us to delete your account.',
    button: 'Go to the last step',
    lifetime:
      'The link works once, for 30 minutes. Nothing is deleted until you press the button on its page.',
    whatGoes:
      'Your purchases and the uses that are left go with the account, and nobody can bring them back.',
    notYou:
      'If it was not you: somebody is logged in as you. Do not press the button above, log them out, then choose a new password.',
  },
  passwordChanged: {
    subject: 'Your Channelbook password was changed',
    intro: {
      all: 'Your account has a new password. All devices were logged out; log in on them with the new password.',
      others:
        'Your account has a new password. All devices but the one where it was changed were logged out; log in on them with the new password.',
    },
    notYou:
      'If it was not you, set a new password at once: choose “Forgot password?” on the login page, and check who can read your mail.',
  },
  secondFactor: {
    subject: 'Two-step login in Channelbook was changed',
    intro: {
      on: 'A second step of logging in was added to your account: from now on it is asked for after the password.',
      off: 'A second step of logging in was removed from your account.',
      codes: 'New recovery codes were made for your account. The old ones no longer work.',
    },
    notYou:
      'If it was not you, set a new password at once: choose “Forgot password?” on the login page. Then write to us.',
  },
  optout: {
    subject: 'Remove your address from Channelbook',
    intro:
      'Somebody asked that this address is no longer listed in Channelbook, a catalogue of contacts of video creators. If it was you, confirm it on our page.',
    button: 'Remove my address',
    effect:
      'From then on nobody is shown the address, including people who paid to see it earlier, and no later list of ours brings it back.',
    lifetime: 'The link works for 7 days.',
    notYou: 'If it was not you, do nothing: nothing changes without the link.',
  },
  payments: {
    lot: (name: string, uses: number): string => `“${name}”, ${uses} uses`,
    subscription: (name: string, uses: number, days: number): string =>
      `“${name}”, ${uses} uses a day for ${days} days`,
    order: (contents: string): string => `Channelbook: package ${contents}`,
    receipt: (contents: string): string => `Access to contacts of video creators, package ${contents}`,
    thankYou: {
      subject: 'Thank you for your purchase',
      noEnd: 'The uses are in your account already. They do not expire.',
      byDay:
        'The uses are in your account already. Every day at midnight, Moscow time, there is a full set again; what is left of a day is not carried over.',
      receipt: 'The fiscal receipt comes in an email of its own.',
      button: 'Open the payment',
    },
    ending: {
      subject: (day: string): string => `Your subscription lasts until ${day}`,
      last: (day: string): string =>
        `The last day of your subscription is ${day}. Uses that you bought or were given stay after that: only the daily set ends.`,
      button: 'Buy the package again',
      longer:
        'Nothing is renewed or charged by itself. To go on, buy the package again: its days begin after the last one.',
    },
    refund: {
      subject: 'Your money is on its way back',
      returned: (contents: string, amount: string): string => `We returned ${amount} for ${contents}.`,
      taken: (uses: number): string =>
        uses === 0
          ? 'Nothing was taken from your account.'
          : `What was not spent was taken back from your account: ${uses} ${uses === 1 ? 'use' : 'uses'}.`,
      time: 'The money arrives where it came from; with a bank card that can take a few days.',
    },
  },
  welcome: {
    subject: 'Welcome to Channelbook',
    intro: (username: string) => `${username}, your account is ready.`,
    uses: (count: number) =>
      `We put ${count} ${plural('en', count, { one: 'use', other: 'uses' })} on it as a gift: one use shows you the contact of one channel.`,
    later:
      'Many accounts were made from your network just now, so your free uses have to wait. You get them when you log in again another day.',
    button: 'Find the first channel',
  },
  newDevice: {
    subject: 'A new device in your Channelbook account',
    intro: 'Somebody logged in to your account from a browser that we have not seen there before.',
    device: 'Device',
    unknownDevice: 'unknown',
    time: 'Time',
    moscow: (time: string) => `${time}, Moscow`,
    wasYou: 'If it was you, there is nothing to do.',
    notYou:
      'If it was not you: somebody knows your password. Log them out, then choose a new password: we send you the link for it.',
  },
} as const
