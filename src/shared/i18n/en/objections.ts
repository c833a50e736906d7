/** The page on which the owner of an address objects. */
export const objections = {
  title: 'Remove my address',
  description:
    'Why a channel is listed in Channelbook, where its address comes from, and how its owner has it removed for good.',
  whyTitle: 'Why is my channel listed?',
  why: 'Channelbook lists public facts of video channels, so that advertisers find creators. An address stands here only when it was published for business, or when its owner gave it. It never comes from the programming interface of a video platform.',
  whoTitle: 'Who sees the address?',
  who: 'Only people with an account who pay for this one contact. They are shown where the address comes from and when it was seen there, and may not put it on mailing lists. It is in no search result.',
  whatTitle: 'What happens when I object?',
  what: 'The address is withheld at once from everybody, including those who paid for it earlier; they are told that its owner objected. A keyed hash of it keeps every later list from bringing it back. You need no account and no reason.',
  more: { before: 'The rules are in ', link: 'Terms and privacy', after: '.' },
  form: {
    tab: 'Step 1 of 2',
    title: 'Which address shall go?',
    address: 'E-mail address',
    hint: 'We send a link to this address, so that only its owner can remove it.',
    send: 'Send the link',
  },
  sent: {
    title: 'Look into the inbox',
    text: (address: string) =>
      `A link is on its way to ${address}. It works for 7 days. Nothing changes until it is opened and confirmed.`,
    another: 'Another address',
  },
  confirm: {
    tab: 'Step 2 of 2',
    title: 'Remove the address for good?',
    text: 'The address that got our letter is withheld from everybody at once. This cannot be undone.',
    button: 'Remove it',
  },
  done: {
    tab: 'Done',
    title: 'The address is removed',
    text: 'Nobody is shown it any more, and no later list brings it back.',
  },
  dead: 'This link no longer works. Ask for a new one here.',
} as const
