import { execFile } from 'node:child_process'
import { readFile, realpath } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Where system programs (`ps`, `id`, `useradd`, `setpriv`) are looked for, whatever the caller's PATH says. */
export const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/**
 * What tells this process from a later one with the same number: its start time, with the machine's boot where known.
 * Containers hand out the same few numbers again and again, so a number alone proves nothing.
 * `undefined` when no such process lives (one that ended but was not collected yet counts as ended).
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return ps(pid, 'lstart=')
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in parentheses may hold anything, so fields are counted from the last one: state is 3rd, start time 22nd.
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const startTime = rest[18]
  if (startTime === undefined || state === 'Z' || state === 'X') return undefined
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  return `${boot.trim()}/${startTime}`
}

/** The command line of a living process, words separated by a space; `undefined` when there is none. */
export async function processCommand(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return ps(pid, 'args=')
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command === '' ? undefined : command.replaceAll('\0', ' ').trim()
}

/** Whether two paths lead to one folder; `false` when either is missing. */
export async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => realpath(path).catch(() => undefined)))
  return a !== undefined && a === b
}

async function ps(pid: number, column: string): Promise<string | undefined> {
  const { stdout } = await run('ps', ['-o', column, '-p', String(pid)], {
    env: { PATH: SYSTEM_PATH, LC_ALL: 'C' },
  }).catch(() => ({ stdout: '' }))
  return stdout.trim() === '' ? undefined : stdout.trim()
}
