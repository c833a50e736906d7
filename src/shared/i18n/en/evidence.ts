import { plural } from '../messages.ts'

/** What is known of a contact before it is bought, and what becomes of one that does not work. */
export const evidence = {
  title: 'What is known about this contact',
  source: 'Source',
  otherSource: 'another source',
  found: (first: string, last: string) => `found ${first}, last seen ${last}`,
  seen: (date: string) => `seen ${date}`,
  mailbox: 'Mailbox',
  /** Those that are not called by a name in Latin letters everywhere. */
  providers: {
    'own domain': 'own domain',
    disposable: 'temporary address, which soon stops working',
    yandex: 'Yandex',
    rambler: 'Rambler',
  },
  noProvider: 'provider unknown',
  role: 'for a task, not a person',
  checks: {
    ok: (ago: string) => `its domain accepts mail, checked ${ago}`,
    bad: (ago: string) => `Its domain accepts no mail, checked ${ago}. Emails to it would come back.`,
    returned: (ago: string) => `Emails to it came back to a buyer, last ${ago}.`,
    cannot_tell: (ago: string) => `its domain could not be checked, last tried ${ago}`,
  },
  notChecked: 'not checked yet',
  buyers: 'Buyers',
  revealed: {
    '0': 'nobody has it yet',
    '1-5': '1-5 people have it',
    '6-20': '6-20 people have it',
    '21+': 'more than 20 people have it',
  },
  reports: (count: number, written: string) =>
    count === 0
      ? 'no reports in 90 days'
      : `${written} ${plural('en', count, { one: 'report', other: 'reports' })} in 90 days`,
  creator: 'Creator',
  confirmed: (date: string) => `confirmed it on ${date}`,
  refuses: (subjects: string) => `does not want: ${subjects}`,
  nothingSaid: 'has said nothing yet',
  none: 'This contact is no longer for sale.',
  failed: 'What is known about this contact could not be loaded.',
  offline: 'What is known about this contact will show once you are online.',
  report: {
    open: 'It did not work',
    openFor: (channel: string) => `It did not work: ${channel}`,
    notLoaded: 'The form could not be loaded. Try again.',
    title: 'What happened?',
    lead: (channel: string, days: number) =>
      `The contact of ${channel} is under warranty for ${days} days. If its mailbox does not exist, you get another contact or your use back.`,
    kinds: {
      bounced: 'My email came back',
      no_mailbox: 'There is no such mailbox',
      wrong_person: 'It belongs to somebody else',
      not_business: 'It is not for business',
    },
    hints: {
      bounced: 'Decided instantly, by the mail server’s own words.',
      no_mailbox: 'Somebody looks at it. With the email that came back it is instant.',
      wrong_person: 'Decided once another buyer says the same.',
      not_business: 'Decided once another buyer says the same.',
    },
    evidence: 'The email that came back',
    how: 'How to copy it',
    ways: [
      'Open the email from the mail server: its sender is usually called Mail Delivery Subsystem, MAILER-DAEMON or postmaster.',
      'Gmail: the three dots, “Show original”, “Copy to clipboard”. Outlook: the three dots, “View”, “View message source”. Mail.ru and Yandex: the three dots, “Message source” or “Email properties”.',
      'If there is no such menu, select the whole text of the email and copy it.',
    ],
    kept: 'We keep only what the server answered, for 90 days, and not what you wrote.',
    missing: 'Paste the email that came back.',
    tooLong: (written: string) => `This is too long. The first ${written} characters are enough.`,
    send: 'Send the report',
    reading: 'Reading the answer of the mail server',
    sending: 'Sending the report',
    failed: 'No answer came. Try again: a report counts once.',
    already: 'You have already reported this contact. What became of it shows in your purchases.',
    noContact: 'This contact is no longer shown to you, so there is nothing to report.',
    notFound: 'This purchase is no longer in your list.',
    titles: {
      credited: 'Your use is back',
      replaced: 'Here is another contact',
      review: 'We are looking at it',
      alone: 'Waiting for a second buyer',
      refused: 'No use is returned',
    },
    verdicts: {
      gone: 'The mail server says that there is no such mailbox.',
      agreed: 'Another buyer says the same.',
      operator: 'We have looked at it.',
      returned: 'The use for this purchase came back for another reason.',
      temporary:
        'The server answered that it may take the email later: the mailbox is full, or busy. Wait for its final answer and report that.',
      policy:
        'The server refuses the sender, not the address: your email or its server is blocked there. Write from another mailbox.',
      late: (days: number) => `The ${days} days after the purchase are over.`,
      unclear: 'The answer is not clear enough to decide instantly, so a person reads it.',
      many: 'You have had many uses back lately, so a person looks at this one.',
      known: 'The same answer has been handed in before, so a person looks at it.',
      alone: 'So far nobody else says so. If another buyer does, your use comes back.',
    },
    balance: (uses: number, written: string) =>
      `You now have ${written} ${plural('en', uses, { one: 'use', other: 'uses' })}.`,
    free: 'It is yours, free of charge, and under the same warranty.',
    inPurchases: 'It is in your purchases, free of charge.',
    wait: 'You need not do anything. The state shows in your purchases.',
    close: 'Close',
    states: {
      credited: (date: string) => `Use returned on ${date}`,
      replaced: (date: string) => `Replaced on ${date}`,
      review: 'We are looking at it',
      alone: 'Waiting for a second buyer',
      refused: (date: string) => `Looked at on ${date}: no use returned`,
    },
  },
} as const
