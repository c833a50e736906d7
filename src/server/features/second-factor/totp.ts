import { Secret, TOTP } from 'otpauth'
import type { Core } from '#server/core.ts'
import { type Sealer, sealer } from '#server/config/secret.ts'

const PERIOD_SECONDS = 30
/** How many 30-second steps a phone's clock may be off in either direction. */
const WINDOW = 1

/** SHA-1, six digits, 30 seconds: what every authenticator app supports. */
export function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: 'Channelbook',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  })
}

/** A new secret of 160 bits, in Base32. */
export function newTotpSecret({ random }: Core): string {
  const bytes = new Uint8Array(Buffer.from(random.token(), 'base64url').subarray(0, 20))
  return new Secret({ buffer: bytes.buffer }).base32
}

/** Encrypts the TOTP secret of one person; the ciphertext is useless for anyone else. */
export function totpSealer(secret: Buffer, personId: number): Sealer {
  return sealer(secret, `totp ${personId}`)
}

/** @returns the time step of a code, or null when it matches no step near the current one */
export function stepOfCode(
  { clock }: Core,
  { secret, code }: { readonly secret: string; readonly code: string },
): number | null {
  const timestamp = clock.now().getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? null : Math.floor(timestamp / (PERIOD_SECONDS * 1_000)) + delta
}

/** Six digits, with or without a space in the middle; null for anything else. */
export function digitsOf(code: string): string | null {
  const digits = code.replace(/\s/g, '')
  return /^\d{6}$/.test(digits) ? digits : null
}

/**
 * Counts an attempt before the code is compared. Recovery codes and passkeys cannot be guessed, so they are not counted.
 * @throws Refusal too_many_requests
 */
export async function countTotpTry(
  { limits }: Core,
  { personId, code }: { readonly personId: number; readonly code: string | null },
): Promise<void> {
  if (code === null || digitsOf(code) === null) return
  await limits.consume('totp', String(personId))
  await limits.consume('totp_day', String(personId))
}
