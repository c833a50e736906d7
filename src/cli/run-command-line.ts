import { Command, CommanderError } from 'commander'
import type { FeatureCommand } from '#server/features.ts'
import { registerAcceptSecret } from './accept-secret.ts'
import { registerAudit } from './audit.ts'
import { registerBackup, registerRestore } from './backup.ts'
import { registerBounces } from './bounces.ts'
import { registerChannels } from './channels.ts'
import { registerContacts } from './contacts.ts'
import { registerDoctor } from './doctor.ts'
import { registerGenerate } from './generate.ts'
import { registerImport } from './import.ts'
import { addOperatorOption } from './options.ts'
import { registerPayments } from './payments.ts'
import { registerPromocodes } from './promocodes.ts'
import { registerReports } from './reports.ts'
import { registerRequests } from './requests.ts'
import { registerReviews, registerSponsors } from './feedback.ts'
import { registerUpgrade } from './upgrade.ts'
import { registerUsers } from './users.ts'
import { registerVerify } from './verify.ts'

/** Commands that belong to no single feature: `users` spans several, the audit is below all. */
type OwnCommand =
  | 'users'
  | 'audit'
  | 'generate'
  | 'verify'
  | 'doctor'
  | 'upgrade'
  | 'backup'
  | 'restore'
  | 'accept-secret'

/** Every command by its name, in the order of the help. One that a feature names and that is not here does not compile. */
const commands: Readonly<Record<FeatureCommand | OwnCommand, (program: Command) => void>> = {
  import: registerImport,
  generate: registerGenerate,
  verify: registerVerify,
  doctor: registerDoctor,
  upgrade: registerUpgrade,
  users: registerUsers,
  channels: registerChannels,
  contacts: registerContacts,
  payments: registerPayments,
  promocodes: registerPromocodes,
  sponsors: registerSponsors,
  reports: registerReports,
  bounces: registerBounces,
  requests: registerRequests,
  reviews: registerReviews,
  audit: registerAudit,
  backup: registerBackup,
  restore: registerRestore,
  'accept-secret': registerAcceptSecret,
}

/**
 * Runs one command and prints what it says, errors too.
 * @param args what follows the program's name
 * @returns the exit code
 */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  const program = new Command('channelbook')
    .description('The operator’s commands of Channelbook')
    .configureOutput({ writeErr: (text) => process.stderr.write(text) })
    .exitOverride()
  addOperatorOption(program)
  for (const register of Object.values(commands)) register(program)
  try {
    await program.parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    // Commander has already printed its error or the help.
    if (error instanceof CommanderError) return error.exitCode
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}
