import { existsSync, readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { systemClock } from '#server/clock.ts'
import type { Config } from '#server/config/config.ts'
import { isLoopbackHost } from '#server/config/loopback.ts'
import { checkTextSupport } from '#server/db/check-database.ts'
import { withClient } from '#server/db/connect.ts'
import { demoProblem } from '#server/db/demo-mark.ts'
import { pendingMigrations } from '#server/db/migrate.ts'
import { adviseSettings } from '#server/db/recommended-settings.ts'
import { failure, type Finding, ok, sentenceOf, warning } from './diagnosis.ts'
import { HOUR_MS } from '#shared/rules/time.ts'

const MIN_VERSION = 15
const GIGABYTE = 1_073_741_824
/** Of a machine that is not this one nothing is known: what fits every one. */
const ANY_MACHINE = { memory: GIGABYTE, freeDisk: 10 * GIGABYTE }
const CLOCK_MS = 2_000
const ARCHIVED_MINUTES = 60
const BACKUP_HOURS = 48
/** How often a replica is asked for what was written just now, and how long (ms) after each. */
const REPLAY_TRIES = 10
const REPLAY_MS = 100

/** The database as it is: nothing of it is changed. @param url with the rights of the tables' owner */
export async function checkDatabase(url: string, config: Config): Promise<Finding[]> {
  try {
    const isHere = config.databaseUrl === null || isLoopbackHost(new URL(url).hostname)
    const here = await withClient(url, async (client) => [
      await checkVersion(client),
      await checkText(client),
      await checkClock(client),
      ...(await checkSettings(client, isHere)),
      await checkMigrations(client),
      ...(await checkDemo(client, config.demo)),
      config.databaseUrl === null
        ? judgeBackup(lastBackup(config.dataDir), systemClock.now().getTime())
        : await checkArchive(client),
    ])
    const written = await withClient(url, readWritten)
    const replicas = config.databaseReplicaUrls.map((replica, index) =>
      checkReplica(replica, index + 1, written, config.replicaMaxLag),
    )
    return [...here, ...(await Promise.all(replicas))]
  } catch (error) {
    return [
      failure('database', `It does not answer: ${sentenceOf(error)}.`, 'Start it, and compare DATABASE_URL.'),
    ]
  }
}

/** Whether the database is of the kind that DEMO says; nothing where its mark is still to be migrated. */
async function checkDemo(client: pg.Client, isDemo: boolean): Promise<Finding[]> {
  const part = 'demonstration'
  try {
    const problem = await demoProblem(client, isDemo)
    if (problem !== null) return [failure(part, problem, 'Nothing starts like this.')]
    if (!isDemo) return []
    return [
      warning(part, 'Everything in this database is deleted every night.', 'Unset DEMO for a real one.'),
    ]
  } catch {
    return []
  }
}

async function checkVersion(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  const version = rows[0]?.version ?? ''
  if (Number.parseInt(version, 10) >= MIN_VERSION) return ok('database', `PostgreSQL ${version} answers.`)
  return failure('database', `It is PostgreSQL ${version}.`, `Upgrade it to ${MIN_VERSION} or newer.`)
}

async function checkText(client: pg.Client): Promise<Finding> {
  try {
    await checkTextSupport(client)
    return ok('locale', 'It knows Cyrillic letters.')
  } catch (error) {
    return failure('locale', sentenceOf(error), 'Restore into a database that was created so.')
  }
}

async function checkClock(client: pg.Client): Promise<Finding> {
  const before = systemClock.now().getTime()
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const after = systemClock.now().getTime()
  return judgeClock((rows[0]?.now.getTime() ?? 0) - (before + after) / 2)
}

/** @param apart by how many ms the database's clock is ahead of this machine's */
export function judgeClock(apart: number): Finding {
  const is = `This machine's differs from the database's by ${Math.abs(Math.round(apart))} ms.`
  if (Math.abs(apart) > CLOCK_MS)
    return failure(
      'clock',
      is,
      'Let both follow the network time: codes and sessions end too early or too late.',
    )
  return ok('clock', is)
}

async function checkSettings(client: pg.Client, isHere: boolean): Promise<Finding[]> {
  const advice = await adviseSettings(client, isHere ? { ...ANY_MACHINE, memory: totalmem() } : ANY_MACHINE)
  if (advice.length === 0) return [ok('settings', 'Those of PostgreSQL are as recommended.')]
  return advice.map(({ name, is, should }) =>
    warning('settings', `${name} is ${is}.`, `alter system set ${name} = '${should}'; some need a restart.`),
  )
}

/** What the next start would do to the schema. */
async function checkMigrations(client: pg.Client): Promise<Finding> {
  const pending = await pendingMigrations(client).catch(sentenceOf)
  if (typeof pending === 'string') return failure('migrations', pending, 'Nothing starts like this.')
  if (pending.length === 0) return ok('migrations', 'None is pending.')
  return warning(
    'migrations',
    `${pending.length} pending: ${pending.map(({ name }) => name.replace('.sql', '')).join(', ')}.`,
    'The next start applies them; `upgrade --check` says what they lock, and back up first.',
  )
}

/** Whether the log goes to an archive, from which a lost database comes back to the second. */
async function checkArchive(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ mode: string; minutes: number | null; isFailing: boolean }>(
    `select current_setting('archive_mode') as mode,
       extract(epoch from now() - last_archived_time)::float8 / 60 as minutes,
       coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing"
     from pg_stat_archiver`,
  )
  const { mode = 'off', minutes = null, isFailing = false } = rows[0] ?? {}
  if (mode === 'off')
    return warning(
      'backup',
      'The log is not archived: a lost disk loses all since the last dump.',
      'Set up pgBackRest (docs/backup.md).',
    )
  if (isFailing)
    return failure(
      'backup',
      'The last attempt to archive the log failed.',
      'Look at the log of PostgreSQL; until it succeeds, the disk fills.',
    )
  if (minutes === null || minutes > ARCHIVED_MINUTES)
    return warning(
      'backup',
      'Nothing was archived for an hour or more.',
      'Set archive_timeout, and look at the archive.',
    )
  return ok('backup', `The log was archived ${Math.round(minutes)} minutes ago.`)
}

