/** Google's stand-in on a developer's machine. */
export const google = {
  button: 'Sign in with Google',
  title: 'Choose an account',
  explanation: 'This stands in for Google on this machine: any address may be signed in here.',
  another: 'Another account',
  email: 'E-mail',
  name: 'Name',
  continue: 'Continue',
  failing: 'Accounts that must be refused',
  done: 'Signed in. You can close this window.',
} as const

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

/** The payment page of YooKassa's stand-in on a developer's machine. */
export const yookassa = {
  title: 'Payment',
  pay: (amount: string): string => `Pay ${amount}`,
  notice: 'This page takes no money: no payment provider is configured here.',
  number: 'Card number',
  expiry: 'Valid until',
  csc: 'CVC',
  close: 'Leave without paying',
  expire: 'Let the time run out',
  cards: 'Test cards',
  outcomes: {
    paid: 'is paid',
    '3d_secure_failed': 'fails the 3-D Secure check',
    card_expired: 'has expired',
    fraud_suspected: 'is suspected of fraud',
    general_decline: 'is declined without a reason',
    insufficient_funds: 'has not enough money',
    invalid_card_number: 'has a wrong number',
    invalid_csc: 'has a wrong CVC',
  },
  unknownCard: 'Only the test cards below work here.',
  done: 'This payment is finished.',
  cabinet: "In the shop's cabinet",
  refundAmount: 'Amount, ₽',
  refund: 'Refund by hand',
  noRefund: 'So much cannot be refunded.',
  back: 'Back to the shop',
  missing: 'There is no such payment.',
} as const
