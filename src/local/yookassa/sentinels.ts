/** The provider's own test cards, and how paying with each ends: null is paid, else the reason of the cancellation. */
export const TEST_CARDS: ReadonlyMap<string, string | null> = new Map([
  ['5555555555554444', null],
  ['5555555555554477', null],
  ['5555555555554592', '3d_secure_failed'],
  ['5555555555554543', 'card_expired'],
  ['5555555555554568', 'fraud_suspected'],
  ['5555555555554527', 'general_decline'],
  ['5555555555554600', 'insufficient_funds'],
  ['5555555555554618', 'invalid_card_number'],
  ['5555555555554626', 'invalid_csc'],
])

/**
 * What the local provider does differently when the address of a receipt says so: the part before the @ ends with one of
 * these, e.g. `anna+lost@example.com`.
 */
export const SENTINELS = {
  /** Making the payment is refused with 400. */
  refused: '+refused',
  /** Every call that makes something fails with 500, and nothing is made. */
  down: '+down',
  /** The first call makes the payment and answers 500. */
  fails: '+fails',
  /** The first call makes the payment and never answers. */
  hangs: '+hangs',
  /** The first call is answered 429 with a wait of 100 ms, and makes nothing. */
  busy: '+busy',
  /** Every answer about the payment lacks its state. */
  broken: '+broken',
  /** It is made as it should be; later answers about it lack its state. */
  garbled: '+garbled',
  /** It is paid before the call that makes it is answered, and its notification is sent first. */
  early: '+early',
  /** One rouble is paid instead of the price. */
  amount: '+amount',
  /** It is paid in another currency. */
  currency: '+currency',
  /** No notification is sent. */
  lost: '+lost',
  /** Every notification is sent three times at once. */
  thrice: '+thrice',
  /** Notifications come 5 s late. */
  late: '+late',
  /** An older notification comes after the newer one. */
  shuffled: '+shuffled',
  /** A refund is canceled: the shop has no money. */
  poor: '+poor',
  /** A refund is made and its connection breaks; the same call again is refused with 400. */
  torn: '+torn',
  /** A refund is pending until it was asked for once. */
  slow: '+slow',
} as const

export type Sentinel = keyof typeof SENTINELS

/** What an address asks for, if anything. */
export function sentinelOf(email: string | null): Sentinel | null {
  const name = (email ?? '').split('@')[0] ?? ''
  const found = Object.entries(SENTINELS).find(([, ending]) => name.endsWith(ending))
  return found === undefined ? null : (found[0] as Sentinel)
}
