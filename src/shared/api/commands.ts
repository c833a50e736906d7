import type { z } from 'zod'
import { accountsCommands } from './accounts.ts'
import { auditCommands } from './audit.ts'
import { catalogueCommands } from './catalogue.ts'
import type { Command } from './command.ts'
import { consoleCommands } from './console.ts'
import { creatorsCommands } from './creators.ts'
import { evidenceCommands } from './evidence.ts'
import { feedbackCommands } from './feedback.ts'
import { importCommands } from './import.ts'
import { noticesCommands } from './notices.ts'
import { objectionsCommands } from './objections.ts'
import { paymentsCommands } from './payments.ts'
import { profileCommands } from './profile.ts'
import { revealsCommands } from './reveals.ts'
import { teamsCommands } from './teams.ts'
import { todayCommands } from './today.ts'
import { usesCommands } from './uses.ts'

/** The operators' commands of each feature; their verbs are in the server's folder of the same name. */
export const commandsByFeature = {
  accounts: accountsCommands,
  profile: profileCommands,
  objections: objectionsCommands,
  catalogue: catalogueCommands,
  import: importCommands,
  reveals: revealsCommands,
  payments: paymentsCommands,
  uses: usesCommands,
  feedback: feedbackCommands,
  evidence: evidenceCommands,
  creators: creatorsCommands,
  teams: teamsCommands,
  today: todayCommands,
  audit: auditCommands,
  notices: noticesCommands,
  console: consoleCommands,
}

/** The intersection of a union's members. */
type Joined<T> = (T extends unknown ? (all: T) => void : never) extends (all: infer All) => void ? All : never

type Commands = Joined<(typeof commandsByFeature)[keyof typeof commandsByFeature]>

export type CommandKey = keyof Commands

/** A command's entry, with its exact type. */
export type CommandOf<K extends CommandKey> = Commands[K]

/** All commands. The command line, its help and the list in the documentation are derived from it. */
export const commands: Readonly<Record<CommandKey, Command>> = Object.assign(
  {},
  ...Object.values(commandsByFeature),
)

/** What a verb receives, after validation. */
export type CommandInput<K extends CommandKey> = z.output<Commands[K]['input']> &
  (Commands[K] extends { readonly dryRun: true } ? { readonly isDryRun: boolean } : unknown)

export type CommandOutput<K extends CommandKey> = z.output<Commands[K]['output']>
