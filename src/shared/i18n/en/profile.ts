import { plural } from '../messages.ts'

/** The profile: name, password, devices, data, deletion. */
export const profile = {
  name: {
    change: 'Change the username',
    title: 'Your new name?',
    save: 'Save the username',
    failed: "Username wasn't changed",
    changing: 'Changing the username',
    changed: 'The username is changed',
  },
  password: {
    change: 'Change password',
    title: 'Enter verification code',
    newTitle: 'Choose a new password',
    newLead: 'Your other devices will be logged out.',
    save: 'Save the password',
    changedText: 'Your other devices were logged out. This one stays.',
  },
  devices: {
    title: 'Devices',
    lead: 'Where you are logged in.',
    unknown: 'Unknown device',
    current: 'This device',
    seenLately: 'Seen within the last hour',
    seen: (ago: string) => `Last seen ${ago}`,
    since: (date: string) => `Logged in on ${date}`,
    end: 'End',
    endOn: (device: string) => `End the session: ${device}`,
    endOthers: 'End all others',
    ended: 'The session has ended.',
    endedOthers: (count: number, written: string) =>
      `${written} ${plural('en', count, { one: 'session has', other: 'sessions have' })} ended.`,
    endFailed: 'The session could not be ended. Try again.',
    errorTitle: 'Your devices could not be loaded',
    errorText: 'They stay logged in. Try again in a moment.',
  },
  data: {
    title: 'Your data',
    lead: 'Everything that we keep about you, in one JSON file: account, devices, uses, purchases.',
    download: 'Download my data',
    failed: 'Your data could not be downloaded. Try again.',
  },
  deletion: {
    lead: 'Your purchases and unused uses go with it. Nothing happens before you confirm it by email.',
    button: 'Delete account',
    askTitle: 'Delete your account?',
    askText: (email: string) =>
      `We will send a link to ${email}. Nothing is deleted before you open it and confirm.`,
    sendLink: 'Send the link',
    keep: 'Keep the account',
    noAccount: 'Account does not exist',
    title: 'Account deletion',
    question: 'Delete the account for good?',
    gone: 'Your purchases, your name and your address are deleted at once, and the uses that are left with them.',
    kept: 'What accounting has to keep stays without your name and address, for 3 years at most.',
    confirm: 'Delete my account',
    lostLink: 'Oops, we lost your credentials...',
    lostLinkText: 'The address of this page is not complete. Open the link in the letter once more.',
    deadLink: 'This link no longer works',
    deadLinkText:
      'If you have confirmed already, your account is deleted. If not, ask for a new link in your profile.',
    askAgain: 'You can ask for a new link in your profile.',
    done: 'We have deleted your account.',
    doneText: 'You are welcome back at any time.',
  },
} as const
