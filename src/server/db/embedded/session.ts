import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chown, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type pg from 'pg'
import type { Logger } from 'pino'
import { isDatabaseAway, singleConnection } from '#server/db/connect.ts'
import { runProgram } from './account.ts'
import { type Cluster, SUPERUSER } from './cluster.ts'

const run = promisify(execFile)

/** A data folder has at most one server; tools can use it at the same time. */
export type ClusterRole = 'server' | 'tool'

/**
 * A connection that a process keeps while it uses the cluster. Its advisory locks show who does, and end with the process,
 * however that ends.
 */
export interface Session {
  readonly client: pg.Client
  readonly port: number
}

/** Advisory locks in the database `postgres`: one shared by all users of the cluster, one held by the only server. */
const USERS = 1
const SERVER = 2
/** How many seconds to wait for temporary problems: a port taken in between, the remains of a killed server. */
const WAIT_MAX_S = 30
/** How many seconds a server may take to answer: replaying the log after a crash takes minutes. */
const RECOVERY_MAX_S = 300
const PASSES = /in use|could not bind|could not create any TCP|lock file|could not create shared memory/i
/** The system grants no block of memory as large as `shared_buffers` needs. */
const TOO_LARGE = /could not map anonymous shared memory/i
const SMALL_BUFFERS = '128MB'

/**
 * Joins the server that runs on the cluster (including one that a killed process left behind), or starts it. PostgreSQL
 * itself lets only one of several processes start it; the others then join. Where the system grants too little memory at
 * once, the server starts with a small cache.
 * @param options.port the one that others already know; without it the one before a crash, or a free one
 * @throws Error with one sentence when it cannot be joined or started, or when there is another server
 */
export async function openSession(
  cluster: Cluster,
  role: ClusterRole,
  { port, log }: { readonly port?: number; readonly log?: Pick<Logger, 'error'> } = {},
): Promise<Session> {
  let { settings } = cluster
  const begin = Date.now()
  const hasLasted = (seconds: number) => Date.now() - begin > seconds * 1_000
  for (;;) {
    const found = await findPostmaster(cluster.folder)
    if (found?.isRunning === true) {
      const client = await connect(cluster, found.port, role)
      if (client !== undefined) return { client, port: found.port }
      if (hasLasted(RECOVERY_MAX_S))
        throw new Error(
          `The PostgreSQL that runs on ${cluster.folder} (process ${found.pid}) does not answer: end it and start again.`,
        )
      await pause(20)
    } else {
      const usedPort = port ?? (found?.port || (await freePort()))
      const failure = await startServer({ ...cluster, settings: { ...settings, port: usedPort } })
      if (failure !== undefined && TOO_LARGE.test(failure) && settings['shared_buffers'] !== SMALL_BUFFERS) {
        log?.error(
          { shared_buffers: settings['shared_buffers'], instead: SMALL_BUFFERS },
          'the embedded PostgreSQL cannot have that much memory and starts with less',
        )
        settings = { ...settings, shared_buffers: SMALL_BUFFERS }
        continue
      }
      if (failure !== undefined && (!PASSES.test(failure) || hasLasted(WAIT_MAX_S)))
        throw new Error(
          `PostgreSQL could not start in ${cluster.folder}: ${failure} (see ${cluster.logFile}).`,
        )
      if (failure !== undefined) await pause(200)
    }
  }
}

/**
 * Ends a session. The last process to leave stops the server, and returns once it has written everything and has removed
 * `postmaster.pid`: its process may exit a moment later.
 */
export async function leaveSession(cluster: Cluster, { client }: Session): Promise<void> {
  const locks = `select pg_advisory_unlock_shared(${USERS}), pg_try_advisory_lock(${USERS}) as "isLast"`
  // Without an answer there is nothing left to stop.
  const { rows } = await client.query<{ isLast: boolean }>(locks).catch(() => ({ rows: [] }))
  const stop = ['stop', '--pgdata', cluster.folder, '--mode', 'fast', '--timeout', String(2 * WAIT_MAX_S)]
  if (rows[0]?.isLast === true) await runProgram(cluster.launcher, cluster.programs.pg_ctl, stop)
  await client.end()
}

