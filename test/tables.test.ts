import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { RELEASE_SCHEMA } from '#server/db/code.ts'
import { withClient } from '#server/db/connect.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { readProjectFile, ROOT } from '#test/support/project-files.ts'
import { dumpSchema } from '../scripts/dump-schema.ts'

it('the types of the tables match the schema (`npm run tables` writes them)', async () => {
  await using database = await createTestDatabase()
  const codegen = path.join(ROOT, 'node_modules/.bin/kysely-codegen')
  const verified = promisify(execFile)(codegen, ['--verify'], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: database.url },
  })
  await expect(verified).resolves.toBeDefined()
})

it('db/schema.sql matches a migrated database (`npm run tables` writes it)', async () => {
  await using database = await createTestDatabase()
  const schema = await withClient(database.url, (client) => dumpSchema(client, RELEASE_SCHEMA))
  expect(schema).toBe(readProjectFile('db/schema.sql'))
})
