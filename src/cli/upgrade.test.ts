import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { query } from '#test/support/data-folders.ts'
import { createEmptyDatabase } from '#test/support/database.ts'
import { shared } from '#test/support/shared.ts'

const database = shared(createEmptyDatabase)
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'channelbook-upgrade-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

function upgrade(...args: readonly string[]): Promise<{ code: unknown; out: string; said: string }> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, DATABASE_URL: database.url }
  return new Promise((resolve) => {
    execFile(process.execPath, ['src/cli/main.ts', 'upgrade', ...args], { env }, (error, out, said) =>
      resolve({ code: error?.code ?? 0, out, said }),
    )
  })
}

it('says what is pending and what it locks, and changes nothing', async () => {
  const locks = 'Locks nothing that exists: creates all tables of a new database.'
  const [checked, json] = await Promise.all([upgrade('--check'), upgrade('--check', '--json')])
  expect(checked.code).toBe(2)
  expect(checked.out).toMatch(/^\d+ migrations? pending\. Back up, then start one server of this version\.$/m)
  expect(checked.out).toContain(`0001_baseline  ${locks}\n`)
  expect(json.code).toBe(2)
  expect(JSON.parse(json.out).pending[0]).toEqual({ name: '0001_baseline.sql', locks })
  expect((await query(database.url, `select to_regclass('person') as person`)).rows).toEqual([
    { person: null },
  ])
})

it('applies it, and then nothing is pending', async () => {
  const { code, out } = await upgrade()
  expect(code).toBe(0)
  expect(out).toMatch(/^0001_baseline\n(?:\w+\n)*Applied \d+ migrations? in \d+\.\d s\.\n$/)
  expect(await upgrade('--check')).toMatchObject({ code: 0, out: 'No migration is pending.\n' })
})

it('ends with 1 on a database of another version', async () => {
  await query(database.url, `insert into schema_migration (name) values ('9999_later.sql')`)
  expect(await upgrade('--check')).toMatchObject({
    code: 1,
    said: 'This database was made by another version of the program: it has the migration 9999_later.sql, which this one does not know.\n',
  })
})
