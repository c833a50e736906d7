import { timingSafeEqual } from 'node:crypto'
import type { Core } from '#server/core.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { keyedHash, sha256 } from '#server/config/secret.ts'
import { HOUR_MS } from '#shared/rules/time.ts'

/** The purpose of a nonce; it is invalid for any other. */
export type NoncePurpose = 'nonce' | 'oidc' | 'passkey login' | 'passkey set-up'

/** How long a login page may stay open before its button is pressed. */
const LIFETIME_MS = HOUR_MS

/**
 * Creates the nonce that an identity token must carry. It is signed for one browser, so nothing is stored until it is used.
 * @param browserToken the browser's cookie, or another key that only the rightful user has
 */
export function issueNonce(
  { clock, random, secret }: Core,
  browserToken: string,
  purpose: NoncePurpose = 'nonce',
): string {
  const unsigned = `${random.token()}.${clock.now().getTime() + LIFETIME_MS}`
  return `${unsigned}.${signature(secret, purpose, unsigned, browserToken)}`
}

/** Whether a nonce was created for this browser and has not expired. It may have been used. */
export function isNonceOf(
  { clock, secret }: Core,
  {
    nonce,
    browserToken,
    purpose = 'nonce',
  }: { readonly nonce: string; readonly browserToken: string | null; readonly purpose?: NoncePurpose },
): boolean {
  const end = nonce.lastIndexOf('.')
  if (end < 0 || browserToken === null || expiryOf(nonce) <= clock.now().getTime()) return false
  const given = Buffer.from(nonce.slice(end + 1))
  const expected = Buffer.from(signature(secret, purpose, nonce.slice(0, end), browserToken))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Consumes a nonce. @returns false when another call has used it */
export async function takeNonce(tx: Tx, nonce: string): Promise<boolean> {
  const result = await tx
    .insertInto('used_nonce')
    .values({ nonce_hash: sha256(nonce), expires_at: new Date(expiryOf(nonce)) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Deletes used nonces that are expired anyway. */
export async function purgeNonces(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('used_nonce').where('expires_at', '<=', now).execute()
}

function expiryOf(nonce: string): number {
  return Number(nonce.split('.')[1])
}

function signature(secret: Buffer, purpose: NoncePurpose, unsigned: string, browserToken: string): string {
  return keyedHash(secret, purpose, `${unsigned}\n${browserToken}`).toString('base64url')
}
