import { givenTo } from '#shared/api/command.ts'
import { type CommandInput, type CommandKey, type CommandOutput, commands } from '#shared/api/commands.ts'
import type { CommandErrorCode } from '#shared/api/errors.ts'
import type { Operator } from './actor/actor.ts'
import type { App } from './app.ts'
import { isLockTimeout, RETRY_SECONDS } from './features/catalogue/import-lock.sql.ts'
import { verbs } from './features.ts'
import { Refusal } from './refusal.ts'

/** Refusals of every command. */
const IMPLIED: readonly CommandErrorCode[] = ['wrong_field', 'import_running']

/**
 * Runs an operator's command. Its verb writes the entry of the audit, in the transaction of the change.
 * @param actor who runs it
 * @param given its input, not yet checked, with `reason` and `isDryRun` where the command takes them
 * @throws Refusal that the command's entry declares; any other is a fault
 */
export async function runCommand<K extends CommandKey>(
  app: App,
  actor: string,
  key: K,
  given: Readonly<Record<string, unknown>>,
): Promise<CommandOutput<K>> {
  const entry = commands[key]
  const read = givenTo(entry).safeParse(given)
  if (!read.success) throw wrongField(String(read.error.issues[0]?.path[0]))
  // PostgreSQL's text has no NUL.
  for (const [field, value] of Object.entries(read.data))
    if (typeof value === 'string' && value.includes('\0')) throw wrongField(field)
  const { isDryRun = false } = given
  if (typeof isDryRun !== 'boolean' || (isDryRun && entry.dryRun !== true)) throw wrongField('isDryRun')
  return runChecked(app, { name: actor }, key, { ...read.data, isDryRun })
}

/** The same with an input that its entry has checked. @param by who runs it, by session or by the name given */
export async function runChecked<K extends CommandKey>(
  app: App,
  by: Pick<Operator, 'name' | 'personId'>,
  key: K,
  read: Readonly<Record<string, unknown>>,
): Promise<CommandOutput<K>> {
  const entry = commands[key]
  const {
    reason = null,
    isDryRun,
    ...input
  } = read as { readonly reason?: string; readonly isDryRun?: boolean }
  const trial = entry.dryRun === true ? { isDryRun } : {}
  try {
    return await verbs[key](app, { kind: 'operator', ...by, reason }, {
      ...input,
      ...trial,
    } as unknown as CommandInput<K>)
  } catch (error) {
    const refusal = isLockTimeout(error)
      ? new Refusal('import_running', { retryAfter: RETRY_SECONDS, cause: error })
      : error
    const declared: readonly string[] = [...IMPLIED, ...entry.refusals]
    if (!(refusal instanceof Refusal) || declared.includes(refusal.code)) throw refusal
    throw new Error(`${key} refused with ${refusal.code}, which its entry does not declare`, { cause: error })
  }
}

function wrongField(field: string): Refusal<'wrong_field'> {
  return new Refusal('wrong_field', { extras: { field, problem: 'invalid' } })
}
