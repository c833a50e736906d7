import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { singleConnection } from '#server/db/connect.ts'
import { createDataFolders, eventually, kill, query } from '#test/support/data-folders.ts'
import { isRunning } from '#test/support/processes.ts'
import { openCluster } from './cluster.ts'
import { openEmbeddedPostgres, watchSession } from './postgres.ts'
import { leaveSession, openSession } from './session.ts'
import { shared } from '#test/support/shared.ts'

const FILES = ['postgres', 'postgres.log', 'postgres.password']

/** All tests share the folder `a`, closed between them; each test uses its own tables. */
const folders = shared(createDataFolders)

afterEach(() => folders.cleanUp())

describe('a data folder', () => {
  test('gets a database that handles Cyrillic, sorts by code point and keeps acknowledged writes', async () => {
    await using opened = await folders.open('new')
    const { rows } = await query(
      opened.url,
      `select 'ПРИВЕТ' ilike '%рив%' as folds, 'Б' < 'а' as sorts, current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as synchronous_commit, current_setting('listen_addresses') as listens,
        (select rolsuper from pg_roles where rolname = current_user) as superuser`,
    )
    expect(rows).toEqual([
      {
        folds: true,
        sorts: true,
        fsync: 'on',
        synchronous_commit: 'on',
        listens: '127.0.0.1',
        superuser: false,
      },
    ])
    expect((await stat(join(folders.path, 'new/postgres.password'))).mode & 0o777).toBe(0o600)
  })

  test('gets a server whose settings fit the memory that it may plan with', async () => {
    const sizes = ['shared_buffers', 'maintenance_work_mem', 'work_mem']
    const log = { info() {}, error() {} }
    const read = async (memory: number, settings = {}) => {
      await using opened = await openEmbeddedPostgres({
        dataDir: join(folders.path, 'a'),
        memory,
        settings,
        role: 'tool',
        log,
      })
      const { rows } = await query(
        opened.url,
        'select current_setting(name) as value from unnest($1::text[]) name',
        [sizes],
      )
      return rows.map(({ value }) => value)
    }
    expect(await read(512)).toEqual(['128MB', '64MB', '8MB'])
    expect(await read(2_048)).toEqual(['512MB', '128MB', '8MB'])
    expect(await read(2_048, { work_mem: '3MB' })).toEqual(['512MB', '128MB', '3MB'])
  })

  // Other systems do not limit a process's addresses by ulimit.
  test.runIf(process.platform === 'linux')(
    'gets a server with a small cache where the system grants no more memory',
    async () => {
      const cluster = await openCluster(join(folders.path, folders.copy('b')), { memory: 16_384 })
      const pg_ctl = join(folders.path, 'b/pg_ctl')
      await writeFile(pg_ctl, `#!/bin/sh\nulimit -v 2000000\nexec '${cluster.programs.pg_ctl}' "$@"\n`)
      await chmod(pg_ctl, 0o755)
      const said: unknown[] = []
      const log = { error: (...given: readonly unknown[]) => said.push(given) }
      const limited = { ...cluster, programs: { ...cluster.programs, pg_ctl } }
      const session = await openSession(limited, 'tool', { log })
      const { rows } = await session.client.query('show shared_buffers')
      expect(rows).toEqual([{ shared_buffers: '128MB' }])
      expect(said).toEqual([
        [{ shared_buffers: '4096MB', instead: '128MB' }, expect.stringContaining('starts with less')],
      ])
      await leaveSession(cluster, session)
    },
  )

  test('refuses a wrong password', async () => {
    await using opened = await folders.open('a')
    const wrong = new URL(opened.url)
    wrong.password = 'postgres'
    await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  })

  test('keeps its data from one opening to the next, and closing leaves no process and no other file', async () => {
    const first = await folders.open('a')
    await query(first.url, 'create table kept_closing as select 42 as answer')
    const pid = await folders.postmaster('a')
    await first.close()
    await first.close()
    await expect.poll(() => isRunning(pid)).toBe(false)
    expect((await readdir(join(folders.path, 'a'))).toSorted()).toEqual(FILES)

    await using second = await folders.open('a')
    expect((await query(second.url, 'select answer from kept_closing')).rows).toEqual([{ answer: 42 }])
  })

  test('never logs what statements or their errors contain', async () => {
    await using opened = await folders.open('a')
    await query(opened.url, 'create table person (email text unique)')
    await query(opened.url, 'insert into person values ($1)', ['someone@example.com'])
    await expect(
      query(opened.url, 'insert into person values ($1)', ['someone@example.com']),
    ).rejects.toThrow(/unique/)
    await expect(query(opened.url, "select 'someone@example.com'::integer")).rejects.toThrow(/invalid input/)
    const written = await readFile(join(folders.path, 'a/postgres.log'), 'utf8')
    expect(written).toContain('ready to accept connections')
    expect(written).not.toContain('someone@example.com')
  })

  test('works beside another one', async () => {
    await using one = await folders.open('a')
    await using other = await folders.open(folders.copy('b'))
    await query(one.url, 'create table only_here ()')
    expect(new URL(one.url).port).not.toBe(new URL(other.url).port)
    await expect(query(other.url, 'table only_here')).rejects.toThrow(/does not exist/)
  })
})

