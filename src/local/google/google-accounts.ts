/** An account at the stand-in. */
export interface GoogleAccount {
  readonly sub: string
  readonly email: string
  readonly name: string
}

/** The accounts that the chooser offers. Any other address can be typed. */
export const ACCOUNTS: readonly GoogleAccount[] = [
  account('anna.petrova@gmail.example', 'Anna Petrova'),
  account('boris@studio.example', 'Boris'),
]

/** Accounts whose tokens must be refused, by the part before the @. Each shows one possible fault. */
export const SENTINELS = [
  'unverified',
  'expired',
  'future',
  'wrong-audience',
  'wrong-issuer',
  'wrong-key',
  'wrong-nonce',
  'no-nonce',
  'unsigned',
] as const
export type Sentinel = (typeof SENTINELS)[number]

/** An account with an address; the same address always has the same subject. */
export function account(email: string, name: string): GoogleAccount {
  return { sub: subjectOf(email), email, name }
}

/** The fault of an address's tokens, if any. */
export function sentinelOf(email: string): Sentinel | undefined {
  return SENTINELS.find((sentinel) => email.startsWith(`${sentinel}@`))
}

// A number of 21 digits, like Google's subjects.
function subjectOf(email: string): string {
  let number = 7n
  for (const byte of new TextEncoder().encode(email.toLowerCase()))
    number = (number * 257n + BigInt(byte)) % 10n ** 20n
  return `1${number.toString().padStart(20, '0')}`
}
