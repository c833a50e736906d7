import type { Operator } from '#server/actor/actor.ts'
import type { App } from '#server/app.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { transact } from '#server/db/connect.ts'
import { Refusal } from '#server/refusal.ts'
import type { CommandInput, CommandOutput } from '#shared/api/commands.ts'
import { readLines } from './read-lines.ts'
import { findImport, readMap } from './run-import.ts'
import { listRuns } from './runs.sql.ts'
import { forgetPreset, listPresets, savePreset } from './saved-presets.sql.ts'
import { filesOf } from './upload-file.ts'

export async function listImports(
  app: App,
  _by: Operator,
  { after = Number.MAX_SAFE_INTEGER, limit }: CommandInput<'imports list'>,
): Promise<CommandOutput<'imports list'>> {
  return listRuns(app.db, { after, limit })
}

/** What becomes of each row of a file, as its last preview or its import found. @throws Refusal no_such_import, import_not_here */
export async function listImportLines(
  app: App,
  _by: Operator,
  { run, after = '0', ...wanted }: CommandInput<'imports lines'>,
): Promise<CommandOutput<'imports lines'>> {
  const { lines } = filesOf(app.config, await findImport(app, run))
  try {
    return await readLines(lines, { ...wanted, after: Number(after) })
  } catch (cause) {
    throw new Refusal('import_not_here', { cause })
  }
}

export async function showPresets(app: App): Promise<CommandOutput<'imports presets'>> {
  const presets = await listPresets(app.db)
  return presets.map(({ name, columns }) => ({
    name,
    columns: columns.map(([field, column]) => ({ field, column })),
  }))
}

/** @throws Refusal wrong_field */
export async function keepPreset(
  app: App,
  by: Operator,
  { name, map }: CommandInput<'imports save-preset'>,
): Promise<{ isChanged: boolean }> {
  const columns = readMap(map)
  return transact(app.db, async (tx) => {
    const isChanged = await savePreset(tx, { name, columns })
    if (isChanged) await noteChange(tx, app, by, { verb: 'imports save-preset', kind: 'import', id: name })
    return { isChanged }
  })
}

export async function dropPreset(
  app: App,
  by: Operator,
  { name }: CommandInput<'imports forget-preset'>,
): Promise<{ isChanged: boolean }> {
  return transact(app.db, async (tx) => {
    const isChanged = await forgetPreset(tx, name)
    if (isChanged) await noteChange(tx, app, by, { verb: 'imports forget-preset', kind: 'import', id: name })
    return { isChanged }
  })
}
