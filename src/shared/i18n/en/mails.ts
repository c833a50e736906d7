import { plural } from '../messages.ts'

/** The texts of letters; people read 'email' in them. */
export const mails = {
  common: {
    codeLifetime: 'The code is valid for 10 minutes, in the browser that requested it.',
    copyLink: 'If the button does not work, copy this address:',
    endSessions: 'Log out on all devices',
  },
  /** The last line of a letter: why it came. */
  reasons: {
    signUp: 'You received this email because your address was entered to sign up for Channelbook.',
    reset:
      'You received this email because a new password was requested for the Channelbook account with your address.',
    endedSessions:
      'You received this email because all sessions of your Channelbook account were ended by a link we had sent you.',
    account: 'You received this email because it concerns the security of your Channelbook account.',
    welcome: 'You received this email because you signed up for Channelbook.',
    payment: 'You received this email because you bought a package in Channelbook.',
    purchase: 'You received this email because you bought this contact in Channelbook.',
    notice:
      'You received this email because your address is listed in Channelbook. It is sent once, and contains no advertising.',
    creatorLink:
      'You received this email because somebody asked us for a link for your address in Channelbook.',
    request: 'You received this email because you asked us about your address in Channelbook.',
    preferred: 'You received this email because somebody gave your address as the contact of a channel.',
    replaced:
      'You received this email because your address is listed in Channelbook and another one is now preferred to it.',
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
      subject: 'Your Channelbook confirmation code',
      intro: 'Enter this code to confirm the change to your account:',
      notYou:
        'If it was not you: somebody is logged in as you. Tell nobody the code, log them out, then choose a new password.',
    },
    login: {
      subject: 'Your Channelbook login code',
      intro:
        'After several failed attempts to log in to your account, the password alone is not enough for now. Enter this code to log in:',
      notYou:
        'If it was not you: somebody knows your password. Tell nobody the code, and choose a new password: “Forgot password?” on the login page.',
    },
  },
  reset: {
    subject: 'Reset your Channelbook password',
    intro: 'Choose a new password for your account.',
    button: 'Choose a new password',
    lifetime: 'The link works once and expires in 30 minutes.',
    notYou:
      'If you did not request it, do nothing: your password stays as it is. Never share the link with anyone.',
  },
  /** The letter that follows once all sessions were ended by a mailed link. */
  endedSessions: {
    subject: 'Choose a new Channelbook password',
    intro:
      'You are logged out of Channelbook on all devices. Now choose a new password: somebody else may know the old one.',
    notShared: 'Never share the link with anyone.',
  },
  deletion: {
    subject: 'Delete your Channelbook account',
    intro: 'You asked us to delete your account.',
    button: 'Go to the last step',
    lifetime:
      'The link works once and expires in 30 minutes. Nothing is deleted until you press the button on the page it opens.',
    whatGoes: 'Your purchases and remaining uses are deleted with the account and cannot be restored.',
    notYou:
      'If it was not you: somebody is logged in as you. Do not press the button above, log them out, then choose a new password.',
  },
  passwordChanged: {
    subject: 'Your Channelbook password was changed',
    intro: {
      all: 'Your account has a new password. You were logged out on all devices; log in again with the new password.',
      others:
        'Your account has a new password. You were logged out on all devices except the one where it was changed; log in again with the new password.',
    },
    notYou:
      'If it was not you, set a new password at once: choose “Forgot password?” on the login page. Then check who else can read your email.',
  },
  secondFactor: {
    subject: 'Your Channelbook two-step login was changed',
    intro: {
      on: 'A second login step was added to your account: from now on you will be asked for it after the password.',
      off: 'A second login step was removed from your account.',
      codes: 'New recovery codes were created for your account. The old ones no longer work.',
    },
    notYou: (support: string) =>
      `If it was not you, set a new password at once: choose “Forgot password?” on the login page. Then write to ${support}.`,
  },
  blocked: {
    subject: 'Your Channelbook account is blocked',
    why: {
      rules:
        'We have blocked your account because it was used against our rules. You are logged out on all devices.',
      security:
        'We have blocked your account to protect it: somebody else may have got into it. You are logged out on all devices.',
      payment:
        'We have blocked your account until a payment is cleared up. You are logged out on all devices.',
    },
    stays: 'Your uses and purchases are kept, and a payment that is still under way is credited.',
    write: (support: string) => `If you have questions or do not agree, write to ${support}.`,
  },
  unblocked: {
    subject: 'Your Channelbook account is open again',
    intro:
      'Your account is no longer blocked: you can log in again. Your uses and purchases are still there.',
  },
  optout: {
    subject: 'Remove your address from Channelbook',
    intro:
      'Somebody asked us to stop listing this address in Channelbook, a catalogue of video creators’ contacts. If it was you, confirm it on our page.',
    button: 'Remove my address',
    effect:
      'From then on, nobody will see the address, including people who paid for it earlier, and no future list will bring it back.',
    lifetime: 'The link is valid for 7 days.',
    notYou: 'If it was not you, do nothing: without the link nothing changes.',
  },
  creators: {
    /** Unasked, once for an address: what the law wants its owner to know. */
    notice: {
      subject: 'Your address is listed in Channelbook',
      intro: (channel: string): string =>
        `Channelbook is an address book of video creators for people who want to buy advertising from them. Somebody who looks for creators to advertise with has just opened the contact of “${channel}” there: this address.`,
      channel: 'Channel',
      source: 'Where we found it',
      seen: 'Last seen there',
      keeper: 'Who keeps it',
      write: 'Write to us',
      kept: 'We keep the address with public facts about the channel, where it was found and when, because creators and advertisers have a legitimate interest in finding each other. Only people with an account who pay for this one contact see it; they must not add it to mailing lists. We do not say who they are.',
      rights:
        'You can see what we keep, confirm or correct it, give another address, name subjects that you do not want, pause, or object: then the address is withheld at once and for good. You need neither an account nor a reason. You may also ask us for a copy, and complain to the authority that protects personal data where you live.',
      button: 'See what is kept',
      lifetime: (days: number): string =>
        `The link is valid for ${days} days. Do not share it: it speaks for you.`,
      months: (sold: number, kept: number): string =>
        `Unless the address is found again or you confirm it, we stop selling it ${sold} ${plural('en', sold, { one: 'month', other: 'months' })} after it was last seen, and delete it after ${kept}.`,
      purpose: 'What we keep and why',
      later: 'Later you can get another link at any time:',
      laterLink: 'Link for owners of addresses',
    },
    answer: {
      subject: 'Our answer about your address in Channelbook',
      greeting: 'Hello,',
      intro: (day: string): string => `You asked us on ${day}. Our answer:`,
      signature: (email: string): string => `The Channelbook team, ${email}`,
    },
    asked: {
      subject: 'Your address in Channelbook',
      intro:
        'Somebody asked us for a link with which the owner of this address sees what Channelbook keeps of it, confirms or corrects it.',
      button: 'See what is kept',
      lifetime: (days: number): string =>
        `The link is valid for ${days} days. Do not share it: it speaks for you.`,
      notYou: 'If it was not you, do nothing: without the link nothing changes.',
    },
    preferred: {
      subject: 'Is this the address for your channel?',
      intro:
        'Somebody who can read the mail of a channel’s contact says that offers should come to this address instead.',
      channel: 'Channel',
      button: 'Look at it',
      effect: 'Once you confirm it, people who pay for this one contact in Channelbook get this address.',
      lifetime: (days: number): string => `The link is valid for ${days} days.`,
      notYou: 'If you have nothing to do with the channel, do nothing: without the link nothing changes.',
    },
    /** Unasked, to the address that no longer comes first. */
    replaced: {
      subject: 'Offers for your channel now go to another address',
      intro:
        'With a link that we had sent to this address, somebody gave another one for offers, and it was confirmed there. From now on, people who pay for the contact in Channelbook get that address; yours is kept in reserve.',
      channel: 'Channel',
      address: 'Other address',
      effect:
        'If you did not want this, take it back on our page: yours counts as confirmed again and comes before the other one, and all earlier links to it stop working. The other address is withdrawn; where we found it ourselves, it stays in reserve.',
      button: 'Look at it',
      lifetime: (days: number): string =>
        `The link is valid for ${days} days. Do not share it: it speaks for you.`,
      fine: 'If it is right, do nothing.',
    },
  },
  payments: {
    lot: (name: string, uses: number): string => `“${name}”, ${uses} uses`,
    subscription: (name: string, uses: number, days: number): string =>
      `“${name}”, ${uses} uses a day for ${days} days`,
    order: (contents: string): string => `Channelbook: package ${contents}`,
    receipt: (contents: string): string => `Access to contacts of video creators, package ${contents}`,
    thankYou: {
      subject: 'Thank you for your purchase',
      noEnd: 'The uses are already in your account. They never expire.',
      byDay:
        'The uses are already in your account. They are topped up every day at midnight Moscow time; what you do not spend in a day is not carried over.',
      receipt: 'The fiscal receipt will arrive in a separate email.',
      button: 'Open the payment',
    },
    ending: {
      subject: (day: string): string => `Your subscription ends on ${day}`,
      last: (day: string): string =>
        `The last day of your subscription is ${day}. You keep the uses you bought or were given: only the daily allowance ends.`,
      button: 'Buy the package again',
      longer:
        'Nothing is renewed or charged automatically. To continue, buy the package again: its days start after the last one.',
    },
    refund: {
      subject: 'Your refund is on its way',
      returned: (contents: string, amount: string): string => `We refunded ${amount} for ${contents}.`,
      taken: (uses: number): string =>
        uses === 0
          ? 'No uses were withdrawn from your account.'
          : `The unspent uses were withdrawn from your account: ${uses} ${uses === 1 ? 'use' : 'uses'}.`,
      payment: 'Payment number',
      time: 'The money goes back the way you paid. To a bank card, it can take a few days.',
    },
  },
  returned: {
    subject: 'A use came back to you',
    objection: (channel: string): string =>
      `The owner of the contact of ${channel} asked us to remove it. It is withheld from now on, also in your purchases. You bought it less than 30 days ago, so the use is already back on your balance. You need not do anything.`,
    decided: (channel: string): string =>
      `We have looked at your report of the contact of ${channel}. The use is back on your balance.`,
    agreed: (channel: string): string =>
      `Another buyer says the same of the contact of ${channel} as you reported. The use is back on your balance. You need not do anything.`,
    refusedSubject: 'About your report',
    refused: (channel: string): string =>
      `We have looked at your report of the contact of ${channel}. The use does not come back: what we could check does not show that the contact does not work. Reply to this email if you know more.`,
    button: 'Open your purchases',
  },
  welcome: {
    subject: 'Welcome to Channelbook',
    intro: (username: string) => `${username}, your account is ready.`,
    uses: (count: number) =>
      `It comes with ${count} free ${plural('en', count, { one: 'use', other: 'uses' })}: one use opens the contact of one channel.`,
    later:
      'Many accounts have just been created from your network, so your free uses have to wait: you will get them when you log in on another day.',
    button: 'Find the first channel',
  },
  newDevice: {
    subject: 'A new device in your Channelbook account',
    intro: 'Somebody logged in to your account from a browser it had not been used in before.',
    device: 'Device',
    unknownDevice: 'unknown',
    time: 'Time',
    wasYou: 'If it was you, there is nothing to do.',
    notYou:
      'If it was not you: somebody knows your password. Log them out, then choose a new password: we will send you a link for it.',
  },
} as const