/** What PostgreSQL's files say about this folder's server: a running one, or a killed one. */
async function findPostmaster(folder: string) {
  const file = join(folder, 'postmaster.pid')
  // https://www.postgresql.org/docs/18/storage-file-layout.html: lines 1 and 4
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!(pid > 0)) return undefined
  const isRunning = await isServerOf(pid, folder)
  if (isRunning || !isAlive(pid)) return { pid, port, isRunning }
  // Containers reuse the same few process ids. PostgreSQL would not start while another program has this one.
  await rm(file, { force: true })
  return undefined
}

async function isServerOf(pid: number, folder: string): Promise<boolean> {
  const command =
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8')
      : run('ps', ['-o', 'args=', '-p', String(pid)]).then(({ stdout }) => stdout)
  const words = (await command.catch(() => '')).replaceAll('\0', ' ').trim()
  return `${words} `.includes(` -D ${folder} `)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * A connection that holds its role's locks; `undefined` while the server does not answer, is stopping, or is not free yet.
 */
async function connect(cluster: Cluster, port: number, role: ClusterRole): Promise<pg.Client | undefined> {
  const { folder, password } = cluster
  const client = singleConnection({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password,
    database: 'postgres',
    application_name: `channelbook ${role} ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  })
  let isTaken = false
  try {
    await client.connect()
    isTaken = await takeLocks(client, role, folder)
    return isTaken ? client : undefined
  } catch (error) {
    if (isDatabaseAway(error)) return undefined
    // https://www.postgresql.org/docs/18/errcodes-appendix.html: a wrong password
    if ((error as { code?: string }).code !== '28P01') throw error
    throw new Error(`The password kept beside ${folder} is not the one of that database.`, { cause: error })
  } finally {
    if (!isTaken) await client.end().catch(() => undefined)
  }
}

async function takeLocks(client: pg.Client, role: ClusterRole, folder: string): Promise<boolean> {
  const { rows } = await client.query<{ isOpen: boolean; isFree: boolean; other: number | null }>(
    `select pg_try_advisory_lock_shared(${USERS}) as "isOpen",
      $1 = 'tool' or pg_try_advisory_lock(${SERVER}) as "isFree",
      (select split_part(application_name, ' ', 3)::int from pg_stat_activity
        where application_name like 'channelbook server %' and pid <> pg_backend_pid() limit 1) as other`,
    [role],
  )
  const { isOpen = false, isFree = false, other = null } = rows[0] ?? {}
  // A killed server's lock is released within moments.
  if (!isFree && other !== null && isAlive(other)) {
    throw new Error(
      `Another Channelbook server (process ${other}) uses the data folder ${dirname(folder)}: stop it, or set another DATA_DIR.`,
    )
  }
  return isOpen && isFree
}

/**
 * Starts a server. Returns the reason when it does not start, and nothing when it runs, even if it does not answer yet after
 * the longest wait.
 */
async function startServer(cluster: Cluster): Promise<string | undefined> {
  const { folder, logFile, launcher, programs } = cluster
  await writeFile(logFile, '', { flag: 'a', mode: 0o600 })
  if (launcher.account !== undefined) await chown(logFile, launcher.account.uid, launcher.account.gid)
  const { size } = await stat(logFile)
  const settings = Object.entries(cluster.settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  const options = ['--pgdata', folder, '--log', logFile, '--timeout', String(RECOVERY_MAX_S), '-o', settings]
  try {
    await runProgram(launcher, programs.pg_ctl, ['start', ...options])
    return undefined
  } catch (error) {
    if ((await findPostmaster(folder))?.isRunning === true) return undefined
    const lines = (await readFile(logFile)).subarray(size).toString().split('\n')
    const fatal = lines.findLast((line) => /FATAL|PANIC/.test(line))
    if (fatal !== undefined) return fatal.replace(/^.*?(FATAL|PANIC):\s*/, '')
    // The shell or pg_ctl failed. Its reason follows the command and a warning; the last lines only point to the log.
    const { message } = error as Error
    const said = message.split('\n')
    return said.find((line) => !/^Command failed:|server might be running/.test(line)) ?? message
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
