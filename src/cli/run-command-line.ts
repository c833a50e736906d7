import { Command, CommanderError } from 'commander'
import { Refusal } from '#server/refusal.ts'
import { registerAcceptSecret } from './accept-secret.ts'
import { registerBackup, registerRestore } from './backup.ts'
import { registerBounces } from './bounces.ts'
import { describeRefusal, registerDerived } from './derive-commands.ts'
import { registerDoctor } from './doctor.ts'
import { registerGenerate } from './generate.ts'
import { registerImport } from './import.ts'
import { addOperatorOption } from './options.ts'
import { registerUpgrade } from './upgrade.ts'
import { registerVerify } from './verify.ts'

// Written by hand, since they are about the machine: they need files, progress, or a database that is not ready.
const BEFORE = [registerImport, registerGenerate, registerVerify, registerDoctor, registerUpgrade]
const AFTER = [registerBounces, registerBackup, registerRestore, registerAcceptSecret]

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
  for (const register of [...BEFORE, registerDerived, ...AFTER]) register(program)
  try {
    await program.parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    // Commander has already printed its error or the help.
    if (error instanceof CommanderError) return error.exitCode
    process.stderr.write(`${describeError(error)}\n`)
    return 1
  }
}

function describeError(error: unknown): string {
  if (error instanceof Refusal) return describeRefusal(error)
  return error instanceof Error ? error.message : String(error)
}
