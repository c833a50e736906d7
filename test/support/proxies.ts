import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './processes.ts'

const run = promisify(execFile)
const PATIENCE_MS = 180_000
const LOCK = path.join(tmpdir(), 'channelbook-proxies.lock')

type Proxy = 'haproxy' | 'nginx'

/** Whether tests can have a proxy: it is installed, or root can install it from a Debian distribution. */
export function canHaveProxy(name: Proxy): boolean {
  return find(name) !== null || (process.getuid?.() === 0 && find('apt-get') !== null)
}

/**
 * The path of a proxy's program: an installed one, or one that root installs.
 * @returns null when there is none and none can be installed; standard error then says why
 */
export async function findProxy(name: Proxy): Promise<string | null> {
  const installed = find(name)
  if (installed !== null) return installed
  if (!canHaveProxy(name)) {
    say(`${name} is not installed, and only root can install it with apt-get: its tests are left out.`)
    return null
  }
  say(`Installing ${name} ...`)
  // RUNLEVEL: the package starts nothing by itself; each test starts its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const install = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${name}`
  try {
    // Several test files may run this at once: the second waits for the first.
    await run('flock', [LOCK, 'sh', '-c', install], { env, timeout: PATIENCE_MS })
  } catch (error) {
    say(
      `${name} cannot be installed: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
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
  process.stderr.write(`[proxies] ${text}\n`)
}

function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}

/**
 * A real HAProxy in front of servers on loopback ports, with an ordinary configuration: health checks, and a header that
 * names the server that answered (`s1`, `s2`).
 */
export async function startHaproxy(program: string, ports: readonly number[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'channelbook-haproxy-'))
  const port = await freePort()
  const file = path.join(folder, 'haproxy.cfg')
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
frontend public
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  option httpchk GET /api/health
  http-response set-header x-answered-by %s
  default-server inter 200ms fall 2 rise 1
${ports.map((of, place) => `  server s${place + 1} 127.0.0.1:${of} check`).join('\n')}
`,
  )
  const child = spawn(program, ['-db', '-q', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(child, 'exit')
  // HAProxy does not report when it listens.
  while (child.exitCode === null && !(await isListening(port))) await new Promise(setImmediate)
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
      await rm(folder, { recursive: true })
    },
  }
}
