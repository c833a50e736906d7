import { userInfo } from 'node:os'
import { type Command, InvalidArgumentError } from 'commander'

/** Adds the option of every command that changes something. */
export function addOperatorOption(program: Command): void {
  program.option(
    '--as <name>',
    'who you are, for the audit; by default the name of the system’s user',
    parseName,
  )
}

/** Who runs the command. */
export function operatorOf(program: Command): string {
  return program.opts<{ as?: string }>().as ?? systemUser()
}

function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    // A container's user may have a number and no name.
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}

function parseName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > 60 || name.includes('@'))
    throw new InvalidArgumentError('It must be a name of 1 to 60 characters, not an address.')
  return name
}
