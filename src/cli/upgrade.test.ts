import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { query } from '#test/support/data-folders.ts'
import { createEmptyDatabase } from '#test/support/database.ts'

it('says what is pending and what it locks, applies it, and refuses a database of another version', async () => {
  await using database = await createEmptyDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'channelbook-upgrade-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rm(dataDir, { recursive: true }))
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, DATABASE_URL: database.url }
  const upgrade = (...args: readonly string[]) =>
    new Promise((resolve) => {
      execFile(process.execPath, ['src/cli/main.ts', 'upgrade', ...args], { env }, (error, out, said) =>
        resolve({ code: error?.code ?? 0, out, said }),
      )
    })

  const first = {
    name: '0001_baseline.sql',
    locks: 'Locks nothing that exists: creates all tables of a new database.',
  }
  expect(await upgrade('--check')).toMatchObject({
    code: 2,
    out: expect.stringContaining(`0001_baseline  ${first.locks}\n`),
  })
  expect(await upgrade('--check', '--json')).toMatchObject({
    code: 2,
    out: expect.stringMatching(/^\{\n {2}"pending": \[\n/),
  })
  // It has changed nothing.
  expect((await query(database.url, `select to_regclass('person') as person`)).rows).toEqual([
    { person: null },
  ])

  expect(await upgrade()).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^0001_baseline\n(?:\w+\n)*Applied \d+ migrations? in \d+\.\d s\.\n$/),
  })
  expect(await upgrade('--check')).toMatchObject({ code: 0, out: 'No migration is pending.\n' })

  await query(database.url, `insert into schema_migration (name) values ('9999_later.sql')`)
  expect(await upgrade('--check')).toMatchObject({
    code: 1,
    said: expect.stringMatching(
      /^This database was made by another version: it has the migration 9999_later\.sql/,
    ),
  })
}, 60_000)
