import { normalizeEmail } from '#shared/rules/email.ts'
import { keyedHash } from '#server/config/secret.ts'

/** What `suppression` stores of an address whose owner objected: a keyed hash of its normalised form. */
export function addressHash(secret: Buffer, address: string): Buffer {
  return keyedHash(secret, 'suppressed address', normalizeEmail(address))
}
