import type { CommandOutput } from '#shared/api/commands.ts'
import type { Core } from '#server/core.ts'
import type { Operator } from '#server/actor/actor.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { refuseWhileImporting } from './import-lock.sql.ts'
import { type KnownChannel, lockKnownOf, lockNamed, refreshSearch, setHidden } from './known-channels.sql.ts'
import { goneSince } from './platform-facts.sql.ts'

interface Hiding {
  /** The platform's id, or our number. */
  readonly channel: string
  readonly isHidden: boolean
}

/**
 * Hides a channel from everybody but those who have bought it, or shows it again. Neither an import nor the refresh shows it:
 * they keep the status `hidden`.
 * @throws Refusal no_such_channel, several_channels, import_running
 */
export async function hideChannel(
  app: Core,
  by: Operator,
  { channel, isHidden }: Hiding,
): Promise<CommandOutput<'channels hide'>> {
  return transact(app.db, async (tx) => {
    await refuseWhileImporting(tx)
    const known = await lockNamed(tx, channel)
    const { id, name } = known
    if ((known.status === 'hidden') === isHidden) return { id, name, status: known.status, isChanged: false }
    const status = await change(tx, app, by, { known, isHidden })
    return { id, name, status, isChanged: true }
  })
}

/** What the audit says in place of an operator's name. */
const OWNER: Operator = { kind: 'operator', name: 'owner of the address', reason: null }

/**
 * Hides the channels that have an address, as its owner wants it. The caller holds off imports.
 * @returns the names of those that were not hidden before
 */
export async function hideChannelsOf(tx: Tx, app: Core, address: string): Promise<readonly string[]> {
  const shown = (await lockKnownOf(tx, address)).filter(({ status }) => status !== 'hidden')
  for (const known of shown) await change(tx, app, OWNER, { known, isHidden: true })
  return shown.map(({ name }) => name)
}

/** @returns the new status */
async function change(
  tx: Tx,
  app: Core,
  by: Operator,
  { known: { id, status: before }, isHidden }: { readonly known: KnownChannel; readonly isHidden: boolean },
): Promise<string> {
  const after = await setHidden(tx, { id, isHidden, goneSince: goneSince(app.clock.now()) })
  await refreshSearch(tx, [id])
  const verb = isHidden ? 'channels hide' : 'channels show'
  await noteChange(tx, app, by, {
    verb,
    kind: 'channel',
    id,
    before: { status: before },
    after: { status: after },
  })
  return after
}
