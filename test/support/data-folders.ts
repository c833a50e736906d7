import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { withClient } from '#server/db/connect.ts'
import { isRunning } from './processes.ts'

const MODULE = new URL('../../src/server/db/embedded/postgres.ts', import.meta.url).href
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

type Role = 'server' | 'tool'

/**
 * Data folders for tests of the embedded database, side by side in one temporary folder. `a` exists from the start, and
 * tests share it, since creating a cluster takes longest. A test that breaks it takes a copy; any other name is a new
 * folder.
 */
export interface DataFolders extends AsyncDisposable {
  /** Their parent folder. */
  readonly path: string
  open(name: string, role?: Role): Promise<EmbeddedPostgres>
  /** Copies `a` with owners and permissions. @returns the new name */
  copy(name: string): string
  /** The process id in `postmaster.pid`. */
  postmaster(name: string): Promise<number | undefined>
  /** A program for `node --input-type=module -e`: opens the folder of its first argument in the role of its second. */
  readonly userProgram: string
  /** Runs that program. */
  spawn(name: string, role?: Role): { child: ChildProcess; ended: Promise<void> }
  /** Runs it until it has opened the folder. It closes when its input ends. */
  spawnUser(name: string, role?: Role): Promise<{ child: ChildProcess; ended: Promise<void>; url: string }>
  /** Stops what a test left running and removes all folders but `a`. */
  cleanUp(): Promise<void>
}

export async function createDataFolders(): Promise<DataFolders> {
  const path = await mkdtemp(join(tmpdir(), 'channelbook-embedded-'))
  // As root the database runs as another user, who must be able to enter the folder.
  await chmod(path, 0o711)
  const children: ChildProcess[] = []
  const log = { info() {}, error() {} }
  const userProgram = `
    import { openEmbeddedPostgres } from '${MODULE}'
    const [name, role] = process.argv.slice(1)
    const log = { info() {}, error: console.error }
    const opened = await openEmbeddedPostgres({ dataDir: '${path}/' + name, memory: 512, role, log })
    console.log(opened.url)
    process.stdin.on('end', () => opened.close()).resume()`

  const folders: DataFolders = {
    path,
    userProgram,
    open: (name, role = 'tool') =>
      openEmbeddedPostgres({ dataDir: join(path, name), memory: 512, role, log }),
    copy(name) {
      execFileSync('cp', ['-a', join(path, 'a'), join(path, name)])
      return name
    },
    async postmaster(name) {
      const file = await readFile(join(path, name, 'postgres/postmaster.pid'), 'utf8').catch(() => undefined)
      return file === undefined ? undefined : Number(file.split('\n')[0])
    },
    spawn(name, role = 'tool') {
      const child = spawn(process.execPath, ['--input-type=module', '-e', userProgram, name, role], {
        cwd: PROJECT,
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      children.push(child)
      return { child, ended: new Promise((resolve) => child.once('exit', () => resolve())) }
    },
    async spawnUser(name, role) {
      const { child, ended } = folders.spawn(name, role)
      const url = await new Promise<string>((resolve, reject) => {
        child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
        child.once('exit', () => reject(new Error('it ended before it had opened the folder')))
      })
      return { child, ended, url }
    },
    async cleanUp() {
      for (const child of children.splice(0)) await kill(child)
      for (const name of await readdir(path)) {
        await endServer(await folders.postmaster(name))
        if (name !== 'a') await rm(join(path, name), { recursive: true })
      }
    },
    async [Symbol.asyncDispose]() {
      await folders.cleanUp()
      await rm(path, { recursive: true })
    },
  }
  await (await folders.open('a')).close()
  return folders
}

/** Kills a test's process and waits for its end. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

async function endServer(pid: number | undefined): Promise<void> {
  if (pid === undefined || !isRunning(pid)) return
  process.kill(pid, 'SIGQUIT')
  while (isRunning(pid)) await pause(10)
}

/** Runs one statement on a connection of its own. */
export function query(url: string, sql: string, values: unknown[] = []) {
  return withClient(url, (client) => client.query<Record<string, unknown>>(sql, values))
}

/** Repeats until it does not throw; the test's time limit ends it. */
export async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch {
      await pause(10)
    }
  }
}
