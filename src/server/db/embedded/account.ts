import { execFile } from 'node:child_process'
import { chown, lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SYSTEM_PATH } from './process.ts'

const run = promisify(execFile)

/** A user of the operating system, by numbers. */
export interface Account {
  uid: number
  gid: number
}

/** Paths of the programs that make and run a cluster. */
export interface Programs {
  readonly initdb: string
  readonly postgres: string
}

export interface Folders {
  /** Exists. */
  readonly data: string
  /** May not exist yet. */
  readonly cluster: string
}

/** How PostgreSQL's programs are started: directly, or (when this process is root) as an unprivileged account. */
export interface Launcher {
  account: Account | undefined
  /** Put before the program and its arguments; empty unless extra rights are needed to reach the folders. */
  prefix: string[]
}

/** The environment of every program started here: fixed, so that nobody's PG* or LC_* settings change what it does. */
export const PROGRAM_ENVIRONMENT = { PATH: SYSTEM_PATH, LC_ALL: 'C' }

/**
 * Chooses how to run PostgreSQL, which refuses to run as root. As root it runs as the owner of an existing cluster, else as
 * the system's `postgres` user (made when missing), else as `nobody`. Each way is tried out before it is chosen.
 *
 * @throws Error with one sentence that says what to change
 */
export async function chooseLauncher(programs: Programs, folders: Folders): Promise<Launcher> {
  const owner = await stat(folders.cluster).catch(() => undefined)
  const ownUid = process.getuid?.()
  if (ownUid !== 0) {
    if (owner !== undefined && owner.uid !== ownUid) {
      throw new Error(
        `The database in ${folders.cluster} belongs to another user: start as that user, or choose another folder with DATA_DIR.`,
      )
    }
    return { account: undefined, prefix: [] }
  }
  // A cluster of root's own was copied by root and will be handed over to the account that is found.
  const hasOwner = owner !== undefined && owner.uid !== 0
  const account = hasOwner ? { uid: owner.uid, gid: owner.gid } : await findAccount()
  const ids = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups']
  // Only reading is granted on top, and only where the folders are closed to other users, as in a clone under /root.
  // Without the secure bit, access(2), by which PostgreSQL looks for its own files, would not see that right.
  const rights = [
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
    '--securebits=+no_setuid_fixup',
  ]
  const ways: Launcher[] = [
    { account, prefix: [] },
    { account, prefix: ['setpriv', ...ids, ...rights, '--'] },
  ]
  for (const way of ways) {
    if (await works(way, programs, folders, hasOwner)) return way
  }
  throw new Error(
    `PostgreSQL does not run as root, and user ${account.uid} cannot enter ${folders.data} or the project's folder: ` +
      'move both to where every user may go (such as /srv), start as another user, or set DATABASE_URL.',
  )
}

/** Starts a program as the launcher says and waits for its end; rejects with what it wrote when it fails. */
export async function runProgram(
  launcher: Launcher,
  program: string,
  args: string[],
  cwd: string,
): Promise<string> {
  const { file, args: all, options } = commandOf(launcher, program, args)
  const { stdout } = await run(file, all, { ...options, cwd, env: PROGRAM_ENVIRONMENT })
  return stdout
}

/** The file, arguments and user options that `spawn` needs to run a program as the launcher says. */
export function commandOf(launcher: Launcher, program: string, args: string[]) {
  const [file = program, ...rest] = [...launcher.prefix, program, ...args]
  // setpriv changes the user itself: it needs root's rights to hand one of them on.
  const options = launcher.prefix.length === 0 ? { ...launcher.account } : {}
  return { file, args: rest, options }
}

/** Gives a folder and all within it to the account. */
export async function giveFolder(folder: string, account: Account): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true })) {
    const path = join(folder, entry)
    if (!(await lstat(path)).isSymbolicLink()) await chown(path, account.uid, account.gid)
  }
  await chown(folder, account.uid, account.gid)
}

/** Tries a way out with a command that changes nothing but needs all that making or starting the cluster will need. */
async function works(way: Launcher, programs: Programs, folders: Folders, isMade: boolean): Promise<boolean> {
  // initdb also wants its user to have a name; an owner from another machine may have none, and the server does not mind.
  const command = isMade
    ? [programs.postgres, '-C', 'port', '-D', folders.cluster]
    : [programs.initdb, '--show', '--pgdata=none']
  try {
    await runProgram(
      way,
      '/bin/sh',
      ['-c', 'cd "$1" && shift && exec "$@"', 'sh', folders.data, ...command],
      '/',
    )
    return true
  } catch {
    return false
  }
}

async function findAccount(): Promise<Account> {
  const found = (await lookUp('postgres')) ?? (await lookUp('_postgres'))
  if (found !== undefined) return found
  const makers: [string, ...string[]][] = [
    ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
    ['adduser', '--system', '--group', '--no-create-home', 'postgres'],
    ['adduser', '-S', '-D', '-H', 'postgres'],
  ]
  for (const [program, ...args] of makers) {
    await run(program, args, { env: PROGRAM_ENVIRONMENT }).catch(() => undefined)
    const made = await lookUp('postgres')
    if (made !== undefined) return made
  }
  const nobody = await lookUp('nobody')
  if (nobody !== undefined) return nobody
  throw new Error(
    'PostgreSQL does not run as root, and no user for it could be made: start as another user, or set DATABASE_URL.',
  )
}

async function lookUp(name: string): Promise<Account | undefined> {
  try {
    const ask = async (option: string) =>
      Number((await run('id', [option, name], { env: PROGRAM_ENVIRONMENT })).stdout)
    return { uid: await ask('-u'), gid: await ask('-g') }
  } catch {
    return undefined
  }
}
