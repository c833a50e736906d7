import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const PATIENCE_MS = 180_000

/**
 * The path of a proxy's program: an installed one, else one that root installs from the distribution (Debian and its likes).
 * @returns null where there is none and none can be installed; standard error then says why
 */
export async function findProxy(name: 'haproxy' | 'nginx'): Promise<string | null> {
  const installed = find(name)
  if (installed !== null) return installed
  const aptGet = find('apt-get')
  if (process.getuid?.() !== 0 || aptGet === null) {
    say(`${name} is not installed, and only root can install it with apt-get.`)
    return null
  }
  say(`Installing ${name} ...`)
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: PATIENCE_MS }
  try {
    await run(aptGet, ['update', '-qq'], options)
    // Several test files may come here at once: whoever is second waits for the first.
    const install = ['-o', 'DPkg::Lock::Timeout=120', 'install', '-y', '-qq', '--no-install-recommends']
    // RUNLEVEL: the package starts nothing by itself; each test starts its own.
    await run(aptGet, [...install, name], { ...options, env: { ...options.env, RUNLEVEL: '1' } })
  } catch (error) {
    say(
      `${name} cannot be installed: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
    )
  }
  return find(name)
}

/** Looks where the distributions put programs for the system, too: an ordinary person's PATH lacks these folders. */
function find(program: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => path.join(folder, program)).find((file) => existsSync(file)) ?? null
}

function say(text: string): void {
  process.stderr.write(`[proxies] ${text}\n`)
}
