/** The page on which the owner of an address objects. */
export const objections = {
  title: 'Correct or remove my address',
  description:
    'Why a channel is listed in Channelbook, where its address comes from, and how its owner can correct it or have it removed for good.',
  whyTitle: 'Why is my channel listed?',
  why: 'Channelbook lists public facts about video channels so that advertisers can find creators. An address is listed only if it was published for business or given to us by its owner. It never comes from the API of a video platform.',
  whoTitle: 'Who sees the address?',
  who: 'Only people with an account who pay for this one contact. They see where the address comes from and when it was last seen there, and must not add it to mailing lists. It never appears in search results.',
  whatTitle: 'What happens if I object?',
  what: 'The address is withheld from everybody at once, including those who paid for it earlier; they are told that its owner objected. An unreadable fingerprint of it keeps future lists from bringing it back. You need neither an account nor a reason.',
  otherTitle: 'Can I correct it instead?',
  other:
    'Yes. With a link by email you see what we keep, confirm it, give another address, name subjects that you do not want, or pause for some months.',
  more: { before: 'The rules are in ', link: 'Terms and privacy', after: '.' },
  form: {
    tab: 'Step 1 of 2',
    title: 'Which address is it?',
    address: 'Email address',
    hint: 'We will send a link to this address, so that only its owner can use it.',
    send: 'Send a link to remove it',
    correct: 'Send a link to correct or pause it',
  },
  sent: {
    /** For a link with which nothing is removed, which is no step of two. */
    correctTab: 'Link sent',
    title: 'Check your inbox',
    text: (address: string) =>
      `We have sent a link to ${address}. It is valid for 7 days. Nothing changes until you open it and confirm.`,
    correctText: (address: string) =>
      `We have sent a link to ${address}. It is valid for 7 days, and opens a page with what we keep of the address.`,
    another: 'Another address',
  },
  confirm: {
    tab: 'Step 2 of 2',
    title: 'Remove the address for good?',
    text: 'The address that received our email will be withheld from everybody at once. This cannot be undone.',
    button: 'Remove it',
  },
  done: {
    tab: 'Done',
    title: 'The address is removed',
    text: 'Nobody will see it any more, and no future list will bring it back.',
  },
  dead: 'This link no longer works. Request a new one here.',
} as const
