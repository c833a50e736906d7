import type { Operator } from '#server/actor/actor.ts'
import type { App } from '#server/app.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { ageLimits } from '#server/features/catalogue/contact-ages.sql.ts'
import { refuseWhileImporting } from '#server/features/catalogue/import-lock.sql.ts'
import { refreshSearch } from '#server/features/catalogue/known-channels.sql.ts'
import {
  deleteChannels,
  restoreChannels,
  takeHandles,
} from '#server/features/catalogue/restore-channels.sql.ts'
import { Refusal } from '#server/refusal.ts'
import type { Dependents } from '#shared/api/errors.ts'
import type { CommandInput, CommandOutput } from '#shared/api/commands.ts'
import { findImport } from './run-import.ts'
import { endAsUndone } from './runs.sql.ts'
import {
  batchesOf,
  changedOf,
  createdOf,
  forgetBefore,
  isBeforeKnown,
  judgeBatch,
  lockBatch,
} from './undo-import.sql.ts'

/**
 * Takes a whole import back: what it created is deleted, and what it changed is as before, unless the platform has told something
 * newer.
 * @throws Refusal no_such_import, import_not_done, import_forgotten, import_depended_on, import_running
 */
export async function undoImport(
  app: App,
  by: Operator,
  { run, isDryRun }: CommandInput<'imports undo'>,
): Promise<CommandOutput<'imports undo'>> {
  const { report } = await findImport(app, run)
  try {
    return await transact(app.db, async (tx) => {
      await refuseWhileImporting(tx)
      if (!(await endAsUndone(tx, run))) throw new Refusal('import_not_done')
      if (!(await isBeforeKnown(tx, run))) throw new Refusal('import_forgotten')
      const { deleted, restored } = await judge(tx, run, report?.merged ?? 0)
      if (isDryRun) throw new Tried({ deleted, restored })
      await writeBack(tx, app, run)
      await forgetBefore(tx, run)
      await noteChange(tx, app, by, {
        verb: 'imports undo',
        kind: 'import',
        id: run,
        after: { deleted, restored },
      })
      return { deleted, restored }
    })
  } catch (error) {
    if (error instanceof Tried) return error.counts
    throw isTaken(error) ? dependedOn({ used: 0, operated: 0, later: 1, creators: 0 }, error) : error
  }
}

/** Rolls a trial back. */
class Tried extends Error {
  readonly counts: CommandOutput<'imports undo'>
  constructor(counts: CommandOutput<'imports undo'>) {
    super('only tried')
    this.counts = counts
  }
}

/** @param merged channels that the import merged, which nothing takes apart again */
async function judge(tx: Tx, run: number, merged: number): Promise<CommandOutput<'imports undo'>> {
  const total = { created: 0, changed: 0, used: 0, operated: 0, later: 0, creators: 0 }
  for await (const range of batchesOf(tx, run)) {
    await lockBatch(tx, { run, ...range })
    const found = await judgeBatch(tx, { run, ...range })
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += found[name]
  }
  const { created, changed, ...dependents } = total
  dependents.operated = Math.max(dependents.operated, merged)
  if (Object.values(dependents).some((count) => count > 0)) throw dependedOn(dependents)
  return { deleted: created, restored: changed }
}

function dependedOn(dependents: Dependents, cause?: unknown) {
  return new Refusal('import_depended_on', { extras: dependents, cause })
}

async function writeBack(tx: Tx, app: App, run: number): Promise<void> {
  // What it created may have handles that others get back.
  for await (const range of batchesOf(tx, run)) await deleteChannels(tx, createdOf({ run, ...range }))
  for await (const range of batchesOf(tx, run)) await takeHandles(tx, changedOf({ run, ...range }))
  for await (const range of batchesOf(tx, run)) {
    const batch = { run, ...range }
    await restoreChannels(tx, changedOf(batch), ageLimits(app))
    await refreshSearch(tx, await lockBatch(tx, batch))
  }
}

const UNIQUE_VIOLATION = '23505'

/** Another channel has a handle, id or name by now that one would get back. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION
}
