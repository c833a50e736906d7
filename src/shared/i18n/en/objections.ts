/** The page on which the owner of an address objects. */
export const objections = {
  title: 'Correct or remove my address',
  description:
    'Why a channel is listed in Channelbook, where its address comes from, and how its owner can correct it or have it removed for good.',
  whyTitle: 'Why is my channel listed?',
  why: 'Channelbook lists public facts about video channels so that advertisers can find creators. An address is listed only if it was published for business enquiries or given to us by its owner. It never comes from the API of a video platform.',
  whoTitle: 'Who sees the address?',
  who: 'Only people with an account who open this one contact, and the colleagues in their team. They see where the address comes from and when it was last seen there, and must not add it to mailing lists. It never appears in search results.',
  whatTitle: 'What happens if I object?',
  what: 'We stop showing the address at once, even to people who paid for it; they see that its owner objected. A scrambled code, from which the address cannot be recovered, keeps future imports from adding it again. You need neither an account nor a reason.',
  otherTitle: 'Can I correct it instead?',
  other:
    'Yes. We email you a link to see, confirm or correct what we keep, give another address, say what you do not advertise, or pause for some months.',
  more: { before: 'The rules are in ', link: 'Terms and privacy', after: '.' },
  form: {
    tab: 'Step 1 of 2',
    title: 'What is the email address?',
    address: 'Email address',
    hint: 'We will send a link to this address, so that only its owner can use it.',
    send: 'Send a removal link',
    correct: 'Send a link to correct or pause',
  },
  sent: {
    /** For a link with which nothing is removed, which is no step of two. */
    correctTab: 'Link sent',
    title: 'Check your inbox',
    text: (address: string) =>
      `We have sent a link to ${address}. It is valid for 7 days. Nothing changes until you open it and confirm.`,
    correctText: (address: string) =>
      `We have sent a link to ${address}. It is valid for 7 days, and opens a page with what we keep about the address.`,
    another: 'Use another address',
  },
  confirm: {
    tab: 'Step 2 of 2',
    title: 'Remove the address for good?',
    text: 'As soon as you confirm, we stop showing the address that received our email. This cannot be undone.',
    hide: 'Also take away the page of the channel with this address',
    button: 'Remove the address',
  },
  done: {
    tab: 'Done',
    title: 'The address is removed',
    text: 'We no longer show it to anyone, and future imports cannot add it again.',
  },
  dead: 'This link no longer works. Request a new one here.',
} as const
