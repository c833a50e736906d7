/** The local inbox, the stand-in of a mail server on a developer's machine. */
export const inbox = {
  title: 'Local inbox',
  explanation: 'No mail server is configured, so e-mails of this installation end here and go nowhere else.',
  to: 'To',
  show: 'Show',
  lookAgain: 'Look again',
  received: 'Received',
  preview: 'As it looks in a mail program',
  empty: 'Nothing has arrived yet. This page looks again every few seconds.',
} as const
