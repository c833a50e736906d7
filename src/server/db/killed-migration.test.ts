import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForDatabase } from '#server/db/check-database.ts'
import { withClient } from '#server/db/connect.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { makeChannels, makePerson } from '#test/support/factories.ts'
import { freePort } from '#test/support/processes.ts'
import { ROOT } from '#test/support/project-files.ts'
import { runCommand, startRelease } from '#test/support/release-process.ts'
import { createTestApp } from '#test/support/test-app.ts'

let folder: string
beforeAll(async () => {
  folder = await makeNextRelease()
})
afterAll(() => rm(folder, { recursive: true }))

/** A release with two migrations more; the second stands still in its middle for as long as `stall` has a row. */
async function makeNextRelease(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'channelbook-next-'))
  for (const part of ['package.json', 'src', 'db'])
    await cp(join(ROOT, part), join(made, part), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(made, 'node_modules'))
  const write = (name: string, text: string) => writeFile(join(made, 'db/migrations', name), text)
  await write('9998_first.sql', 'alter table contact add column first integer not null default 1;')
  await write(
    '9999_second.sql',
    `alter table person add column second integer not null default 2;
    update person set language = 'ru';
    select pg_sleep(3600) from stall;
    create index person_second on person (second);`,
  )
  return made
}

/** What of the next release's migrations is there. */
function stateOf(url: string) {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      `select array(select name from schema_migration where name > '9' order by name) as done,
        array(select column_name::text from information_schema.columns where column_name in ('first', 'second') order by 1) as columns,
        array(select distinct language from person) as languages,
        to_regclass('person_second') is not null as "isIndexed"`,
    )
    return rows[0]
  })
}

const HALF = {
  done: ['9998_first.sql'],
  columns: ['first'],
  languages: ['en'],
  isIndexed: false,
}
const WHOLE = {
  done: ['9998_first.sql', '9999_second.sql'],
  columns: ['first', 'second'],
  languages: ['ru'],
  isIndexed: true,
}

async function fill(url: string): Promise<void> {
  await using world = await createTestApp({ databaseUrl: url })
  await makeChannels(world.app, 3)
  await makePerson(world.app, { uses: 5 })
  await withClient(url, (client) => client.query('create table stall as select 1 as row'))
}

/** Starts the next release, which stands still in its second migration. */
async function startInTheMiddle(url: string, kill?: AbortSignal) {
  const starting = startNext(url, kill)
  starting.catch(() => undefined)
  await withClient(url, async (client) => {
    const isThere = async () =>
      (
        await client.query(
          `select from pg_stat_activity where wait_event = 'PgSleep' and query like '%stall%'`,
        )
      ).rowCount === 1
    while (!(await isThere()));
  })
  return { starting }
}

async function startNext(url: string, kill?: AbortSignal) {
  return startRelease({
    databaseUrl: url,
    port: await freePort(),
    folder,
    env: { SEED_DEMO: 'false' },
    ...(kill && { kill }),
  })
}

async function expectCompleted(url: string): Promise<void> {
  expect(await stateOf(url)).toEqual(HALF)
  await withClient(url, (client) => client.query('delete from stall'))
  await using _server = await startNext(url)
  expect(await stateOf(url)).toEqual(WHOLE)
  expect(await runCommand(url, ['verify'], folder)).not.toContain('BROKEN')
}

describe('a migration that is cut off is completed by the next start', () => {
  it('when the server is killed, although PostgreSQL would go on with the statement', async () => {
    await using database = await createTestDatabase()
    await fill(database.url)
    const kill = new AbortController()
    const { starting } = await startInTheMiddle(database.url, kill.signal)
    kill.abort()
    await expect(starting).rejects.toThrow('aborted')
    await expectCompleted(database.url)
  })

  it('when PostgreSQL is killed', async () => {
    await using stack = new AsyncDisposableStack()
    const dataDir = await mkdtemp(join(tmpdir(), 'channelbook-killed-'))
    stack.defer(() => rm(dataDir, { recursive: true, force: true }))
    // When the tests run as root, the database runs as another user, who must be able to enter the folder.
    await chmod(dataDir, 0o711)
    const log = { info: () => undefined, error: () => undefined }
    // In the role of the server, which restarts it.
    const postgres = stack.use(await openEmbeddedPostgres({ dataDir, memory: 512, role: 'server', log }))
    await migrate(postgres.url)
    await fill(postgres.url)
    const { starting } = await startInTheMiddle(postgres.url)
    const postmaster = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
    process.kill(Number.parseInt(postmaster, 10), 'SIGKILL')
    await expect(starting).rejects.toThrow('It did not start')
    await waitForDatabase(postgres.url, { seconds: 60, log: pino({ level: 'silent' }) })
    await expectCompleted(postgres.url)
  })
})
