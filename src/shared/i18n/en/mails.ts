import { plural } from '../messages.ts'

/** The texts of emails. */
export const mails = {
  common: {
    codeLifetime: 'The code is valid for 10 minutes, in the browser that requested it.',
    copyLink: 'If the button does not work, copy this link:',
    endSessions: 'Log out on all devices',
  },
  /** The last line of an email: why it came. */
  reasons: {
    signUp: 'You received this email because your address was entered to sign up for Channelbook.',
    reset:
      'You received this email because a new password was requested for the Channelbook account with your address.',
    endedSessions:
      'You received this email because you were logged out of Channelbook on all devices with a link we had sent you.',
    account: 'You received this email because it concerns the security of your Channelbook account.',
    welcome: 'You received this email because you signed up for Channelbook.',
    payment: 'You received this email because you bought a package on Channelbook.',
    purchase: 'You received this email because you bought this contact on Channelbook.',
    notice:
      'You received this email because your address is listed in Channelbook. We send it once, without advertising.',
    question:
      'You received this email because a buyer of your contact reported that this mailbox does not exist.',
    creatorLink:
      'You received this email because someone asked us for a link for your address in Channelbook.',
    request: 'You received this email because you asked us about your address in Channelbook.',
    preferred: 'You received this email because someone gave your address as the contact for a channel.',
    replaced:
      'You received this email because your address is listed in Channelbook and another address now comes before it.',
    receipt:
      'You received this email because someone opened a link that we had sent to this address and changed what is said here.',
    removed:
      'You received this email because someone opened a link that we had sent to this address and removed the address from Channelbook.',
    optout: 'You received this email because someone asked us to remove your address from Channelbook.',
    invitation: (by: string) =>
      `You received this email because ${by} entered your address to invite you to a team on Channelbook.`,
    team: (team: string) =>
      `You received this email because you are or were in the team “${team}” on Channelbook.`,
    digest: 'You received this email because you saved these searches on Channelbook and asked for emails.',
  },
  codes: {
    signIn: {
      subject: 'Your Channelbook code',
      intro: 'Enter this code to finish signing up:',
      notYou:
        'If it was not you, ignore this email: nothing happens without the code. Never share the code with anyone.',
    },
    change: {
      subject: 'Your Channelbook confirmation code',
      intro: 'Enter this code to confirm the change to your account:',
      notYou:
        'If it was not you, someone else is logged in to your account. Do not share the code, log them out, then choose a new password.',
    },
    login: {
      subject: 'Your Channelbook login code',
      intro:
        'After several failed attempts to log in to your account, the password alone is not enough for now. Enter this code to log in:',
      notYou:
        'If it was not you, someone knows your password. Do not share the code, and choose a new password: press “Forgot password?” on the login page.',
    },
  },
  reset: {
    subject: 'Reset your Channelbook password',
    intro: 'Choose a new password for your account.',
    button: 'Choose a new password',
    lifetime: 'The link works once and expires in 30 minutes.',
    notYou:
      'If you did not request this, do nothing: your password stays as it is. Never share the link with anyone.',
  },
  /** Follows once all sessions were ended by a mailed link. */
  endedSessions: {
    subject: 'Choose a new Channelbook password',
    intro:
      'You are logged out of Channelbook on all devices. Now choose a new password: someone else may know the old one.',
    notShared: 'Never share the link with anyone.',
  },
  deletion: {
    subject: 'Delete your Channelbook account',
    intro: 'You asked us to delete your account.',
    button: 'Review and delete',
    lifetime:
      'The link works once and expires in 30 minutes. Nothing is deleted until you press the button on the page it opens.',
    whatGoes:
      'Your purchases and remaining uses are deleted with the account and cannot be restored, and so is a team in which you are alone.',
    notYou:
      'If it was not you, someone else is logged in to your account. Do not press the button above. Log them out, then choose a new password.',
  },
  invitation: {
    subject: (team: string) => `Join “${team}” on Channelbook`,
    intro: (by: string, team: string) =>
      `${by} invites you to the team “${team}” on Channelbook, an address book of video creators. A team shares its uses and the contacts that it buys.`,
    may: {
      manager: 'You will be able to open contacts, pay, and invite and remove members.',
      buyer: 'You will be able to open contacts with the team’s uses and to keep its lists.',
      viewer: 'You will see the team’s contacts and lists, but not spend its uses.',
    },
    button: 'See the invitation',
    lifetime:
      'The link works once, within 7 days, for an account with this address. You can sign up on the way; if you have an account, everything in it stays as it is.',
    notExpected: 'If you do not know the sender, ignore this email: nothing happens without you.',
  },
  teamHandOver: {
    subject: (team: string) => `Hand over the team “${team}”`,
    intro: (team: string, heir: string) =>
      `You asked to make ${heir} the owner of the team “${team}”. You will stay in it as a manager.`,
    button: 'Review and hand over',
    lifetime:
      'The link works once and expires in 30 minutes. Nothing changes until you press the button on the page it opens.',
    notYou:
      'If it was not you, someone else is logged in to your account. Do not press the button above, and choose a new password.',
  },
  teamDeletion: {
    subject: (team: string) => `Delete the team “${team}”`,
    intro: (team: string) =>
      `You asked us to delete the team “${team}”. Its contacts, lists and remaining uses are deleted with it and cannot be restored. The members’ own accounts stay as they are.`,
    button: 'Review and delete',
    notYou:
      'If it was not you, someone else is logged in to your account. Do not press the button above, and choose a new password.',
  },
  leftTeam: {
    subject: {
      removed: (team: string) => `You are no longer in “${team}”`,
      deleted: (team: string) => `The team “${team}” is deleted`,
    },
    intro: {
      removed: (team: string) =>
        `You were removed from the team “${team}”, so you no longer see its contacts or spend its uses.`,
      deleted: (team: string) => `The owner deleted the team “${team}” with its contacts, lists and uses.`,
    },
    own: 'Your own account, purchases and uses stay as they are.',
  },
  handedOver: {
    subject: (team: string) => `The team “${team}” is yours`,
    intro: (team: string) =>
      `You are now the owner of the team “${team}”. You manage its members and payments, and only you can hand it over or delete it.`,
    button: 'Open the team',
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
      on: 'A second login step was added to your account: from now on you will be asked for it after the password. All other devices were logged out.',
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
        'We have blocked your account to protect it: someone else may have accessed it. You are logged out on all devices.',
      payment:
        'We have blocked your account until a payment is cleared up. You are logged out on all devices.',
    },
    stays: 'Your uses and purchases are kept, and payments in progress will still be credited.',
    write: (support: string) => `If you have questions or do not agree, write to ${support}.`,
  },
  /** An operator looked at the account. */
  viewed: {
    subject: 'We looked at your Channelbook account',
    intro:
      'One of our team looked at your balance, purchases, cards and the videos you follow, as your pages show them. They saw no contacts and no notes, and could change nothing.',
    write: (support: string) => `If you did not ask us for help and want to know why, write to ${support}.`,
  },
  unblocked: {
    subject: 'Your Channelbook account is unblocked',
    intro:
      'Your account is no longer blocked: you can log in again. Your uses and purchases are still there.',
  },
  optout: {
    subject: 'Remove your address from Channelbook',
    intro:
      'Someone asked us to stop listing this address in Channelbook, a catalogue of video creators’ contacts. If it was you, confirm this on our page.',
    button: 'Remove my address',
    effect:
      'We will then no longer show the address to anyone, even to people who paid for it, and future imports cannot add it again.',
    lifetime: 'The link is valid for 7 days.',
    notYou: 'If it was not you, do nothing: without the link nothing changes.',
  },
  /** Confirms an objection. */
  removed: {
    subject: 'Your address is removed from Channelbook',
    text: 'As you asked, we no longer show this address to anyone, and future imports cannot add it again.',
    pages: 'We also took the page of the channel away:',
    channel: 'Channel',
    notYou: (support: string): string => `If it was not you, write to ${support}.`,
  },
  creators: {
    /** Unasked, once for an address: what the law wants its owner to know. */
    notice: {
      subject: 'Your address is listed in Channelbook',
      intro: (channel: string): string =>
        `Channelbook is an address book of video creators for people who want to buy advertising from them. An advertiser has just opened the contact for “${channel}”, which is this address.`,
      channel: 'Channel',
      source: 'Where we found it',
      seen: 'Last seen there',
      keeper: 'Who is responsible',
      write: 'Write to us',
      kept: 'We keep the address, public facts about the channel, and where and when we found the address, because creators and advertisers have a legitimate interest in finding each other. Only people with an account who open this one contact, and the colleagues in their team, see the address; they must not add it to mailing lists. We do not say who they are.',
      rights:
        'You can see, confirm or correct what we keep, give another address, say what you do not advertise, or pause. You can also object: we then stop showing the address at once and for good. You need neither an account nor a reason. You may also ask us for a copy, and complain to the authority that protects personal data where you live.',
      button: 'See what we keep',
      lifetime: (days: number): string =>
        `The link is valid for ${days} days. Do not share it: anyone who has it can act for you.`,
      months: (sold: number, kept: number): string =>
        `Unless the address is found again or you confirm it, we stop selling it ${sold} ${plural('en', sold, { one: 'month', other: 'months' })} after it was last seen, and delete it after ${kept}.`,
      purpose: 'What we keep and why',
      later: 'Later you can get another link at any time:',
      laterLink: 'Link for owners of addresses',
    },
    /** Unasked, when a buyer says that there is no such mailbox. */
    question: {
      subject: 'Does this mailbox work?',
      intro: (channel: string): string =>
        `A buyer of the contact for “${channel}” on Channelbook says that this mailbox does not exist.`,
      press:
        'If you are reading this, it does. Open our page and press “Confirm this address”: the report then no longer counts against it.',
      button: 'My mailbox works',
      lifetime: (days: number): string =>
        `The link is valid for ${days} days. Do not share it: anyone who has it can act for you.`,
      fine: 'If you do nothing, your address stays listed, but advertisers see that it was reported.',
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
        'Someone asked us for a link that lets the owner of this address see, confirm or correct what Channelbook keeps about it.',
      button: 'See what we keep',
      lifetime: (days: number): string =>
        `The link is valid for ${days} days. Do not share it: anyone who has it can act for you.`,
      notYou: 'If it was not you, do nothing: without the link nothing changes.',
    },
    preferred: {
      subject: 'Is this the address for your channel?',
      intro:
        'Someone with access to a channel’s contact address says that offers should come to this address instead.',
      channel: 'Channel',
      button: 'Review the request',
      effect: 'Once you confirm, people who open this one contact on Channelbook get this address.',
      lifetime: (days: number): string => `The link is valid for ${days} days.`,
      notYou: 'If you have nothing to do with the channel, do nothing: without the link nothing changes.',
    },
    /** Unasked, to the address that no longer comes first. */
    replaced: {
      subject: 'Offers for your channel now go to another address',
      intro:
        'Someone used a link that we sent to this address to give another address for offers, and the other address was confirmed. People who pay for the contact on Channelbook now get the other address; yours is kept in reserve.',
      channel: 'Channel',
      address: 'Other address',
      effect:
        'If you did not want this, undo the change on our page. Your address then comes first again, and all earlier links to it stop working. We remove the other address, or keep it in reserve if we found it ourselves.',
      button: 'Review the change',
      lifetime: (days: number): string =>
        `The link is valid for ${days} days. Do not share it: anyone who has it can act for you.`,
      fine: 'If the change is right, do nothing.',
    },
    /** Confirms what was done with a link. */
    receipt: {
      several: 'Your changes in Channelbook',
      confirmed: {
        subject: 'You confirmed your address',
        text: 'You confirmed on our page that this address is right. Buyers now see the date.',
      },
      subjects: {
        subject: 'What you do not advertise',
        list: (names: string): string =>
          `You do not advertise: ${names}. Buyers see this before they pay for your contact.`,
        none: 'You removed everything from the list of what you do not advertise.',
      },
      paused: {
        until: {
          subject: (day: string): string => `Paused until ${day}`,
          text: (day: string): string =>
            `Offers are paused until ${day}: no new buyers get this address. Those who have it keep it. You can end the pause at any time.`,
        },
        open: {
          subject: 'Paused until you end it',
          text: 'Offers are paused until you end the pause: no new buyers get this address. Those who have it keep it.',
        },
      },
      resumed: {
        subject: 'Offers are on again',
        text: 'You ended the pause. It no longer keeps buyers from this address.',
      },
      takenBack: {
        subject: 'Your address comes first again',
        text: 'You undid the change to another address. Yours is confirmed and comes first again, and all earlier links to it have stopped working.',
      },
      gave: {
        subject: 'You gave another address for offers',
        text: (address: string): string =>
          `You asked that offers go to ${address}. We have sent a link there, unless that address was removed from Channelbook before. Nothing changes until its owner confirms.`,
      },
      preferred: {
        subject: 'Offers now come to this address',
        text: 'You confirmed that offers should come to this address. People who pay for the contact now get it.',
      },
      asked: {
        subject: 'We have received your message',
        text: (about: string, text: string, day: string): string =>
          `We will reply by email by ${day}. Your message (${about}): ${text}`,
      },
      button: 'See what we keep',
      endPause: 'End the pause',
      lifetime: (days: number): string =>
        `The link is valid for ${days} days. Do not share it: anyone who has it can act for you.`,
      notYou: (support: string): string =>
        `If it was not you, someone else has a link that we sent to this address. Undo the change on the page, and write to ${support}.`,
    },
  },
  payments: {
    lot: (name: string, uses: number): string => `“${name}”, ${uses} ${usesForm(uses)}`,
    subscription: (name: string, uses: number, days: number): string =>
      `“${name}”, ${uses} ${usesForm(uses)} a day for ${days} ${plural('en', days, { one: 'day', other: 'days' })}`,
    order: (contents: string): string => `Channelbook: package ${contents}`,
    receipt: (contents: string): string => `Access to contacts of video creators, package ${contents}`,
    thankYou: {
      subject: 'Thank you for your purchase',
      noEnd: 'The uses are already in your account. They never expire.',
      byDay:
        'The uses are already in your account. Your allowance is renewed every day at 00:00 Moscow time; what is left of it is not carried over.',
      receipt: 'The fiscal receipt will arrive in a separate email.',
      document: 'The payment confirmation for your accounts is attached.',
      button: 'Open the payment',
    },
    ending: {
      subject: (day: string): string => `Your subscription ends on ${day}`,
      last: (day: string): string =>
        `The last day of your subscription is ${day}. You keep the uses you bought or were given: only the daily allowance ends.`,
      button: 'Buy the package again',
      longer:
        'Nothing is renewed or charged automatically. To continue, buy the package again: the new days start after the last one you paid for.',
    },
    refund: {
      subject: 'Your refund is on its way',
      returned: (contents: string, amount: string): string =>
        `We refunded ${amount} for the package ${contents}.`,
      taken: (uses: number): string =>
        uses === 0
          ? 'No uses were withdrawn from your account.'
          : `The unspent uses were withdrawn from your account: ${uses} ${usesForm(uses)}.`,
      payment: 'Payment number',
      time: 'The money goes back the way you paid. To a bank card, it can take a few days.',
    },
  },
  returned: {
    subject: 'Your use has been returned',
    objection: (channel: string): string =>
      `The owner of the address for ${channel} asked us to remove it. We no longer show it, including in your purchases. You bought it less than 30 days ago, so we have returned the use to your balance. You do not have to do anything.`,
    decided: (channel: string): string =>
      `We have reviewed your report about the contact for ${channel} and returned the use to your balance.`,
    refusedSubject: 'About your report',
    refused: (channel: string): string =>
      `We have reviewed your report about the contact for ${channel}. We could not confirm the problem, so the use is not returned. Reply to this email if you know more.`,
    button: 'Open your purchases',
  },
  /** What is new in saved searches. */
  digest: {
    subject: (count: number, written: string): string =>
      `${written} new ${plural('en', count, { one: 'channel', other: 'channels' })} in your saved searches`,
    intro: 'These channels were added to the catalogue since your last email or visit.',
    all: (count: number, written: string): string =>
      count === 1 ? 'Show it in the search' : `Show all ${written} in the search`,
    change: 'You can change how often you get these emails beside each saved search.',
    stop: 'Stop these emails',
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
  guessing: {
    subject: 'Someone is guessing your Channelbook password',
    intro: 'In the last 24 hours, about a hundred wrong passwords were entered for your account.',
    effect:
      'From now on, a browser that is new to your account also needs a code that we send to this address. Browsers that you have used before work as usual.',
    advice:
      'If you use the same password elsewhere or it is easy to guess, choose a new one: choose “Forgot password?” on the login page. Otherwise, there is nothing to do.',
  },
  newDevice: {
    subject: 'A new device in your Channelbook account',
    intro: 'Someone logged in to your account from a new browser.',
    device: 'Device',
    unknownDevice: 'unknown',
    time: 'Time',
    wasYou: 'If it was you, there is nothing to do.',
    notYou:
      'If it was not you, someone knows your password. Log them out, then choose a new password with the link that we will send you.',
  },
} as const

function usesForm(uses: number): string {
  return plural('en', uses, { one: 'use', other: 'uses' })
}
