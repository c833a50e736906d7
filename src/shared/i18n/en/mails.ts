import { plural } from '../messages.ts'

/** The texts of letters. */
export const mails = {
  common: {
    codeLifetime: 'The code works for 10 minutes, in the browser that asked for it.',
    notYou:
      'If you did not ask for it, do nothing: without the code nothing happens. Never tell it to anyone.',
    footer: 'Channelbook sends this letter because somebody entered your address.',
    accountFooter: 'Channelbook sends this letter because there is an account with your address.',
  },
  codes: {
    signIn: {
      subject: 'Your Channelbook code',
      intro: 'Enter this code to finish signing up:',
    },
    change: {
      subject: 'Your code for a change in Channelbook',
      intro: 'Enter this code to confirm the change in your account:',
    },
    login: {
      subject: 'Your Channelbook login code',
      intro:
        'There were several failed attempts to log in to your account, so the password alone is not enough now. Enter this code to log in:',
    },
  },
  reset: {
    subject: 'A new password for Channelbook',
    intro: 'Open this link to set a new password:',
    lifetime: 'The link works once, for 30 minutes.',
    notYou:
      'If you did not ask for it, do nothing: your password stays as it is. Never pass the link on to anyone.',
  },
  deletion: {
    subject: 'Deleting your Channelbook account',
    intro: 'Open this link to delete your account:',
    lifetime:
      'The link works once, for 30 minutes. Nothing is deleted until you press the button on its page.',
    whatGoes:
      'Your purchases and the uses that are left go with the account, and nobody can bring them back.',
    notYou:
      'If you did not ask for it, do not open the link: your account stays as it is. But somebody is logged in to it, so set a new password at once.',
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
      'Somebody asked that this address is no longer listed in Channelbook, a catalogue of contacts of video creators. If it was you, open this link and confirm:',
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
      bought: (contents: string, price: string): string => `You bought ${contents}, for ${price}.`,
      noEnd: 'The uses are in your account already. They do not expire.',
      byDay:
        'The uses are in your account already. Every day at midnight, Moscow time, there is a full set again; what is left of a day is not carried over.',
      receipt: 'The fiscal receipt comes in a letter of its own.',
    },
    ending: {
      subject: (day: string): string => `Your subscription lasts until ${day}`,
      last: (day: string): string =>
        `The last day of your subscription is ${day}. Uses that you bought or were given stay after that: only the daily set ends.`,
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
    start: 'Find the first channel here:',
  },
  newDevice: {
    subject: 'A new device in your Channelbook account',
    intro: 'Somebody logged in to your account from a browser that we have not seen there before.',
    device: (name: string) => `Device: ${name}.`,
    unknownDevice: 'unknown',
    time: (time: string) => `Time: ${time} (Moscow).`,
    wasYou: 'If it was you, there is nothing to do.',
    notYou:
      'If it was not you, set a new password at once: choose “Forgot password?” on the login page. That logs every device out.',
  },
} as const
