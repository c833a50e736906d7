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
  role: 'shared inbox, not a personal one',
  checks: {
    ok: (ago: string) => `its domain accepts mail, checked ${ago}`,
    returned: (ago: string) => `A buyer reported ${ago} that an email to it bounced.`,
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
  refuses: (subjects: string) => `does not advertise: ${subjects}`,
  nothingSaid: 'not confirmed yet',
  none: 'This contact is no longer for sale.',
  failed: 'What is known about this contact could not be loaded.',
  offline: 'What is known about this contact will appear once you are back online.',
  report: {
    open: 'Report a problem',
    openFor: (channel: string) => `Report a problem: ${channel}`,
    notLoaded: 'The form could not be loaded. Try again.',
    title: 'What happened?',
    lead: (channel: string, days: number) =>
      `The contact of ${channel} is under warranty for ${days} days. If its mailbox does not exist, you get another contact or your use back.`,
    kinds: {
      bounced: 'My email bounced, or there is no such mailbox',
      wrong_person: 'It belongs to someone else',
      not_business: 'It is not for business enquiries',
    },
    hints: {
      bounced: 'Decided instantly if you paste the bounce message, otherwise we review it.',
      wrong_person: 'We review it.',
      not_business: 'We review it.',
    },
    evidence: 'Bounce message, if there is one',
    how: 'How to copy the bounce message',
    ways: [
      'Open the email from the mail server: its sender is usually called Mail Delivery Subsystem, MAILER-DAEMON or postmaster.',
      'Gmail: the three dots, “Show original”, “Copy to clipboard”. Outlook: the three dots, “View”, “View message source”. Mail.ru and Yandex: the three dots, “Message source” or “Email properties”.',
      'If there is no such menu, select the whole text of the email and copy it.',
    ],
    kept: 'We keep only the server’s reply, for 90 days, and nothing that you wrote.',
    tooLong: (written: string) => `This is too long. The first ${written} characters are enough.`,
    send: 'Send the report',
    reading: 'Reading the mail server’s reply',
    sending: 'Sending the report',
    failed: 'The reply did not arrive. Try again: a report counts only once.',
    already: 'You have already reported this contact. The outcome is in your purchases.',
    noContact: 'This contact is no longer shown to you, so there is nothing to report.',
    notFound: 'This purchase is no longer in your list.',
    titles: {
      credited: 'Your use has been returned',
      replaced: 'Here is another contact',
      review: 'Under review',
      refused: 'Use not returned',
    },
    verdicts: {
      gone: 'The mail server says that there is no such mailbox.',
      operator: 'We have reviewed your report.',
      returned: 'We had already returned the use for this purchase, for another reason.',
      temporary:
        'The mail server may still accept the email: the mailbox is full or busy. Wait for the final reply and report that one.',
      policy:
        'The mail server rejected the sender, not the address: your email or your own mail server is blocked there. Send the email from another mailbox.',
      late: (days: number) => `The ${days}-day warranty has ended.`,
      unclear:
        'There is no reply of a mail server that decides this instantly, so we review the report by hand.',
      many: 'You have had many uses returned lately, so we review this report by hand.',
    },
    balance: (uses: number, written: string) =>
      `You now have ${written} ${plural('en', uses, { one: 'use', other: 'uses' })}.`,
    free: 'The new contact is yours, free of charge, and under the same warranty.',
    inPurchases: 'The new contact is in your purchases, free of charge.',
    wait: 'You do not have to do anything. The status is in your purchases.',
    close: 'Close',
    states: {
      credited: (date: string) => `Use returned on ${date}`,
      replaced: (date: string) => `Replaced on ${date}`,
      review: 'Under review',
      refused: (date: string) => `Reviewed on ${date}: use not returned`,
    },
  },
} as const
