/** An account at the stand-ins. */
export interface LocalAccount {
  readonly sub: string
  readonly email: string
  readonly name: string
  /** The groups that the issuer's claim of this name lists; Google has none. */
  readonly groups: readonly string[]
}

/** The accounts that the chooser offers. Any other address can be typed. */
export const ACCOUNTS: readonly LocalAccount[] = [
  account('anna.petrova@gmail.example', 'Anna Petrova'),
  account('boris@studio.example', 'Boris', ['sponsors']),
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

/** Faults of the issuer that are not in the token: in its answer to the browser, at its token endpoint, at its userinfo. */
export const ISSUER_SENTINELS = [
  ...SENTINELS,
  'wrong-at-hash',
  'mixed-up',
  'wrong-userinfo',
  'denied',
  'spent-code',
] as const
type IssuerSentinel = (typeof ISSUER_SENTINELS)[number]

/** An account whose claims are not in the token but only at the userinfo endpoint, as some issuers do; it works. */
export const THIN = 'thin'

/** An account whose token has an address of which it does not say whether it is verified; the verified one is at the userinfo endpoint. */
export const TWO_ADDRESSES = 'two-addresses'

/** An account with an address; the same address always has the same subject. */
export function account(email: string, name: string, groups: readonly string[] = []): LocalAccount {
  return { sub: subjectOf(email), email, name, groups }
}

/** The fault of an address's sign-ins, if any. */
export function sentinelOf(email: string): IssuerSentinel | undefined {
  return ISSUER_SENTINELS.find((sentinel) => email.startsWith(`${sentinel}@`))
}

// A number of 21 digits, like Google's subjects.
function subjectOf(email: string): string {
  let number = 7n
  for (const byte of new TextEncoder().encode(email.toLowerCase()))
    number = (number * 257n + BigInt(byte)) % 10n ** 20n
  return `1${number.toString().padStart(20, '0')}`
}
