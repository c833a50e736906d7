import { runCommand } from './run-command.ts'

/** Makes a person a sponsor. */
export function makeSponsor(email: string): Promise<void> {
  return runCommand('users', 'sponsor', email)
}
