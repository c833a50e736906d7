import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server whose user may create databases; the named database stays empty. */
    serverUrl: string
  }
}

/**
 * Runs once for all test files: provides the server of DATABASE_URL when set, otherwise an embedded one in a temporary
 * folder.
 */
export default async function startDatabase(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['DATABASE_URL']
  if (given !== undefined && given !== '') {
    project.provide('serverUrl', given)
    return async () => undefined
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'channelbook-test-'))
  // As root the database runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o711)
  const embedded = await openEmbeddedPostgres({
    dataDir,
    memory: 512,
    // Nobody needs these databases after a power cut, and creating one is three times as fast.
    // Autovacuum takes locks and processor time at moments that no test chooses.
    // A password hashed once in place of 4,096 times makes each of many connections cheaper.
    settings: { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', scram_iterations: 1 },
    role: 'tool',
    log: { info() {}, error() {} },
  })
  project.provide('serverUrl', embedded.url)
  return async () => {
    await embedded.close()
    await rm(dataDir, { recursive: true })
  }
}
