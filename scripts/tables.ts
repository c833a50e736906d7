// npm run tables: writes src/server/db/tables.ts, the types of the tables, from a real database with db/migrations and db/code.
import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { migrate } from '#server/db/migrate.ts'

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
  const { status } = spawnSync('kysely-codegen', {
    env: { ...process.env, DATABASE_URL: postgres.url },
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} finally {
  await postgres.close()
  await rm(dataDir, { recursive: true })
}
