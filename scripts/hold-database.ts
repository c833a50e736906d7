// Keeps the embedded PostgreSQL running for `npm run dev` while the server restarts; the last user stops it.
import { readConfig } from '#server/config/config.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'

const { databaseUrl, dataDir, embeddedMemory: memory } = readConfig(process.env)
if (databaseUrl === null) {
  const log = {
    info() {},
    error: (...said: readonly unknown[]) => process.stderr.write(`${said.join(' ')}\n`),
  }
  const postgres = await openEmbeddedPostgres({ dataDir, memory, role: 'tool', log })
  process.on('SIGTERM', () => void postgres.close().then(() => process.exit(0)))
}
