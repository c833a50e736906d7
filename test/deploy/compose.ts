import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, connect as dial } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ROOT } from '#test/support/project-files.ts'

const ENTRYPOINT = 'docker-entrypoint.sh'
/** The releases of distributions have one of these. */
const POSTGRES = ['15', '16', '17', '18'].map((version) => `/usr/lib/postgresql/${version}/bin`)
const PATIENCE_MS = 180_000
const LOOK_AGAIN_MS = 200
const SUITE = /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable'

/**
 * A Docker of its own that knows only the images that compose.yaml names: the product's from an archive, and in place of
 * postgres:18 and caddy:2, which no registry gives here, the distribution's packages with the same entry points.
 * @returns null where the system does not let Docker run
 */
export async function startDocker(folder: string, archive: string) {
  const socket = path.join(folder, 'docker.sock')
  const env = { ...process.env, DOCKER_HOST: `unix://${socket}` }
  const options = ['data-root=data', 'exec-root=exec', 'pidfile=pid'].map(
    (option) => `--${option.replace('=', `=${folder}/`)}`,
  )
  const daemon = spawn('dockerd', ['--host', `unix://${socket}`, '--bridge=none', ...options], {
    stdio: 'ignore',
  })
  const exited = once(daemon, 'exit')
  const run = (program: string, args: readonly string[], cwd = folder) =>
    execFileSync(program, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  const docker = (...args: string[]) => run('docker', args)
  async function close() {
    daemon.kill('SIGTERM')
    await exited
  }
  try {
    await Promise.race([eventuallySays(() => docker('version'), 'Server'), exited])
    if (daemon.exitCode !== null) return null
    docker('load', '--input', archive)
    const system = path.join(folder, 'system.tar')
    run('mmdebstrap', ['--quiet', '--variant=minbase', '--include=postgresql,gosu,caddy', SUITE, system])
    const files = path.join(folder, 'files')
    mkdirSync(path.join(files, 'run/postgresql'), { recursive: true })
    chmodSync(path.join(files, 'run/postgresql'), 0o1777)
    cpSync(path.join(import.meta.dirname, ENTRYPOINT), path.join(files, ENTRYPOINT))
    run('tar', ['--append', '--file', system, '--directory', files, 'run/postgresql', ENTRYPOINT])
    const set = (...changes: string[]) => changes.map((change) => `--change=${change}`)
    docker(
      'import',
      ...set(
        `ENV PATH=${POSTGRES.join(':')}:/usr/sbin:/usr/bin:/sbin:/bin`,
        'ENV PGDATA=/var/lib/postgresql/18/docker',
        `ENTRYPOINT ["bash","/${ENTRYPOINT}"]`,
        'CMD ["postgres"]',
      ),
      system,
      'postgres:18',
    )
    docker(
      'import',
      ...set(
        'ENV PATH=/usr/bin:/bin XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data',
        'CMD ["caddy","run","--config","/etc/caddy/Caddyfile","--adapter","caddyfile"]',
      ),
      system,
      'caddy:2',
    )
  } catch (error) {
    await close()
    throw error
  }
  return { docker, run, close }
}

type Docker = NonNullable<Awaited<ReturnType<typeof startDocker>>>

/** A copy of the files that an operator has, with the secrets made as docs/install.md says. */
export function prepareCompose({ run }: Docker, folder: string, settings: Readonly<Record<string, string>>) {
  mkdirSync(folder)
  cpSync(path.join(ROOT, 'deploy/compose'), path.join(folder, 'deploy/compose'), { recursive: true })
  const text = readFileSync(path.join(ROOT, 'compose.yaml'), 'utf8')
  // Debian's compose is older than this line.
  writeFileSync(path.join(folder, 'compose.yaml'), text.replace(/^name: .*\n/m, ''))
  // What a trial does not have: a mail server, a shop and a key; stand-ins take their places.
  const without = ['SMTP_URL', 'YOOKASSA_SECRET_KEY', 'YOUTUBE_API_KEY'].map(
    (name) => `      ${name}_FILE: ''\n`,
  )
  writeFileSync(
    path.join(folder, 'compose.override.yaml'),
    `services:\n  server:\n    environment:\n${without.join('')}`,
  )
  const said = run('sh', ['deploy/compose/make-secrets.sh'], folder)
  const password = readFileSync(path.join(folder, 'secrets/server_password'), 'utf8')
  const replica = `postgres://channelbook:${password}@replica/channelbook`
  const lines = Object.entries({ ...settings, DATABASE_REPLICA_URLS: replica }).map(
    ([name, value]) => `${name}=${value}\n`,
  )
  writeFileSync(path.join(folder, '.env'), lines.join(''))
  const compose = (...args: string[]) => run('docker-compose', ['--project-name', 'trial', ...args], folder)
  return { said, compose }
}

/** Makes a port of a container's own loopback reachable at the same port of this machine. */
export async function forwardPort({ docker }: Docker, container: string, port: number, folder: string) {
  const pid = docker('inspect', '--format={{.State.Pid}}', container)
  const socket = path.join(folder, `port-${port}.sock`)
  const pipe = `require('node:net').createServer((from) => {
    const to = require('node:net').connect(${port}, '127.0.0.1')
    from.pipe(to).pipe(from)
    for (const end of [from, to]) end.on('error', () => { from.destroy(); to.destroy() })
  }).listen(${JSON.stringify(socket)}, () => console.log('listening'))`
  const inside = spawn('nsenter', [`--target=${pid}`, '--net', process.execPath, '--eval', pipe], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(inside.stdout, 'data')
  const outside = createServer((from) => {
    const to = dial(socket)
    from.pipe(to).pipe(from)
    for (const end of [from, to])
      end.on('error', () => {
        from.destroy()
        to.destroy()
      })
  }).listen(port, '127.0.0.1')
  await once(outside, 'listening')
  return () => {
    outside.close()
    inside.kill('SIGTERM')
  }
}

/** Asks a program again until it says so; the last answer is in the error of one that never does. */
export async function eventuallySays(ask: () => string, wanted: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    let said = ''
    try {
      said = ask()
      if (said.includes(wanted)) return
    } catch (error) {
      said = String(error)
    }
    if (performance.now() > end) throw new Error(`it never says ${wanted}: ${said}`)
    await wait(LOOK_AGAIN_MS)
  }
}
