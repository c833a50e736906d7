import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const PATIENCE_MS = 300_000
const LOCK = path.join(tmpdir(), 'channelbook-packages.lock')

/** Whether tests can have a program: it is installed, or root can install it from a Debian distribution. */
export function canHaveProgram(name: string): boolean {
  return find(name) !== null || (process.getuid?.() === 0 && find('apt-get') !== null)
}

/**
 * The path of a program: an installed one, or one that root installs.
 * @param from the distribution's package, when it is named otherwise
 * @returns null when there is none and none can be installed; standard error then says why
 */
export async function findProgram(name: string, from = name): Promise<string | null> {
  const installed = find(name)
  if (installed !== null) return installed
  if (!canHaveProgram(name)) {
    say(`${name} is not installed, and only root can install it with apt-get: its tests are left out.`)
    return null
  }
  say(`Installing ${from} ...`)
  // RUNLEVEL: the package starts nothing by itself; each test starts its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const install = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${from}`
  try {
    // Several test files may run this at once: the second waits for the first.
    await run('flock', [LOCK, 'sh', '-c', install], { env, timeout: PATIENCE_MS })
  } catch (error) {
    say(
      `${from} cannot be installed: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
    )
  }
  return find(name)
}

/** Also searches the distributions' folders for system programs, which an ordinary PATH lacks. */
function find(program: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => path.join(folder, program)).find((file) => existsSync(file)) ?? null
}

function say(text: string): void {
  process.stderr.write(`[programs] ${text}\n`)
}

/**
 * The folder of the programs of the distribution's newest PostgreSQL, which root installs where there is none.
 * @param newest a later version is not taken
 */
export async function findPostgres(newest: number): Promise<string | null> {
  const base = '/usr/lib/postgresql'
  const look = () =>
    (existsSync(base) ? readdirSync(base) : [])
      .map(Number)
      .filter((version) => version <= newest && existsSync(`${base}/${version}/bin/initdb`))
      .toSorted((a, b) => b - a)[0]
  if (look() === undefined) await findProgram(`${base}/${newest}/bin/initdb`, `postgresql-${newest}`)
  const version = look()
  return version === undefined ? null : `${base}/${version}/bin`
}
