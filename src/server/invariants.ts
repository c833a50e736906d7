import type { Invariant } from './db/invariant.ts'
import { promocodesInvariants } from './features/uses/promocodes-invariants.sql.ts'
import { accountsInvariants } from './features/accounts/accounts-invariants.sql.ts'
import { paymentsInvariants } from './features/payments/payments-invariants.sql.ts'
import { revealsInvariants } from './features/reveals/reveals-invariants.sql.ts'
import { usesInvariants } from './features/uses/uses-invariants.sql.ts'

/** Everything that `verify` proves of a database. */
export const invariants: readonly Invariant[] = [
  ...usesInvariants,
  ...revealsInvariants,
  ...promocodesInvariants,
  ...paymentsInvariants,
  ...accountsInvariants,
]
