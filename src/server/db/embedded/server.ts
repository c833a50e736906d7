import { spawn } from 'node:child_process'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { commandOf, PROGRAM_ENVIRONMENT } from './account.ts'
import { addressOf, type Cluster } from './cluster.ts'
import { isSameFolder, processCommand, processIdentity } from './process.ts'
import { serverSettings } from './settings.ts'
import { singleConnection } from '#server/db/single-connection.ts'

const LOG_LIMIT_BYTES = 10 * 1024 * 1024
/** How long troubles that pass by themselves are waited for: a server going down, remains of a killed one. */
const PATIENCE_MS = 30_000
/** Replaying the log after a crash may take longer; as long as the server says it is at it, it is let. */
const RECOVERY_PATIENCE_MS = 300_000

interface PidFile {
  pid: number
  port: number
  status: string
}

// https://www.postgresql.org/docs/18/storage-file-layout.html: postmaster.pid, lines 1, 4 and 8
async function readPidFile(cluster: Cluster): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster.folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() } : undefined
}

/** A PostgreSQL server that answers. */
export interface RunningServer {
  pid: number
  port: number
}

/**
 * The server that already runs on this cluster (perhaps left behind by a killed process), or `undefined`.
 * One that is starting or stopping is waited for.
 */
export async function findRunningServer(cluster: Cluster): Promise<RunningServer | undefined> {
  const begin = Date.now()
  for (;;) {
    const found = await readPidFile(cluster)
    if (found === undefined || (await processIdentity(found.pid)) === undefined) return undefined
    if (!(await isServerOf(found.pid, cluster.folder))) {
      // The number went to another program since; PostgreSQL itself would refuse to start beside it.
      await rm(join(cluster.folder, 'postmaster.pid'), { force: true })
      return undefined
    }
    if (found.status === 'ready' && (await answers(cluster, found.port)))
      return { pid: found.pid, port: found.port }
    const patience = found.status === 'starting' ? RECOVERY_PATIENCE_MS : PATIENCE_MS
    if (Date.now() - begin > patience) {
      throw new Error(
        `The PostgreSQL that runs on ${cluster.folder} (process ${found.pid}) does not answer: end it and start again.`,
      )
    }
    await pause(30)
  }
}

async function isServerOf(pid: number, folder: string): Promise<boolean> {
  const command = (await processCommand(pid)) ?? ''
  if (!/postgres|postmaster/.test(command.split(' ')[0] ?? '')) return false
  if (`${command} `.includes(` -D ${folder} `)) return true
  const itsFolder = / -D (.*?)(?: -|$)/.exec(command)?.[1]
  // Another folder that exists means that this one is a copy, made while the other was in use.
  return (
    itsFolder === undefined || !(await isSameFolder(itsFolder, itsFolder)) || isSameFolder(itsFolder, folder)
  )
}

/** Whether a server at this port lets the superuser in with this cluster's password. */
async function answers(cluster: Cluster, port: number): Promise<boolean> {
  const client = singleConnection({ ...addressOf(cluster, port), connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    return true
  } catch (error) {
    // https://www.postgresql.org/docs/18/errcodes-appendix.html: a wrong password
    if ((error as { code?: string }).code === '28P01') {
      throw new Error(`The password kept beside ${cluster.folder} is not the one of that database.`, {
        cause: error,
      })
    }
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Starts a server and returns once it answers. Troubles that pass (a port taken in between, the remains of a killed
 * server) are tried again within half a minute.
 *
 * @param port  the one that others already know; without it a free one is chosen
 */
export async function startServer(cluster: Cluster, port?: number): Promise<RunningServer> {
  const begin = Date.now()
  await rotateLog(cluster.logFile)
  for (;;) {
    const outcome = await startOnce(cluster, port ?? (await freePort()), begin)
    if (typeof outcome !== 'string') return outcome
    const passes = /killed|in use|could not bind|could not create any TCP|lock file|shared memory/i.test(
      outcome,
    )
    if (!passes || Date.now() - begin > PATIENCE_MS) {
      throw new Error(`PostgreSQL could not start in ${cluster.folder}: ${outcome} (see ${cluster.logFile}).`)
    }
    await pause(200)
  }
}

/** The server that answers, or why there is none. */
async function startOnce(cluster: Cluster, port: number, begin: number): Promise<RunningServer | string> {
  const log = await open(cluster.logFile, 'a', 0o600)
  const logStart = (await log.stat()).size
  try {
    const { account } = cluster.launcher
    if (account !== undefined) await log.chown(account.uid, account.gid)
    const { file, args, options } = commandOf(cluster.launcher, cluster.programs.postgres, [
      '-D',
      cluster.folder,
      ...Object.entries(serverSettings(port)).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ])
    const child = spawn(file, args, {
      ...options,
      cwd: cluster.folder,
      env: PROGRAM_ENVIRONMENT,
      stdio: ['ignore', log.fd, log.fd],
      // A session of its own: Ctrl-C in a terminal must not stop the database before its users have finished.
      detached: true,
    })
    child.unref()
    let failure: (() => Promise<string> | string) | undefined
    child.once('error', (error) => (failure = () => error.message))
    child.once('exit', (_code, signal) => {
      failure ??= () =>
        signal === null ? lastFatalLine(cluster.logFile, logStart) : `it was killed by ${signal}`
    })
    for (;;) {
      if (failure !== undefined) return await failure()
      const found = await readPidFile(cluster)
      const isReady = found !== undefined && found.pid === child.pid && found.status === 'ready'
      if (isReady && (await answers(cluster, port))) return { pid: found.pid, port }
      const patience = found?.status === 'starting' ? RECOVERY_PATIENCE_MS : PATIENCE_MS
      if (Date.now() - begin > patience) {
        child.kill('SIGINT')
        return `it was not ready after ${patience / 1000} s`
      }
      await pause(20)
    }
  } finally {
    await log.close()
  }
}

/** Stops the server: open statements are cancelled, everything is written, nothing is lost. Returns once it is gone. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const found = await readPidFile(cluster)
  if (found === undefined || !(await isServerOf(found.pid, cluster.folder))) return
  // https://www.postgresql.org/docs/18/server-shutdown.html: SIGINT is the fast shutdown, what `pg_ctl stop` sends
  process.kill(found.pid, 'SIGINT')
  const begin = Date.now()
  while ((await processIdentity(found.pid)) !== undefined) {
    if (Date.now() - begin > 2 * PATIENCE_MS) {
      throw new Error(
        `PostgreSQL in ${cluster.folder} (process ${found.pid}) has not stopped after a minute.`,
      )
    }
    await pause(10)
  }
}

async function rotateLog(file: string): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size > LOG_LIMIT_BYTES) await rename(file, `${file}.1`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

async function lastFatalLine(logFile: string, start: number): Promise<string> {
  const lines = (await readFile(logFile)).subarray(start).toString().split('\n')
  const fatal = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.findLast((line) => line !== '')
  return (fatal ?? 'it ended at once').replace(/^.*?(FATAL|PANIC):\s*/, '')
}
