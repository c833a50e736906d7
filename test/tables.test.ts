import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import { ROOT } from '#test/support/project-files.ts'

it('the types of the tables match the schema (`npm run tables` writes them)', async () => {
  await using database = await createTestDatabase()
  const codegen = path.join(ROOT, 'node_modules/.bin/kysely-codegen')
  const verified = promisify(execFile)(codegen, ['--verify'], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: database.url },
  })
  await expect(verified).resolves.toBeDefined()
})
