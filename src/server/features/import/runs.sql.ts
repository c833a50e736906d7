import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { CommandInput } from '#shared/api/commands.ts'
import type { ImportReport, ImportRun } from '#shared/api/import.ts'
import { AT_WORK, type FileFacts, type FileProblem, type RunState } from '#shared/rules/imports.ts'
import type { Db, Tx } from '#server/db/connect.ts'

/** Of the advisory lock that an import holds to the end of its transaction, with its number. */
const LOCK = 610_733

const AT_WORK_STATES = sql.join(AT_WORK.map((state) => sql.lit(state)))

/** Whether a process works on it. One that has just started may not hold its lock yet. */
const IS_ALIVE = sql<boolean>`(state in (${AT_WORK_STATES}) and (started_at > now() - interval '10 seconds' or exists (
  select from pg_locks where locktype = 'advisory' and classid = ${sql.lit(LOCK)} and objid = import_run.id
    and database = (select oid from pg_database where datname = current_database()))))`
const IS_DEAD = sql<boolean>`(state in (${AT_WORK_STATES}) and not ${IS_ALIVE})`

const RUN = sql`id, file_name as "fileName", file_size as size, options ->> 'map' as map, case when ${IS_DEAD} then 'failed' else state end as state,
  case when ${IS_ALIVE} then progress end as progress, report,
  case when ${IS_DEAD} then '{"code": "interrupted", "column": "", "columns": ""}' else failure end as failure,
  created_at as "createdAt", finished_at as "finishedAt"`

type ReadingOptions = Omit<CommandInput<'imports preview'>, 'run'>

/** Files hold what PostgreSQL's texts cannot. */
function asJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part,
  )
}

/** Newest first. */
export async function listRuns(
  db: Db | Tx,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<ImportRun[]> {
  const { rows } = await sql<ImportRun>`
    select ${RUN} from import_run where id < ${after} order by import_run.id desc limit ${limit}`.execute(db)
  return rows
}

export async function findRun(db: Db | Tx, id: number): Promise<ImportRun | null> {
  const { rows } = await sql<ImportRun>`select ${RUN} from import_run where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Begins an upload. @returns its number */
export async function addRun(
  db: Db | Tx,
  { fileName, size, now }: { readonly fileName: string; readonly size: number; readonly now: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into import_run (file_name, file_size, state, created_at) values (${fileName}, ${size}, 'uploading', ${now})
    returning id`.execute(db)
  return rows[0]!.id
}

/** @returns false when it was whole before */
export async function completeUpload(db: Db | Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    update import_run set state = 'uploaded' where id = ${id} and state = 'uploading' returning id`.execute(
    db,
  )
  return rows.length === 1
}

/** Lets one process, and no other, work on a file. @returns false when another does, or there is nothing to do */
export async function takeRun(
  tx: Tx,
  {
    id,
    state,
    options,
  }: { readonly id: number; readonly state: 'previewing' | 'running'; readonly options: object },
): Promise<boolean> {
  const { rows } = await sql`
    update import_run set state = ${state}, started_at = now(), finished_at = null, progress = null, failure = null,
      is_stopping = false, options = ${asJson(options)}::jsonb
    where id = ${id} and state not in ('uploading', 'done', 'undone') and not ${IS_ALIVE} returning id`.execute(
    tx,
  )
  return rows.length === 1
}

/** How the operator last wanted a file read. */
export async function readingOptions(db: Db, id: number): Promise<ReadingOptions> {
  const { rows } = await sql<{
    options: ReadingOptions
  }>`select options from import_run where id = ${id}`.execute(db)
  return rows[0]?.options ?? {}
}

/** @returns whether it shall stop */
export async function noteProgress(db: Db, id: number, progress: ImportRun['progress']): Promise<boolean> {
  const { rows } = await sql<{ isStopping: boolean }>`
    update import_run set progress = ${asJson(progress)}::jsonb
    where id = ${id} and state in (${AT_WORK_STATES}) returning is_stopping as "isStopping"`.execute(db)
  return rows[0]?.isStopping === true
}

/** @returns whether somebody works on it, who learns of this within a second or two */
export async function askToStop(db: Db | Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    update import_run set is_stopping = true where id = ${id} and not is_stopping and ${IS_ALIVE} returning id`.execute(
    db,
  )
  return rows.length === 1
}

/** Notes how it ended without having imported anything. */
export async function endRun(
  db: Db,
  {
    id,
    state,
    failure,
    now,
  }: {
    readonly id: number
    readonly state: 'stopped' | 'failed'
    readonly failure: ({ readonly code: FileProblem } & FileFacts) | null
    readonly now: Date
  },
): Promise<void> {
  await sql`
    update import_run set state = ${state}, failure = ${failure === null ? null : asJson(failure)}::jsonb,
      finished_at = ${now}
    where id = ${id} and state in (${AT_WORK_STATES})`.execute(db)
}

/** Marks a run as undone. @returns false when it is not done */
export async function endAsUndone(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    update import_run set state = 'undone' where id = ${id} and state = 'done' returning id`.execute(tx)
  return rows.length === 1
}

// The rest runs in the import's own transaction.

/** Adds the run of a file that needs no upload, unless it has one, and holds its lock until the transaction ends. */
export async function openRun(
  client: ClientBase,
  {
    id,
    fileName,
    size,
    now,
  }: { readonly id: number | null; readonly fileName: string; readonly size: number; readonly now: Date },
): Promise<number> {
  let run = id
  if (run === null) {
    const { rows } = await client.query<{ id: number }>(
      `insert into import_run (file_name, file_size, state, created_at, started_at) values ($1, $2, 'running', $3, now())
       returning id`,
      [fileName, size, now],
    )
    run = rows[0]!.id
  }
  await client.query('select pg_advisory_xact_lock($1, $2)', [LOCK, run])
  return run
}

export async function closeRun(
  client: ClientBase,
  {
    id,
    state,
    report,
    now,
  }: { readonly id: number; readonly state: RunState; readonly report: ImportReport; readonly now: Date },
): Promise<void> {
  await client.query(
    `update import_run set state = $2, report = $3, finished_at = $4,
       place = case when $2 = 'done' then (select coalesce(max(place), 0) + 1 from import_run) end
     where id = $1`,
    [id, state, asJson(report), now],
  )
}
