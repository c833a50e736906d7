import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The environment of every program started here: fixed, so that no PATH, PG* or LC_* setting changes its behaviour. */
const PROGRAM_ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
}

/** Paths of the programs that create and run a cluster. */
export interface Programs {
  readonly initdb: string
  readonly pg_ctl: string
  readonly postgres: string
}

/** A user of the operating system, by its ids. */
interface Account {
  readonly uid: number
  readonly gid: number
}

/** How to start PostgreSQL's programs: directly, or (when this process is root) as an unprivileged account. */
export interface Launcher {
  readonly account: Account | undefined
  /** Precedes the program and its arguments; empty unless reaching the folders needs an extra right. */
  readonly prefix: readonly string[]
}

/**
 * Chooses how to run PostgreSQL, which refuses to run as root. As root it runs as the owner of an existing cluster, else as
 * the system's `postgres` user, which is created when missing.
 * @param folders `cluster` may not exist yet
 * @throws Error with one sentence that says what to change
 */
export async function chooseLauncher(
  programs: Programs,
  folders: { readonly data: string; readonly cluster: string },
): Promise<Launcher> {
  const owner = await stat(folders.cluster).catch(() => undefined)
  const ownUid = process.getuid?.()
  if (ownUid !== 0) {
    if (owner === undefined || owner.uid === ownUid) return { account: undefined, prefix: [] }
    throw new Error(
      `The database in ${folders.cluster} belongs to another user: start as that user, or choose another folder with DATA_DIR.`,
    )
  }
  // A cluster owned by root is a copy that root made; it is handed over to the account.
  const { uid, gid } = owner !== undefined && owner.uid !== 0 ? owner : await findAccount()
  const account = { uid, gid }
  // Folders may be closed to other users, as in a clone under /root: then an extra right grants reading only. Without the
  // secure bit, access(2), with which PostgreSQL looks for its own files, would ignore that right.
  const ids = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--securebits=+no_setuid_fixup']
  const rights = ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search']
  const trial = ['-c', 'cd "$1" && exec "$2" --version', 'sh', folders.data, programs.postgres]
  for (const prefix of [[], ['setpriv', ...ids, ...rights, '--']]) {
    try {
      await runProgram({ account, prefix }, '/bin/sh', trial)
      return { account, prefix }
    } catch {
      // Try the next way.
    }
  }
  throw new Error(
    `PostgreSQL does not run as root, and user ${uid} cannot enter ${folders.data} or the project's folder: ` +
      'move both to where every user may go (such as /srv), start as another user, or set DATABASE_URL.',
  )
}

/** Runs a program with the launcher and waits for its end; a failure rejects with its output. */
export async function runProgram(
  { account, prefix }: Launcher,
  program: string,
  args: readonly string[],
): Promise<string> {
  const [file = program, ...rest] = [...prefix, program, ...args]
  // setpriv changes the user itself: it needs root's rights to pass one of them on.
  const user = prefix.length === 0 ? account : undefined
  return (await run(file, rest, { ...user, cwd: '/', env: PROGRAM_ENVIRONMENT })).stdout
}

async function findAccount(): Promise<Account> {
  const found = await lookUp()
  if (found !== undefined) return found
  const options = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin']
  await run('useradd', [...options, 'postgres'], { env: PROGRAM_ENVIRONMENT }).catch(() => undefined)
  const made = await lookUp()
  if (made !== undefined) return made
  throw new Error(
    'PostgreSQL does not run as root, and no user `postgres` could be made for it: make one, start as another user, or set DATABASE_URL.',
  )
}

async function lookUp(): Promise<Account | undefined> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const found = /^postgres:[^:]*:(?<uid>\d+):(?<gid>\d+):/m.exec(users)?.groups
  return found && { uid: Number(found['uid']), gid: Number(found['gid']) }
}
