import { userInfo } from 'node:os'
import { type Command, InvalidArgumentError } from 'commander'
import type { Operator } from '#server/audit/note-change.ts'
import { emailProblem, normalizeEmail } from '#shared/rules/email.ts'

/** Adds the option of every command that changes something. */
export function addOperatorOption(program: Command): void {
  program.option(
    '--as <name>',
    'who you are, for the audit; by default the name of the system’s user',
    parseName,
  )
}

/** Who runs the command, and why. */
export function operatorOf(program: Command, reason: string | null = null): Operator {
  return { actor: program.opts<{ as?: string }>().as ?? systemUser(), reason }
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

export const REASON = '--reason <text>'
export const DRY_RUN = ['--dry-run', 'only show what would change'] as const

/** A mail address, normalised. */
export function parseAddress(text: string): string {
  const address = normalizeEmail(text)
  if (emailProblem(address) !== null) throw new InvalidArgumentError('It must be an email address.')
  return address
}

export function parseText(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > 200)
    throw new InvalidArgumentError('It must have 1 to 200 characters.')
  return trimmed
}

/** A whole number from 1 to `max`. */
export function numberUpTo(max: number): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (!/^\d+$/.test(text) || number < 1 || number > max)
      throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`)
    return number
  }
}

export function parseDate(text: string): string {
  const instant = new Date(`${text}T00:00:00Z`)
  const isDate = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !isDate)
    throw new InvalidArgumentError('It must be a date, YYYY-MM-DD.')
  return text
}
