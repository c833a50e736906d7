import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { query } from '#test/support/data-folders.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { ROOT } from '#test/support/project-files.ts'
import { migrate, readMigrations } from './migrate.ts'

const FIRST = '0901_first.sql'
const SECOND = '0902_second.sql'

let folder: string
let next: URL
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'channelbook-migrations-'))
  next = pathToFileURL(`${folder}/`)
  await cp(path.join(ROOT, 'db/migrations'), folder, { recursive: true })
  await writeFile(
    path.join(folder, FIRST),
    'alter table channel add column first integer not null default 1;',
  )
  await writeFile(
    path.join(folder, SECOND),
    `alter table person add column second integer;
     select pg_sleep(3600) where to_regclass('stall') is not null;
     create index person_second on person (second);`,
  )
})
afterAll(() => rm(folder, { recursive: true }))

/** What of the next release's migrations is there. */
async function stateOf({ url }: TestDatabase) {
  const { rows } = await query(
    url,
    `select array(select name from schema_migration where name > '09' order by name) as done,
      array(select column_name::text from information_schema.columns where column_name in ('first', 'second') order by 1) as columns,
      to_regclass('person_second') is not null as "isIndexed"`,
  )
  return rows[0]
}

const NOTHING = { done: [], columns: [], isIndexed: false }
const HALF = { done: [FIRST], columns: ['first'], isIndexed: false }
const WHOLE = { done: [FIRST, SECOND], columns: ['first', 'second'], isIndexed: true }

describe('migrations', () => {
  it('say at their head what they lock, as `upgrade --check` prints it', async () => {
    for (const { name, locks } of await readMigrations()) expect(locks, name).toMatch(/^Locks .+\.$/)
  })

  it('are applied once, in order, to an empty database and to one of the release before', async () => {
    await using database = await createEmptyDatabase()
    const names = (await readMigrations()).map(({ name }) => name)
    expect(await migrate(database.url)).toEqual(names)
    expect(await migrate(database.url, { folder: next })).toEqual([FIRST, SECOND])
    expect(await migrate(database.url, { folder: next })).toEqual([])
    expect(await stateOf(database)).toEqual(WHOLE)
  })

  it('leave nothing of one that fails', async () => {
    await using database = await createTestDatabase()
    await query(database.url, 'create table person_second ()')
    await expect(migrate(database.url, { folder: next })).rejects.toThrow(
      '0902_second.sql failed: relation "person_second" already exists',
    )
    await query(database.url, 'drop table person_second')
    expect(await stateOf(database)).toEqual(HALF)
  })

  it('are refused with one sentence where an earlier program made the database, and nothing is changed', async () => {
    await using database = await createEmptyDatabase()
    await query(
      database.url,
      `create table schema_migration (name text primary key, applied_at timestamptz not null default now());
       insert into schema_migration (name) values ('0001_accounts.sql')`,
    )
    await expect(migrate(database.url)).rejects.toThrow(
      'This database was made by another version of the program: it has the migration 0001_accounts.sql, which this one does not know.',
    )
    const relations = await query(
      database.url,
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    expect(relations.rows).toEqual([{ relname: 'schema_migration' }])
    expect((await query(database.url, 'select name from schema_migration')).rows).toHaveLength(1)
  })
})

describe('a migration of a table in use', () => {
  it('holds up nobody else while it waits for a long transaction, and is applied once that has ended', async () => {
    await using database = await createTestDatabase()
    await using stack = new AsyncDisposableStack()
    const connect = async (settings = '') => {
      const client = new pg.Client({ connectionString: `${database.url}${settings}` })
      stack.defer(() => client.end())
      await client.connect()
      return client
    }
    // What a dump or an import does: it holds the table until its end.
    const long = await connect()
    await long.query('begin; select from channel limit 1')
    const waits: string[] = []
    const pausesMs = Array<number>(1_000).fill(50)
    const migrating = migrate(database.url, { folder: next, pausesMs, onWait: (name) => waits.push(name) })
    // Somebody else reads meanwhile, and nobody waits for as long as a call may.
    const other = await connect('?options=-c%20statement_timeout%3D900ms')
    while (waits.length < 3) await other.query('select from channel limit 1')
    await long.query('commit')
    expect(await migrating).toEqual([FIRST, SECOND])
    expect(new Set(waits)).toEqual(new Set([FIRST]))
  })

  it('gives up with one sentence when that lasts too long, and changes nothing', async () => {
    await using database = await createTestDatabase()
    const long = new pg.Client({ connectionString: database.url })
    await long.connect()
    await long.query('begin; select from channel limit 1')
    await expect(migrate(database.url, { folder: next, pausesMs: [1, 1] })).rejects.toThrow(
      /^0901_first\.sql was not applied, because others keep using a table that it changes: /,
    )
    await long.end()
    expect(await stateOf(database)).toEqual(NOTHING)
  })
})

describe('a migration that is cut off is completed by the next start', () => {
  const MODULE = new URL('./migrate.ts', import.meta.url).href
  const isStalled = `select pid from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep' and query like '%stall%'`

  /** Waits until the second migration stands still in its middle. @returns the process id of its connection */
  async function stalledIn({ url }: TestDatabase): Promise<number> {
    for (;;) {
      const { rows } = await query(url, isStalled)
      if (rows.length === 1) return Number(rows[0]!['pid'])
    }
  }

  it('when its process is killed, although PostgreSQL would go on with the statement', async () => {
    await using database = await createTestDatabase()
    await query(database.url, 'create table stall ()')
    const program = `
      import { migrate } from '${MODULE}'
      await migrate('${database.url}', { folder: new URL('${next.href}') })`
    const child = execFile(process.execPath, ['--input-type=module', '-e', program], { cwd: ROOT })
    await stalledIn(database)
    child.kill('SIGKILL')
    while ((await query(database.url, isStalled)).rows.length > 0);
    expect(await stateOf(database)).toEqual(HALF)
    await query(database.url, 'drop table stall')
    expect(await migrate(database.url, { folder: next })).toEqual([SECOND])
    expect(await stateOf(database)).toEqual(WHOLE)
  })

  it('when PostgreSQL ends its connection', async () => {
    await using database = await createTestDatabase()
    await query(database.url, 'create table stall ()')
    const failing = migrate(database.url, { folder: next }).catch((error: unknown) => error)
    await query(database.url, 'select pg_terminate_backend($1)', [await stalledIn(database)])
    expect(await failing).toMatchObject({ message: expect.stringMatching(/^0902_second\.sql failed: /) })
    expect(await stateOf(database)).toEqual(HALF)
    await query(database.url, 'drop table stall')
    expect(await migrate(database.url, { folder: next })).toEqual([SECOND])
    expect(await stateOf(database)).toEqual(WHOLE)
  })
})

// PostgreSQL 15.20 and its like refuse every change of such a table.
it('no stored body uses the row type of a table', async () => {
  await using database = await createTestDatabase()
  const { rows } = await query(
    database.url,
    `select distinct p.oid::regprocedure::text as name from pg_proc p join pg_depend d on d.objid = p.oid
      join pg_class c on c.reltype = d.refobjid and c.relkind = 'r'
      where p.prosqlbody is not null and d.classid = 'pg_proc'::regclass and d.refclassid = 'pg_type'::regclass`,
  )
  expect(rows).toEqual([])
})
