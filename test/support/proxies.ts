import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './processes.ts'

function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}

/**
 * A real HAProxy in front of servers on loopback ports, with an ordinary configuration: health checks, of which a late answer
 * is none that a server is gone, and a header that names the server that answered (`s1`, `s2`).
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
  timeout check 2s
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
  while (child.exitCode === null && !(await isListening(port))) await pause(5)
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
      await rm(folder, { recursive: true })
    },
  }
}