/** Where `backup` notes when it ended, since a backup of the embedded database is a file that may be anywhere. */
export function backupNote(dataDir: string): string {
  return path.join(dataDir, 'last-backup')
}

function lastBackup(dataDir: string): number | null {
  const file = backupNote(dataDir)
  return existsSync(file) ? Date.parse(readFileSync(file, 'utf8').trim()) : null
}

/** @param at and @param now in ms since 1970 */
export function judgeBackup(at: number | null, now: number): Finding {
  const todo = 'npm run cli -- backup FILE, every night, and keep the file elsewhere.'
  if (at === null || Number.isNaN(at)) return warning('backup', 'There has been none.', todo)
  const hours = (now - at) / HOUR_MS
  const is = `The last one was made ${Math.round(hours)} hours ago.`
  return hours > BACKUP_HOURS ? warning('backup', is, todo) : ok('backup', is)
}

/** The end of the primary's log. */
async function readWritten(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ written: string }>(
    `select case when pg_is_in_recovery() then pg_last_wal_receive_lsn() else pg_current_wal_flush_lsn() end::text as written`,
  )
  return rows[0]!.written
}

/** @param written the end of the primary's log: one that follows nobody has replayed all that it has, and lacks the rest */
async function checkReplica(url: string, number: number, written: string, maxLag: number): Promise<Finding> {
  const part = `replica ${number}`
  try {
    return await withClient(url, async (client) => {
      const { isReplica, lag } = await readLag(client, written)
      if (!isReplica)
        return failure(
          part,
          'It is no replica.',
          'Name in DATABASE_REPLICA_URLS only servers that follow another one.',
        )
      if (lag === null || lag > maxLag)
        return warning(
          part,
          `It is ${lag === null ? 'not following' : `${Math.round(lag)} s behind`}.`,
          'Searches go to the primary until it has caught up.',
        )
      return ok(part, `It is ${Math.round(lag)} s behind.`)
    })
  } catch (error) {
    return failure(
      part,
      `It does not answer: ${sentenceOf(error)}.`,
      'Start it, and compare DATABASE_REPLICA_URLS.',
    )
  }
}

/** @returns seconds behind, null when nothing was ever replayed */
async function readLag(client: pg.Client, written: string) {
  for (let left = REPLAY_TRIES; ; left -= 1) {
    const { rows } = await client.query<{ isReplica: boolean; lag: number | null }>(
      `select pg_is_in_recovery() as "isReplica",
         case when pg_last_wal_replay_lsn() >= $1 then 0
           else extract(epoch from now() - pg_last_xact_replay_timestamp()) end::float8 as lag`,
      [written],
    )
    const found = rows[0]!
    if (!found.isReplica || found.lag === 0 || left === 0) return found
    await pause(REPLAY_MS)
  }
}