describe('several users of one data folder', () => {
  test('share one server, and the last one to leave stops it', async () => {
    const server = await folders.open('a', 'server')
    const tool = await folders.open('a')
    expect(tool.url).toBe(server.url)
    await server.close()
    expect((await query(tool.url, 'select 1 as one')).rows).toEqual([{ one: 1 }])
    await tool.close()
    await expect(query(tool.url, 'select 1')).rejects.toThrow(/ECONNREFUSED/)
  })

  test('a second server is refused with one sentence', async () => {
    await using _server = await folders.open('a', 'server')
    await expect(folders.open('a', 'server')).rejects.toThrow(
      /^Another Channelbook server \(process \d+\) uses the data folder .*: stop it, or set another DATA_DIR\.$/,
    )
  })

  test('that start at the same moment start one PostgreSQL', async () => {
    const opened = await Promise.all(Array.from({ length: 3 }, () => folders.spawnUser('new')))
    const urls = new Set(opened.map(({ url }) => url))
    expect(urls.size).toBe(1)
    for (const { child } of opened) child.stdin?.end()
    await Promise.all(opened.map(({ ended }) => ended))
    expect((await readdir(join(folders.path, 'new'))).toSorted()).toEqual(FILES)
    expect(await folders.postmaster('new')).toBeUndefined()
  })
})

