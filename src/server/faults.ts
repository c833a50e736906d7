/** Named moments of work with money at which a process may die. */
export type FaultPoint =
  /** A use is spent in a transaction that is not yet committed. */
  | 'reveal.charged'
  /** The owner of the address is marked as notified, the email queued, in a transaction that is not yet committed. */
  | 'reveal.noticed'
  /** The reveal is committed; the answer is not yet sent. */
  | 'reveal.committed'
  /** A report of a contact is decided, and a use perhaps given back, in a transaction that is not yet committed. */
  | 'report.decided'
  /** The report is committed; the answer is not yet sent. */
  | 'report.committed'
  /** A payment or refund and its key are stored; the provider has not been called. */
  | 'payment.stored'
  /** The provider has answered; nothing of the answer is stored. */
  | 'payment.asked'
  /** Uses are given in a transaction that is not yet committed. */
  | 'payment.credited'
  /** The outcome is committed; nobody has been notified. */
  | 'payment.settled'

/** Called at each moment; a test may pause or kill the process there. */
export type FaultPoints = (point: FaultPoint) => Promise<void>

/** In production nothing happens at these moments. */
export const noFaults: FaultPoints = async () => undefined
