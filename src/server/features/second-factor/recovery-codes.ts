import type { Core } from '#server/core.ts'
import type { Tx } from '#server/db/connect.ts'
import { keyedHash } from '#server/config/secret.ts'
import { replaceRecoveryCodes, takeRecoveryCode } from './second-factor.sql.ts'

const COUNT = 10
const LENGTH = 12
/** Crockford's alphabet: no two characters look alike. Twelve of them are 60 bits. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'

/** Creates ten recovery codes and replaces the previous ones. @returns the codes, which are shown only this once */
export async function issueRecoveryCodes(
  tx: Tx,
  { random, secret }: Core,
  personId: number,
): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => {
    const bytes = Buffer.from(random.token(), 'base64url').subarray(0, LENGTH)
    return [...bytes].map((byte) => SIGNS[byte % SIGNS.length]).join('')
  })
  const codeHashes = codes.map((code) => hashOf(secret, personId, code))
  await replaceRecoveryCodes(tx, { personId, codeHashes })
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'))
}

/** Consumes a recovery code, given in any case, with or without hyphens. @returns false when the person has no such code */
export async function useRecoveryCode(
  tx: Tx,
  { secret }: Core,
  { personId, code }: { readonly personId: number; readonly code: string },
): Promise<boolean> {
  const typed = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  const meant = typed.replace(/o/g, '0').replace(/[il]/g, '1')
  return takeRecoveryCode(tx, { personId, codeHash: hashOf(secret, personId, meant) })
}

function hashOf(secret: Buffer, personId: number, code: string): Buffer {
  return keyedHash(secret, 'recovery code', `${personId}\n${code}`)
}
