import { plural } from '../messages.ts'

/** The profile: name, password, devices, data, deletion. */
export const profile = {
  parts: { account: 'Account', money: 'Uses and payments', security: 'Security', privacy: 'Privacy' },
  name: {
    change: 'Change username',
    title: 'Your new name?',
    save: 'Save username',
    failed: "Username wasn't changed",
    changing: 'Changing your username',
    changed: 'Username changed',
  },
  password: {
    change: 'Change password',
    title: 'Enter verification code',
    newTitle: 'Choose a new password',
    newLead: 'You will be logged out on your other devices.',
    save: 'Save password',
    changedText: 'You were logged out on your other devices. This one stays logged in.',
  },
  devices: {
    title: 'Devices',
    lead: 'Where you are logged in.',
    unknown: 'Unknown device',
    current: 'This device',
    seenLately: 'Active within the last hour',
    seen: (ago: string) => `Last active ${ago}`,
    since: (date: string) => `Logged in on ${date}`,
    end: 'Log out',
    endOn: (device: string) => `Log out on ${device}`,
    endOthers: 'Log out everywhere else',
    ended: 'Logged out on that device.',
    endedOthers: (count: number, written: string) =>
      `Logged out on ${written} other ${plural('en', count, { one: 'device', other: 'devices' })}.`,
    endFailed: 'Logging out failed. Try again.',
    errorTitle: 'Your devices could not be loaded',
    errorText: 'Nothing has changed. Try again in a moment.',
  },
  data: {
    title: 'Your data',
    lead: 'Everything we keep about you, in one JSON file: account, devices, uses, purchases.',
    download: 'Download my data',
    failed: 'Your data could not be downloaded. Try again.',
  },
  deletion: {
    lead: 'Your purchases and remaining uses are deleted with the account. Nothing happens until you confirm by email.',
    /** `paid`: what was paid for these uses; null when they were gifts. */
    lost: (uses: number, written: string, paid: string | null, contacts: number, writtenContacts: string) =>
      `You will lose ${written} ${plural('en', uses, { one: 'use', other: 'uses' })}${paid === null ? '' : ` worth ${paid}`} and ${writtenContacts} ${plural('en', contacts, { one: 'contact', other: 'contacts' })}.`,
    button: 'Delete account',
    askTitle: 'Delete your account?',
    askText: (email: string) =>
      `We will send a link to ${email}. Nothing is deleted until you open it and confirm.`,
    sendLink: 'Send the link',
    keep: 'Keep the account',
    noAccount: 'Account does not exist',
    title: 'Account deletion',
    question: 'Delete the account for good?',
    gone: 'Your purchases, name, address and remaining uses are deleted at once.',
    kept: 'Accounting records are kept without your name and address, for 3 years at most.',
    confirm: 'Delete my account',
    lostLink: 'Oops, we lost your credentials...',
    lostLinkText: 'This link is incomplete. Open the link in our email again.',
    deadLink: 'This link no longer works',
    deadLinkText:
      'If you have already confirmed, your account is deleted. If not, request a new link in your profile.',
    askAgain: 'You can request a new link in your profile.',
    done: 'We have deleted your account.',
    doneText: 'You are welcome back at any time.',
  },
} as const
