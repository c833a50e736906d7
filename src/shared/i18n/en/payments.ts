import { plural } from '../messages.ts'

const uses = { one: 'use', other: 'uses' }

/** Packages and payments. */
export const payments = {
  shop: {
    title: 'Packages',
    ordering: 'Preparing the payment',
    leaving: 'Opening the payment page',
    description:
      'Four packages of uses: one use opens the contact of one channel. Uses you buy never expire.',
    lead: 'One use opens the contact of one channel. Nothing is charged twice.',
    left: (count: number, written: string) => `You have ${written} ${plural('en', count, uses)}`,
    none: 'You have no uses!',
    uses: (count: number) => plural('en', count, uses),
    usesADay: (count: number) => `${plural('en', count, uses)} a day`,
    perContact: (price: string) => `${price} per contact`,
    /** On a package that costs more per contact than a smaller one. */
    cheaper: (name: string) => `${name} costs less per contact`,
    purchase: 'Purchase',
    details: {
      atOnce: (count: number, written: string) =>
        `${written} ${plural('en', count, uses)}, in your account as soon as the payment goes through`,
      neverExpire: 'Uses you buy never expire',
      daily: (written: string) => `${written} uses every day, renewed at 00:00 Moscow time`,
      dates: '30 days in a row, starting on the day of payment. Buying it again adds 30 days at the end',
      noCarry: 'What you do not spend in a day is not carried over',
      refund: 'Refunds are given only for technical errors',
      receipt: (email: string) => `The receipt goes to ${email}`,
    },
    offer: { before: 'By paying you accept the ', link: 'public offer', after: '.' },
    pay: (price: string) => `Pay ${price}`,
    opening: 'Opening the payment page',
    lostData: 'We lost your data,sorry. Try again later.',
    unavailable: 'Sorry, payment is unavailable at the moment. Come back later',
  },
  outcome: {
    title: 'Payment',
    asking: 'Checking your payment',
    success: 'Thank you for your purchase.',
    successText: (name: string, count: number, written: string) =>
      `The ${name} package has been added. You have ${written} ${plural('en', count, uses)}.`,
    pending: 'The payment is not confirmed yet',
    pendingText:
      'If you have paid, this usually takes a few seconds, and the page will update by itself. If not, go back to the payment page.',
    stillPending:
      'This is taking longer than usual. You can leave this page: the uses will be added automatically, and we will email you.',
    payNow: 'Back to the payment page',
    canceled: 'The payment did not go through',
    nothingCharged: 'Nothing was charged.',
    reasons: {
      insufficient_funds: 'There was not enough money on the card.',
      over_limit:
        'The payment is over the card’s limit. You can raise it in your bank’s app or use another card.',
      declined: 'Your bank declined the payment. It can tell you why.',
      suspicious:
        'The payment service flagged this payment as suspicious. Use another card or another way to pay.',
      card: 'The card number or the code was wrong.',
      card_expired: 'The card has expired. Use another one.',
      not_accepted: 'This card cannot be used here. Use another one.',
      not_confirmed: 'The payment was not confirmed on your bank’s page.',
      expired: 'The payment timed out.',
      no_answer: 'The bank did not answer in time. Try again in a few minutes.',
      unavailable: 'The payment service did not accept the order.',
    },
    tryAgain: (name: string) => `Pay for ${name} again`,
    otherPackage: 'Choose another package',
    refunded: 'This payment was refunded',
    refundedText: (price: string) =>
      `You will get ${price} back the way you paid. Your bank may take a few days.`,
    unknown: 'Payment not found',
    unknownText: 'This link does not match any of your payments. You can see them all in your profile.',
    toProfile: 'Go to the profile',
    toReceipt: 'Receipt and details',
    failed: 'We could not check your payment',
    failedText: 'The payment itself is not affected. Try again.',
    logInText: 'Log in to check your payment.',
  },
  list: {
    title: 'Payments',
    empty: 'No payments yet.',
    failed: 'The payments could not be loaded',
    states: {
      created: 'Not paid yet',
      pending: 'Not confirmed yet',
      succeeded: 'Paid',
      canceled: 'Not paid',
      refunded: 'Refunded',
    },
    receipts: {
      pending: 'the receipt is being issued',
      succeeded: 'the receipt was sent to you',
      canceled: 'the receipt could not be issued; write to us',
    },
    refund: {
      pending: (price: string) => `${price} is on its way back to you`,
      succeeded: (price: string) => `${price} was refunded to you`,
      canceled: (price: string) => `${price} could not be refunded; write to us`,
    },
  },
  /** A payment in detail, on the page, in the email and in its file. */
  details: {
    number: 'Number',
    paidAt: 'Paid',
    canceledAt: 'Date',
    contents: 'Package',
    amount: 'Amount',
    card: 'Card',
    cardEnding: (digits: string) => `ending in ${digits}`,
    reason: 'Reason',
    receipt: 'Fiscal receipt',
    receipts: {
      pending: 'being issued',
      succeeded: 'sent to your email',
      canceled: 'could not be issued; write to us',
      none: 'not requested',
    },
    refund: 'Refund',
    seller: 'Seller',
    buyer: 'Buyer',
    download: 'Download PDF',
    downloadFailed: 'The file could not be downloaded. Try again.',
    title: 'Payment confirmation',
    notFiscal: 'This is not a fiscal receipt: that one comes by email from the payment service.',
  },
  subscription: {
    title: 'Subscription',
    until: 'last day',
    extend: 'Extend',
  },
} as const
