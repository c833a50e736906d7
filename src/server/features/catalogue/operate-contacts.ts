import type { CommandInput, CommandOutput } from '#shared/api/commands.ts'
import type { Operator } from '#server/actor/actor.ts'
import type { Core } from '#server/core.ts'
import { Refusal } from '#server/refusal.ts'
import { isLockTimeout } from './import-lock.sql.ts'
import { forgetContacts, retireContacts } from './retire-contacts.ts'
import { listSources, switchSource } from './sources.ts'

/** Deletes contacts by their age now. @throws Refusal forget_later: an import keeps some from it, which the night deletes */
export async function forgetByHand(
  core: Core,
  by: Operator,
  wanted: CommandInput<'contacts forget'>,
): Promise<CommandOutput<'contacts forget'>> {
  return forgetContacts(core, by, wanted).catch(unlessLocked('forget_later'))
}

/** Shows the sources of contacts, or switches one. @throws Refusal of 'contacts sources' */
export async function operateSources(
  core: Core,
  by: Operator,
  { limit, off, on, isDryRun }: CommandInput<'contacts sources'>,
): Promise<CommandOutput<'contacts sources'>> {
  if (off === undefined && on === undefined && !isDryRun)
    return { sources: await listSources(core.db, limit), switched: null }
  const source = off ?? on
  if (source === undefined || (off !== undefined && on !== undefined) || by.reason === null)
    throw new Refusal('one_switch_and_reason')
  const isOff = off !== undefined
  const switched = await switchSource(core, by, { source, isOff, isDryRun })
  if (switched !== null && !isDryRun) await retireContacts(core).catch(unlessLocked('forget_after_switch'))
  const isChanged = switched !== null
  return { sources: null, switched: { isOff, isChanged, ...(switched ?? { contacts: 0, channels: 0 }) } }
}

function unlessLocked(code: 'forget_later' | 'forget_after_switch'): (error: unknown) => never {
  return (error) => {
    throw isLockTimeout(error) ? new Refusal(code, { cause: error }) : error
  }
}
