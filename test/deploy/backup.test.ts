import { execFile, execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForDatabase } from '#server/db/check-database.ts'
import { withClient } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import {
  logIn,
  makeChannels,
  makePerson,
  type TestChannel,
  type TestPerson,
} from '#test/support/factories.ts'
import { bareEnvironment, freePort } from '#test/support/processes.ts'
import { findPostgres, findProgram } from '#test/support/programs.ts'
import { readProjectFile, ROOT } from '#test/support/project-files.ts'
import { createTestApp } from '#test/support/test-app.ts'

/** The newest that Debian 12's pgBackRest 2.45 knows. */
const NEWEST = 15
const PASSWORD = 'throw-away'
const isRoot = process.getuid?.() === 0

// PostgreSQL refuses to run as root; the package makes a user for it.
const bin = await findPostgres(NEWEST)
const pgbackrest = await findProgram('pgbackrest')

describe.skipIf(bin === null || pgbackrest === null)('a PostgreSQL with pgBackRest', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'channelbook-backup-'))
  const at = (name: string) => path.join(folder, name)
  const account = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  let port = 0
  let env: Record<string, string | undefined> = {}
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, {
      ...account,
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const postgres = (name: string, ...args: string[]) => run(path.join(bin!, name), ...args)
  const backRest = (...args: string[]) => run('pgbackrest', '--stanza=channelbook', ...args)
  const startPostgres = () =>
    postgres('pg_ctl', 'start', '-w', '-s', '-t', '300', '-D', at('data'), '-l', at('log'))
  const urlOf = (user: string, database: string) =>
    `postgres://${user}:${PASSWORD}@127.0.0.1:${port}/${database}`
  const url = () => urlOf('channelbook', 'channelbook')
  const asSuperuser = <T>(work: (client: pg.Client) => Promise<T>) =>
    withClient(urlOf('postgres', 'channelbook'), work)

  let person: TestPerson
  let channels: TestChannel[]

  beforeAll(async () => {
    port = await freePort()
    // The files of `deploy/backup`, with the paths of this test.
    env = {
      PATH: process.env['PATH'],
      LC_ALL: 'C.UTF-8',
      PGBACKREST_CONFIG: at('pgbackrest.conf'),
      PGBACKREST_LOCK_PATH: at('lock'),
      PGBACKREST_REPO1_PATH: at('repository'),
      PGBACKREST_PG1_PATH: at('data'),
      PGBACKREST_PG1_PORT: String(port),
      PGBACKREST_PG1_SOCKET_PATH: folder,
    }
    chmodSync(folder, 0o755)
    for (const name of ['repository', 'lock', 'drills']) mkdirSync(at(name))
    cpSync(path.join(ROOT, 'deploy/backup/pgbackrest.conf'), at('pgbackrest.conf'))
    writeFileSync(at('password'), PASSWORD)
    if (account.uid !== undefined)
      for (const name of ['.', ...readdirSync(folder)]) chownSync(at(name), account.uid, account.gid)
    postgres(
      'initdb',
      '-D',
      at('data'),
      '-U',
      'postgres',
      '--auth-local=trust',
      '--auth-host=scram-sha-256',
      `--pwfile=${at('password')}`,
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    )
    const settings = `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\n`
    appendFileSync(at('data/postgresql.conf'), settings + readProjectFile('deploy/backup/postgresql.conf'))
    startPostgres()
    await withClient(urlOf('postgres', 'postgres'), async (client) => {
      await client.query(`create role channelbook login password '${PASSWORD}'`)
      await client.query('create database channelbook owner channelbook')
    })
    backRest('stanza-create')
    backRest('check')
    await migrate(url())
    await using world = await createTestApp({ databaseUrl: url() })
    channels = await makeChannels(world.app, 12)
    person = await makePerson(world.app, { uses: 100 })
    backRest('--type=full', 'backup')
  }, 300_000)

  afterAll(() => {
    try {
      postgres('pg_ctl', 'stop', '-m', 'immediate', '-D', at('data'))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  /** Buys contacts over HTTP. @returns how many were answered */
  async function reveal(wanted: readonly TestChannel[]): Promise<number> {
    await using world = await createTestApp({ databaseUrl: url(), env: { RATE_LIMITS: 'off' } })
    const client = await logIn(world, person)
    for (const { channelId, addresses } of wanted) {
      const { body } = await client.call('POST /getemail', { body: { channelId } })
      expect(addresses).toContain(body.data.email)
    }
    return wanted.length
  }

  /** What is left when the machine burns is what the archive has: this waits until it has everything until now. */
  async function archiveAll(): Promise<void> {
    await asSuperuser(async (client) => {
      const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
      const isArchived = async () =>
        (await client.query('select from pg_stat_archiver where last_archived_wal >= $1', [rows[0]?.file]))
          .rowCount === 1
      while (!(await isArchived()));
    })
  }

  /** `deploy/backup/drill.sh`, as an operator runs it. */
  async function drill(...args: string[]): Promise<{ code: number; out: string; said: string }> {
    const settings = {
      ...bareEnvironment,
      ...env,
      PG_BIN: bin!,
      DRILL_DIR: at('drills'),
      DRILL_PORT: String(await freePort()),
      VERIFY: `${process.execPath} ${path.join(ROOT, 'src/cli/main.ts')} verify`,
    }
    return new Promise((resolve) => {
      execFile(
        'sh',
        [path.join(ROOT, 'deploy/backup/drill.sh'), ...args],
        { env: settings },
        (error, out, said) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, said }),
      )
    })
  }

  it('comes back to the second before the disaster, after its folder is gone', async () => {
    const before = await reveal(channels.slice(0, 5))
    backRest('--type=incr', 'backup')
    const afterBackup = await reveal(channels.slice(5, 8))

    // Restored at any time into a folder of its own, beside the one in use.
    await archiveAll()
    const first = await drill()
    process.stdout.write(first.out)
    expect(first).toMatchObject({ code: 0, said: '' })
    expect(first.out).toMatch(new RegExp(`^ +${before + afterBackup} +reveals$`, 'm'))
    expect(first.out).toMatch(/^ +92 +uses left$/m)
    expect(first.out).toMatch(/^replayed +\d+ s {2}up to \d{4}-/m)
    expect(first.out).not.toContain('BROKEN')
    expect(readdirSync(at('drills'))).toEqual([])

    const target = await asSuperuser(async (client) => {
      const { rows } = await client.query<{ now: string }>('select clock_timestamp()::text as now')
      // The disaster: a wrong statement, and then the disk.
      await client.query('drop table purchase, uses_entry, reveal cascade')
      return rows[0]!.now
    })
    await archiveAll()
    postgres('pg_ctl', 'stop', '-m', 'immediate', '-s', '-D', at('data'))
    rmSync(at('data'), { recursive: true })

    const begin = performance.now()
    run('install', '-d', '-m', '700', at('data'))
    backRest('--type=time', `--target=${target}`, '--target-action=promote', 'restore')
    startPostgres()
    // It can be read earlier; the product, too, waits until it can be written.
    await waitForDatabase(url(), { seconds: 120, log: pino({ level: 'silent' }) })
    process.stdout.write(`restored to ${target} in ${((performance.now() - begin) / 1000).toFixed(1)} s\n`)
    const found = await asSuperuser(async (client) => {
      const { rows } = await client.query(
        `select (select count(*)::integer from reveal) as reveals, (select count(*)::integer from purchase) as purchases,
           (select sum(amount)::integer from uses_entry) as "usesLeft", pg_is_in_recovery() as "isReadOnly"`,
      )
      return rows[0]
    })
    const reveals = before + afterBackup
    expect(found).toEqual({ reveals, purchases: reveals, usesLeft: 100 - reveals, isReadOnly: false })

    // The product goes on there, and so do the archive and the backups.
    await reveal(channels)
    await archiveAll()
    backRest('--type=full', 'backup')
    const second = await drill()
    expect(second).toMatchObject({ code: 0, said: '' })
    expect(second.out).toMatch(new RegExp(`^ +${channels.length} +reveals$`, 'm'))
    // That time can still be come back to.
    const third = await drill(target)
    expect(third).toMatchObject({ code: 0, said: '' })
    expect(third.out).toMatch(new RegExp(`^ +${reveals} +reveals$`, 'm'))
  }, 600_000)

  it('fails the drill when a use is missing in the backup', async () => {
    await asSuperuser(async (client) => {
      await client.query(`set session_replication_role = replica`)
      await client.query(`delete from uses_entry where reason = 'given'`)
    })
    await archiveAll()
    const { code, out, said } = await drill()
    expect(code).toBe(1)
    expect(out).toContain('BROKEN')
    expect(said).toContain('THE DRILL FAILED')
    expect(readdirSync(at('drills'))).toEqual([])
  }, 300_000)
})

function idOf(option: string): number {
  return Number(execFileSync('id', [option, 'postgres']))
}
