/** Named moments of work with money, between which a process may die. */
export type FaultPoint =
  /** A use is spent in a transaction that is not committed. */
  | 'reveal.charged'
  /** The reveal is committed and not answered. */
  | 'reveal.committed'
  /** A payment or refund and its key are stored; the provider was not called. */
  | 'payment.stored'
  /** The provider has answered; nothing of it is stored. */
  | 'payment.asked'
  /** Uses are given in a transaction that is not committed. */
  | 'payment.credited'
  /** The outcome is committed and nobody was told. */
  | 'payment.settled'

/** Told of each moment as it is reached; whoever starts the process may stop or end it there. */
export type FaultPoints = (point: FaultPoint) => Promise<void>

/** In service nothing happens at them. */
export const noFaults: FaultPoints = async () => undefined
