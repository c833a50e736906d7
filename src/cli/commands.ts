import type { Command } from 'commander'
import type { FeatureCommand } from '#server/features.ts'
import { registerAcceptSecret } from './accept-secret.ts'
import { registerBackup, registerRestore } from './backup.ts'
import { registerGenerate } from './generate.ts'
import { registerImport } from './import.ts'
import { registerPayments } from './payments.ts'
import { registerPromocodes } from './promocodes.ts'
import { registerReviews } from './reviews.ts'
import { registerSponsors } from './sponsors.ts'
import { registerUsers } from './users.ts'
import { registerVerify } from './verify.ts'

/** Commands that belong to no feature. */
type OwnCommand = 'generate' | 'verify' | 'backup' | 'restore' | 'accept-secret'

/** Every command by its name, in the order of the help. One that a feature names and that is not here does not compile. */
export const commands: Readonly<Record<FeatureCommand | OwnCommand, (program: Command) => void>> = {
  import: registerImport,
  generate: registerGenerate,
  verify: registerVerify,
  users: registerUsers,
  payments: registerPayments,
  promocodes: registerPromocodes,
  sponsors: registerSponsors,
  reviews: registerReviews,
  backup: registerBackup,
  restore: registerRestore,
  'accept-secret': registerAcceptSecret,
}
