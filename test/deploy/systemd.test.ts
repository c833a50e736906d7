import { execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tryInstallation } from '#test/support/main-job.ts'
import { bareEnvironment } from '#test/support/processes.ts'
import { findProgram } from '#test/support/programs.ts'
import { readProjectFile, ROOT } from '#test/support/project-files.ts'

/** 0 is the safest, 10 what a service without any of it has. */
const MAX_EXPOSED = 2.5
const UNIT = path.join(ROOT, 'deploy/systemd/channelbook.service')
const analyze = await findProgram('systemd-analyze', 'systemd')
// Only root can make a root file system.
const debootstrap = process.getuid?.() === 0 ? await findProgram('mmdebstrap') : null

it.skipIf(analyze === null)('the unit is well-formed and exposes little', () => {
  const said = execFileSync('systemd-analyze', ['security', '--offline=yes', '--no-pager', UNIT], {
    encoding: 'utf8',
  })
  const level = /Overall exposure level for channelbook\.service: ([\d.]+)/.exec(said)?.[1]
  expect(Number(level)).toBeGreaterThan(0)
  expect(Number(level)).toBeLessThanOrEqual(MAX_EXPOSED)
})

it('the commands of the manual read the settings as systemd does', () => {
  const manual = readProjectFile('docs/install.md')
  const [, command = ''] = /`sudo -u channelbook sh -c '([^']+)'`/.exec(manual) ?? []
  const file = path.join(ROOT, 'deploy/systemd/channelbook.env')
  const said = execFileSync(
    'sh',
    [
      '-c',
      command
        .replace('/etc/channelbook/channelbook.env', file)
        .replace('/opt/channelbook/current/bin/cli verify', 'env'),
    ],
    { encoding: 'utf8', env: bareEnvironment },
  )
  expect(said).toContain('\nMAIL_FROM=Channelbook <no-reply@channelbook.example>\n')
  expect(said).toContain('\nMETRICS_TOKEN=\n')
  // The data folder of the unit, which names it before it reads the file.
  expect(said).toContain(`\n${/^Environment=(DATA_DIR=.+)$/m.exec(readFileSync(UNIT, 'utf8'))?.[1]}\n`)
})

describe.skipIf(debootstrap === null)('in a clean root file system', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'channelbook-service-'))
  const system = path.join(folder, 'root')
  const at = (name: string) => path.join(system, name)
  const enter = (...command: string[]) =>
    execFileSync('chroot', [system, ...command], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const install = (archive: string) => enter('sh', '/install.sh', archive)
  let archive = ''

  beforeAll(() => {
    archive = path.basename(
      execFileSync(process.execPath, [path.join(ROOT, 'scripts/archive.mjs'), folder], {
        encoding: 'utf8',
        env: bareEnvironment,
        stdio: ['ignore', 'pipe', 'pipe'],
      }).trim(),
    )
    const suite = /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable'
    execFileSync('mmdebstrap', ['--quiet', '--variant=minbase', '--include=libstdc++6', suite, system], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    execFileSync('cp', [path.join(folder, archive), path.join(ROOT, 'deploy/systemd/install.sh'), system])
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is installed, upgraded and removed, and keeps settings and data', () => {
    install(`/${archive}`)
    const release = archive.replace('.tar.gz', '')
    expect(readdirSync(at('opt/channelbook')).toSorted()).toEqual([release, 'current'].toSorted())
    expect(enter('readlink', '/opt/channelbook/current').trim()).toBe(release)
    const settings = at('etc/channelbook/channelbook.env')
    expect(statSync(settings).mode & 0o777).toBe(0o640)
    expect(enter('stat', '-c', '%U:%G', '/etc/channelbook/channelbook.env').trim()).toBe('root:channelbook')
    expect(readFileSync(at('etc/systemd/system/channelbook.service'), 'utf8')).toBe(
      readFileSync(UNIT, 'utf8'),
    )

    writeFileSync(settings, 'PORT=8080\n')
    for (const version of ['0.2.0', '0.3.0']) {
      execFileSync('cp', [at(archive), at(`channelbook-${version}-linux-x64.tar.gz`)])
      install(`/channelbook-${version}-linux-x64.tar.gz`)
    }
    expect(enter('readlink', '/opt/channelbook/current').trim()).toBe('channelbook-0.3.0-linux-x64')
    // The one before stays, to go back to.
    expect(readdirSync(at('opt/channelbook')).toSorted()).toEqual([
      'channelbook-0.2.0-linux-x64',
      'channelbook-0.3.0-linux-x64',
      'current',
    ])
    expect(readFileSync(settings, 'utf8')).toBe('PORT=8080\n')

    enter('sh', '/install.sh', '--remove')
    expect(existsSync(at('opt/channelbook'))).toBe(false)
    expect(existsSync(at('etc/systemd/system/channelbook.service'))).toBe(false)
    expect(readFileSync(settings, 'utf8')).toBe('PORT=8080\n')
  })

  it('says what is wrong instead of half an installation', () => {
    expect(() => install('/nothing.tar.gz')).toThrow(/usage: install\.sh ARCHIVE/)
    writeFileSync(at('broken.tar.gz'), 'no archive')
    expect(() => install('/broken.tar.gz')).toThrow(/not in gzip format/)
    expect(existsSync(at('opt/channelbook/broken'))).toBe(false)
  })

  it('runs the main job as its own user, with the command of the unit', async () => {
    install(`/${archive}`)
    mkdirSync(at('var/lib/channelbook'), { recursive: true })
    enter('chown', 'channelbook', '/var/lib/channelbook')
    const [, command = ''] = /^ExecStart=(.+)$/m.exec(readFileSync(UNIT, 'utf8')) ?? []
    const shell = `cd /opt/channelbook/current && exec ${command}`
    const all = (settings: Readonly<Record<string, string>>) => ({
      ...settings,
      DATA_DIR: '/var/lib/channelbook',
    })
    const said = await tryInstallation({
      // systemd is not there to start it; its user, folder and command are those of the unit.
      start: (settings) =>
        spawn('chroot', ['--userspec=channelbook:channelbook', system, 'sh', '-c', shell], {
          env: { ...all(settings), PATH: process.env['PATH'] },
          stdio: ['ignore', 'pipe', 'inherit'],
        }),
      verify(settings) {
        const env = Object.entries(all(settings)).map(([name, value]) => `${name}=${value}`)
        return enter('env', ...env, '/opt/channelbook/current/bin/cli', 'verify')
      },
    })
    expect(said).toContain('ok ')
    expect(said).not.toContain('BROKEN')
  })
})
