import { plural } from '../messages.ts'

const uses = { one: 'use', other: 'uses' }

/** Packages and payments. */
export const payments = {
  shop: {
    title: 'Packages of uses',
    ordering: 'Preparing the payment',
    leaving: 'Opening the payment page',
    description: 'Four packages of uses: one use opens the contact of one channel. Bought uses never expire.',
    lead: 'One use opens the contact of one channel. A contact that you have opened stays open and never costs again.',
    left: (count: number, written: string) => `You have ${written} ${plural('en', count, uses)}`,
    none: 'You have no uses!',
    uses: (count: number) => plural('en', count, uses),
    usesADay: (count: number) => `${plural('en', count, uses)} a day`,
    perContact: (price: string) => `${price} per contact`,
    fits: {
      Light: 'For a first try: a handful of channels.',
      Medium: 'For one campaign: a list to choose from.',
      Big: 'For a large campaign with many channels.',
      Business: 'For daily work: a new allowance every day.',
    },
    purchase: 'Purchase',
    details: {
      atOnce: (count: number, written: string) =>
        `${written} ${plural('en', count, uses)}, on your account as soon as the payment has gone through`,
      neverExpire: 'Bought uses never expire',
      daily: (written: string) => `${written} uses every day, full again at 00:00 Moscow time`,
      dates:
        '30 days in a row; the day of payment is the first. A second payment adds 30 days after the last one',
      noCarry: 'What is left of a day is not carried over to the next one',
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
    asking: 'Asking how your payment stands',
    success: 'Thank you for your purchase.',
    successText: (name: string, written: string) =>
      `The package ${name} is on your account. You can spend ${written} now.`,
    pending: 'The payment is not confirmed yet',
    pendingText:
      'If you have paid, it usually takes a few seconds, and this page changes by itself. If you have not, go back to the payment page.',
    stillPending:
      'It takes longer than usual. You can leave this page: the uses come by themselves, and we write to you when they do.',
    payNow: 'Back to the payment page',
    canceled: 'The payment did not go through',
    nothingCharged: 'Nothing was charged.',
    reasons: {
      insufficient_funds: 'There was not enough money on the card.',
      over_limit:
        'The payment is over the card’s limit. You can raise it in your bank’s app or use another card.',
      declined: 'The bank declined the payment without telling us why. It can tell you.',
      suspicious: 'The payment service did not trust this payment. Use another card or another way to pay.',
      card: 'The card number or the code was wrong.',
      card_expired: 'The card has expired. Use another one.',
      not_accepted: 'This card cannot be used here. Use another one.',
      not_confirmed: 'The payment was not confirmed with the bank.',
      expired: 'The time to pay ran out.',
      no_answer: 'The bank did not answer in time. Try again in a few minutes.',
      unavailable: 'The payment service did not take the order.',
    },
    tryAgain: (name: string, price: string) => `Try again: ${name}, ${price}`,
    otherPackage: 'Choose another package',
    refunded: 'This payment was refunded',
    refundedText: (price: string) => `${price} go back the way you paid. It may take the bank a few days.`,
    unknown: 'Which payment do you mean?',
    unknownText: 'This address names no payment of yours. Your payments are listed in your profile.',
    toProfile: 'Go to the profile',
    failed: 'We could not ask how your payment stands',
    failedText: 'That changes nothing about the payment itself. Try again.',
    logInText: 'Log in to see how your payment stands.',
  },
  list: {
    title: 'Payments',
    empty: 'You have not paid for anything yet.',
    failed: 'The payments could not be loaded',
    states: {
      created: 'not paid yet',
      pending: 'not confirmed yet',
      succeeded: 'paid',
      canceled: 'not paid',
      refunded: 'refunded',
    },
    receipts: {
      pending: 'the receipt is being made',
      succeeded: 'the receipt was sent to you',
      canceled: 'the receipt could not be made; write to us',
    },
    refund: {
      pending: (price: string) => `${price} are on their way back to you`,
      succeeded: (price: string) => `${price} went back to you`,
      canceled: (price: string) => `${price} could not be sent back; write to us`,
    },
  },
  subscription: {
    title: 'Subscription',
    until: 'the last day',
    extend: 'Extend',
  },
} as const
