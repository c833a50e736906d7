/** The provider's own test cards and their results: null is paid, otherwise the reason of the cancellation. */
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
 * Faults that the address of a receipt triggers: the part before the @ ends with one of these, e.g.
 * `anna+lost@example.com`.
 */
export const SENTINELS = {
  /** Creating the payment is refused with 400. */
  refused: '+refused',
  /** Every call that creates something fails with 500 and creates nothing. */
  down: '+down',
  /** The first call creates the payment and answers 500. */
  fails: '+fails',
  /** The first call creates the payment and never answers. */
  hangs: '+hangs',
  /** The first call answers 429 with a wait of 100 ms and creates nothing. */
  busy: '+busy',
  /** Every answer about the payment lacks its state. */
  broken: '+broken',
  /** It is created normally; later answers about it lack its state. */
  garbled: '+garbled',
  /** It is paid before the call that creates it is answered, and its notification comes first. */
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
  /** An older notification arrives after the newer one. */
  shuffled: '+shuffled',
  /** A refund is canceled: the shop has no money. */
  poor: '+poor',
  /** A refund is created and the connection breaks; the same call is then refused with 400. */
  torn: '+torn',
  /** A refund is pending until it was asked for once. */
  slow: '+slow',
} as const

export type Sentinel = keyof typeof SENTINELS

/** The sentinel of an address, if any. */
export function sentinelOf(email: string | null): Sentinel | null {
  const name = (email ?? '').split('@')[0] ?? ''
  const found = Object.entries(SENTINELS).find(([, ending]) => name.endsWith(ending))
  return found === undefined ? null : (found[0] as Sentinel)
}
