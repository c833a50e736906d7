/** A file that cannot be imported as a whole; the message says why, for the operator. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused'
}
