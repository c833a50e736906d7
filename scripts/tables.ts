// npm run tables: writes, from a real database with db/migrations and db/code, db/schema.sql for reading and
// src/server/db/tables.ts, the types of the tables.
import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { RELEASE_SCHEMA } from '#server/db/code.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { withClient } from '#server/db/connect.ts'
import { dumpSchema } from './dump-schema.ts'

const dataDir = await mkdtemp(path.join(tmpdir(), 'channelbook-tables-'))
// As root the database runs as another user, who must be able to enter the folder.
await chmod(dataDir, 0o711)
const postgres = await openEmbeddedPostgres({
  dataDir,
  memory: 512,
  role: 'tool',
  log: { info() {}, error() {} },
})
try {
  await migrate(postgres.url)
  const schema = await withClient(postgres.url, (client) => dumpSchema(client, RELEASE_SCHEMA))
  await writeFile('db/schema.sql', schema)
  const { status } = spawnSync('kysely-codegen', {
    env: { ...process.env, DATABASE_URL: postgres.url },
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} finally {
  await postgres.close()
  await rm(dataDir, { recursive: true })
}
