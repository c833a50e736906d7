import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { moscowDate } from '#server/clock.ts'
import type { App } from '#server/app.ts'
import type { Operator } from '#server/actor/actor.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { openPool, transact } from '#server/db/connect.ts'
import type { Databases } from '#server/db/databases.ts'
import { isDemonstration } from '#server/db/demo-mark.ts'
import { describeError } from '#server/describe-error.ts'
import { Refusal } from '#server/refusal.ts'
import type { CommandInput, CommandOutput } from '#shared/api/commands.ts'
import type { ImportRun } from '#shared/api/import.ts'
import { parseColumnOption } from './columns.ts'
import { forecastImport } from './forecast-import.ts'
import { importChannels, type ImportOptions } from './import-channels.ts'
import { ImportRefused } from './open.ts'
import { parsePlatform } from './row.ts'
import { askToStop, endRun, findRun, noteProgress, readingOptions, takeRun } from './runs.sql.ts'
import { filesOf } from './upload-file.ts'
import { parseInstant } from './values.ts'

type Input = CommandInput<'imports preview'>

/** @throws Refusal no_such_import */
export async function findImport(app: App, id: number): Promise<ImportRun> {
  const run = await findRun(app.db, id)
  if (run === null) throw new Refusal('no_such_import', { extras: { run: id } })
  return run
}

/**
 * Starts the preview of an uploaded file, or its import as it was previewed last, which goes on in this process; its run tells how far
 * it is.
 * @param given how it is to be read; null: as before
 * @throws Refusal no_such_import, import_at_work, import_not_here, import_on_demo, wrong_field
 */
async function start(
  app: App,
  by: Operator,
  id: number,
  given: Omit<Input, 'run'> | null,
): Promise<CommandOutput<'imports run'>> {
  const run = await findImport(app, id)
  if (await isDemonstration(app.databases.pool)) throw new Refusal('import_on_demo')
  const wanted = given ?? (await readingOptions(app.db, id))
  const options = readOptions(app, wanted)
  const state = given === null ? 'running' : 'previewing'
  const { file } = filesOf(app.config, run)
  await access(file).catch((cause: unknown) => {
    throw new Refusal('import_not_here', { cause })
  })
  await transact(app.db, async (tx) => {
    if (!(await takeRun(tx, { id, state, options: wanted }))) throw new Refusal('import_at_work')
    if (given === null) await noteChange(tx, app, by, { verb: 'imports run', kind: 'import', id })
  })
  void work(app, run, { ...options, isDryRun: given !== null })
  return { run: id }
}

export const previewImport = (app: App, by: Operator, { run, ...given }: Input) => start(app, by, run, given)

export const runImport = (app: App, by: Operator, { run }: CommandInput<'imports run'>) =>
  start(app, by, run, null)

/** @throws Refusal no_such_import */
export async function stopImport(
  app: App,
  { run }: { readonly run: number },
): Promise<{ isChanged: boolean }> {
  await findImport(app, run)
  return { isChanged: await askToStop(app.db, run) }
}

type Options = Omit<ImportOptions, 'quarantine'>

const PROGRESS_MS = 1_000

/** Never throws: how it ended is noted. */
async function work(app: App, run: ImportRun, options: Options): Promise<void> {
  const { id } = run
  const { folder, file, lines } = filesOf(app.config, run)
  const stopping = new AbortController()
  const forecast = forecastImport(performance.now())
  let latest: ImportRun['progress'] = null
  const timer = setInterval(() => {
    if (latest === null) return
    noteProgress(app.db, id, { ...latest, ...forecast.at(performance.now()) })
      .then((isStopping) => isStopping && stopping.abort())
      .catch(() => undefined)
  }, PROGRESS_MS)
  try {
    await using databases = openAsOwner(app)
    await importChannels({ ...app, databases }, file, {
      ...options,
      runId: id,
      lines,
      quarantine: join(folder, 'quarantine'),
      signal: stopping.signal,
      onProgress(step) {
        forecast.note(step, performance.now())
        const { phase, rows } = step
        latest = { phase, rows, ...forecast.at(performance.now()) }
      },
    })
  } catch (error) {
    const isRefused = error instanceof ImportRefused
    const isStopped = stopping.signal.aborted
    if (!isRefused && !isStopped) app.log.error({ run: id, error: describeError(error) }, 'an import failed')
    const failure = isRefused
      ? { code: error.code, ...error.facts }
      : { code: 'fault' as const, column: '', columns: '' }
    await endRun(app.db, {
      id,
      state: isStopped ? 'stopped' : 'failed',
      failure: isStopped ? null : failure,
      now: app.clock.now(),
    }).catch((cause: unknown) => app.log.error({ run: id, error: describeError(cause) }, 'an import failed'))
  } finally {
    clearInterval(timer)
  }
}

/** An import writes tables anew, which only their owner may. */
function openAsOwner(app: App): Pick<Databases, 'pool'> & AsyncDisposable {
  const { databaseMigrationUrl: url } = app.config
  if (url === null) return { pool: app.databases.pool, [Symbol.asyncDispose]: async () => undefined }
  const pool = openPool(url, { max: 2, onLost: () => undefined })
  return { pool, [Symbol.asyncDispose]: () => pool.end() }
}

/** @throws Refusal wrong_field */
function readOptions(app: App, { map, platform, asOf, ...others }: Omit<Input, 'run'>): Options {
  const now = app.clock.now()
  if (asOf !== undefined && asOf > moscowDate(now)) throw wrong('asOf', 'date')
  const instant = asOf === undefined ? undefined : parseInstant(asOf, Number.MAX_SAFE_INTEGER)
  const named = platform === undefined ? undefined : parsePlatform(platform, app.platforms)
  if (named === null) throw wrong('platform', 'invalid')
  return {
    ...others,
    platform: named,
    asOf: instant == null ? undefined : Math.min(instant, now.getTime()),
    columns: map === undefined ? undefined : readMap(map),
  }
}

/** @throws Refusal wrong_field */
export function readMap(map: string): ReturnType<typeof parseColumnOption> {
  try {
    return parseColumnOption(map)
  } catch (error) {
    throw wrong('map', 'map', error)
  }
}

function wrong(field: string, problem: 'date' | 'invalid' | 'map', cause?: unknown) {
  return new Refusal('wrong_field', { extras: { field, problem }, cause })
}
