import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withClient } from '#server/db/connect.ts'
import { migrate, migrationNames } from '#server/db/migrate.ts'
import { createEmptyDatabase, type TestDatabase } from '#test/support/database.ts'

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await createEmptyDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'channelbook-upgrade-'))
})
afterAll(async () => {
  await rm(dataDir, { recursive: true })
  await database[Symbol.asyncDispose]()
})

function upgrade(...args: readonly string[]): Promise<{ code: number; out: string; said: string }> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, DATABASE_URL: database.url }
  return new Promise((resolve) => {
    execFile(process.execPath, ['src/cli/main.ts', 'upgrade', ...args], { env }, (error, out, said) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, said }),
    )
  })
}

const rowsOf = () =>
  withClient(database.url, async (client) =>
    (await client.query<{ name: string }>('select name from schema_migration')).rows.map(({ name }) => name),
  )

it('says what is pending and what servers of the version before would miss, and changes nothing', async () => {
  const names = await migrationNames()
  await migrate(database.url, { wanted: names.filter((name) => name < '0017') })
  const before = await rowsOf()
  const { code, out } = await upgrade('--check')
  expect(code).toBe(2)
  expect(out).toMatch(
    /^0018_gift_memory +breaks +less than a second +servers of the version before miss: column gift_given\.given_at, /m,
  )
  expect(out).toMatch(/^0020_session_end +safe +less than a second$/m)
  expect(out).toContain(`${names.length - before.length} migrations, less than a second in all.`)

  const plan = JSON.parse((await upgrade('--check', '--json')).out)
  expect(plan.pending.map(({ name }: { name: string }) => name)).toEqual(names.slice(before.length))
  expect(await rowsOf()).toEqual(before)
})

it('applies it, and then nothing is pending', async () => {
  const { code, out } = await upgrade()
  expect(code).toBe(0)
  expect(out).toMatch(/^0017_channel_handle\n/)
  expect(out).toMatch(/\nApplied \d+ migrations in \d+\.\d s\.\n$/)
  expect(await upgrade('--check')).toMatchObject({ code: 0, out: 'No migration is pending.\n' })
})

it('ends with 0 when all that is pending is safe, and says that migrations will wait', async () => {
  const names = await migrationNames()
  await withClient(database.url, async (client) => {
    await client.query('delete from schema_migration where name = $1', [names.at(-1)])
    await client.query('begin')
    const { code, out } = await upgrade('--check')
    expect(code).toBe(0)
    expect(out).toContain(
      '1 migration, less than a second in all. Servers of the version before continue meanwhile.',
    )
    await client.query('rollback')
  })
})

it('ends with 1 on a database of a later version', async () => {
  await withClient(database.url, (client) =>
    client.query(`insert into schema_migration (name) values ('9999_later.sql')`),
  )
  expect(await upgrade('--check')).toMatchObject({
    code: 1,
    said: 'The database is newer than this program: it has the migration 9999_later.sql\n',
  })
})