describe('after a crash', () => {
  test('of Node, the PostgreSQL left behind is joined and later stopped', async () => {
    const killed = await folders.spawnUser('a', 'server')
    await query(killed.url, 'create table kept_node_killed as select 42 as answer')
    const pid = await folders.postmaster('a')
    await kill(killed.child)
    expect(isRunning(pid)).toBe(true)

    const next = await folders.open('a', 'server')
    expect(next.url).toBe(killed.url)
    expect(await folders.postmaster('a')).toBe(pid)
    expect((await query(next.url, 'select answer from kept_node_killed')).rows).toEqual([{ answer: 42 }])
    await next.close()
    await expect.poll(() => isRunning(pid)).toBe(false)
    expect((await readdir(join(folders.path, 'a'))).toSorted()).toEqual(FILES)
  })

  test('of Node and PostgreSQL, the next start works and every acknowledged write is there', async () => {
    const killed = await folders.spawnUser('a', 'server')
    await query(killed.url, 'create table kept_both_killed as select 42 as answer')
    await kill(killed.child)
    process.kill((await folders.postmaster('a')) ?? 0, 'SIGKILL')

    await using next = await folders.open('a', 'server')
    expect((await query(next.url, 'select answer from kept_both_killed')).rows).toEqual([{ answer: 42 }])
  })

  test('of PostgreSQL under a running server, it comes back on the same port', async () => {
    await using server = await folders.open('a', 'server')
    await query(server.url, 'create table kept_postgres_killed as select 42 as answer')
    const pid = await folders.postmaster('a')
    process.kill(pid ?? 0, 'SIGKILL')
    const answer = await eventually(() => query(server.url, 'select answer from kept_postgres_killed'))
    expect(answer.rows).toEqual([{ answer: 42 }])
    expect(await folders.postmaster('a')).not.toBe(pid)
  })

  test('of PostgreSQL that cannot be repaired immediately, the log says so without quoting the error', async () => {
    await using opened = await folders.open('a')
    const client = singleConnection({ connectionString: opened.url })
    await client.connect()
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const failed = Promise.withResolvers<string>()
    const write = (line: string) => {
      if (line.includes('could not be started')) failed.resolve(line)
    }
    const end = watchSession(
      { client, port: 1 },
      () => Promise.reject(new Error('a row of somebody@example.com is in the way')),
      pino({ level: 'error' }, { write }),
    )
    await query(opened.url, 'select pg_terminate_backend($1)', [rows[0].pid])
    const line = await failed.promise
    await end()
    expect(JSON.parse(line)).toMatchObject({ error: { message: 'a row of *** is in the way' } })
    expect(line).not.toContain('somebody')
  })

  test('of PostgreSQL whose process id another program now has, the next start works', async () => {
    await writeFile(
      join(folders.path, 'a/postgres/postmaster.pid'),
      `${process.pid}\n${join(folders.path, 'a/postgres')}\n1\n1\n\n\n\nready\n`,
    )
    await using opened = await folders.open('a', 'server')
    expect((await query(opened.url, 'select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('a server that outlasts the wait of pg_ctl is joined', async () => {
    const cluster = await openCluster(join(folders.path, folders.copy('b')))
    const pg_ctl = join(folders.path, 'b/pg_ctl')
    // The real one gives up after minutes, with the same exit code.
    await writeFile(pg_ctl, `#!/bin/sh\n'${cluster.programs.pg_ctl}' "$@"\nexit 1\n`)
    await chmod(pg_ctl, 0o755)
    const impatient = { ...cluster, programs: { ...cluster.programs, pg_ctl } }
    const session = await openSession(impatient, 'tool')
    expect((await session.client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await leaveSession(cluster, session)
  })

  test('during its first start, the next one starts over', async () => {
    const { child } = folders.spawn('new', 'server')
    await eventually(async () => {
      const names = await readdir(join(folders.path, 'new'))
      await stat(
        join(folders.path, 'new', names.find((name) => name.startsWith('postgres.new-')) ?? 'none', 'base'),
      )
    })
    await kill(child)
    await using opened = await folders.open('new', 'server')
    expect((await query(opened.url, 'select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})

describe('a folder that cannot be used', () => {
  test('a copy made while the original was in use does not touch the original', async () => {
    await using original = await folders.open('a', 'server')
    await query(original.url, 'create table kept_original as select 42 as answer')
    await query(original.url, 'create table only_original ()')
    const copy = await folders.open(folders.copy('b'), 'server').catch((error: Error) => error)
    // A copy of files in use may be broken; what matters is the original.
    if (copy instanceof Error) expect(copy.message).toMatch(/^PostgreSQL could not start/)
    else {
      expect(copy.url).not.toBe(original.url)
      await query(copy.url, 'create table only_copy ()')
      await copy.close()
    }
    await expect(query(original.url, 'table only_copy')).rejects.toThrow(/does not exist/)
  })

  test('without its password is reported in one sentence', async () => {
    const opened = await folders.open(folders.copy('b'), 'server')
    await writeFile(join(folders.path, 'b/postgres.password'), 'another')
    await expect(folders.open('b')).rejects.toThrow(
      /^The password kept beside .* is not the one of that database\.$/,
    )
    await opened.close()
  })

  test('that is a file is reported in one sentence', async () => {
    await writeFile(join(folders.path, 'file'), '')
    await expect(folders.open('file')).rejects.toThrow(
      /^The data folder .*file cannot be used \(EEXIST: .*\); set another DATA_DIR\.$/,
    )
    await rm(join(folders.path, 'file'))
  })

  test('with a path that a shell would change is refused in one sentence', async () => {
    for (const name of ['$b', '`b`', '"b', '\\b']) {
      await expect(folders.open(name)).rejects.toThrow(
        /^The path of the data folder .* contains one of " \$ ` \\, and PostgreSQL cannot start there: set another DATA_DIR\.$/,
      )
      expect(await readdir(join(folders.path, name))).toEqual([])
    }
  })

  test('whose server fails before it writes to its log is reported with the reason', async () => {
    const cluster = await openCluster(join(folders.path, folders.copy('b')))
    const missing = { ...cluster, programs: { ...cluster.programs, pg_ctl: '/none' } }
    await expect(openSession(missing, 'tool')).rejects.toThrow(
      /^PostgreSQL could not start in .*postgres: (spawn|setpriv: failed to execute) \/none.* \(see .*\)\.$/,
    )
    // A quote in the name of the log breaks the command that pg_ctl gives to the shell, and postgres does not run.
    const unwritable = { ...cluster, logFile: join(folders.path, 'b/".log') }
    await expect(openSession(unwritable, 'tool')).rejects.toThrow(
      /^PostgreSQL could not start in .*postgres: \S*sh: .+ \(see .*\)\.$/,
    )
  })

  test('of another version is reported in one sentence', async () => {
    folders.copy('b')
    await writeFile(join(folders.path, 'b/postgres/PG_VERSION'), '17\n')
    await expect(folders.open('b')).rejects.toThrow(
      /^PostgreSQL could not start in .*: database files are incompatible with server \(see .*postgres\.log\)\.$/,
    )
  })
})
