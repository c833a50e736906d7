import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '#server/app.ts'
import { NEXT_PURGE_MS, oldestKept } from '#server/retention.ts'
import { AT_WORK } from '#shared/rules/imports.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { findRun } from './runs.sql.ts'
import { forgetOld } from './undo-import.sql.ts'

/** How long an import can be undone, its lines read, and what was uploaded imported. */
const KEPT_DAYS = 30

/** Deletes files that were uploaded to this server, and what was before imports, when they are too old. Runs on a schedule. */
export async function forgetImports(app: App): Promise<void> {
  const endedBy = new Date(app.clock.now().getTime() - KEPT_DAYS * DAY_MS)
  await forgetOld(app.db, { endedBy, toldBy: oldestKept(app, NEXT_PURGE_MS) })
  const folder = join(app.config.dataDir, 'imports')
  for (const name of await readdir(folder).catch(() => [])) {
    const run = /^\d{1,15}$/.test(name) ? await findRun(app.db, Number(name)) : null
    const isOld = run === null || (run.createdAt <= endedBy && !AT_WORK.includes(run.state))
    if (isOld) await rm(join(folder, name), { recursive: true, force: true })
  }
}
