import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { CODE_HASH } from '#server/db/code.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { openQueue } from '#server/jobs/jobs.ts'
import { withClient } from '#server/db/connect.ts'

const TEMPLATE_LOCK = 8_264_917
/** Names of the templates that exist, by server. */
const templates: Record<string, Promise<string>> = {}

/** A migrated, empty database, dropped when disposed. */
export interface TestDatabase extends AsyncDisposable {
  readonly url: string
}

/** Clones the migrated template, which is built once for a set of migrations. Cloning takes well under 100 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = await (templates[serverUrl] ??= ensureTemplate(serverUrl))
  await withClient(serverUrl, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  )
  return {
    url: withDatabase(serverUrl, name),
    async [Symbol.asyncDispose]() {
      await withClient(serverUrl, (client) => dropDatabase(client, name))
    },
  }
}

/** An empty database, which nothing has migrated. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await withClient(serverUrl, (client) => client.query(`create database ${name} template template0`))
  return {
    url: withDatabase(serverUrl, name),
    async [Symbol.asyncDispose]() {
      await withClient(serverUrl, (client) => dropDatabase(client, name))
    },
  }
}

async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  try {
    await client.query(`drop database if exists ${name} with (force)`)
  } catch (error) {
    // Only the superuser may end a vacuum that happens to run there; without force PostgreSQL ends it itself.
    if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error
    await client.query(`drop database if exists ${name}`)
  }
}

async function ensureTemplate(serverUrl: string): Promise<string> {
  const name = `template_${await schemaHash()}`
  await withClient(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount !== 0) return
    // Built under another name first: an existing template is complete, even after a killed run.
    await client.query(`drop database if exists ${name}_new`)
    await client.query(`create database ${name}_new template template0`)
    await prepare(withDatabase(serverUrl, `${name}_new`))
    await client.query(`alter database ${name}_new rename to ${name}`)
  })
  return name
}

/** Creates the schema, and that of the job queue, which the first start of a server would create. */
async function prepare(databaseUrl: string): Promise<void> {
  await migrate(databaseUrl)
  // Imported here, as only building the template needs all jobs.
  const { jobs: queues } = await import('#server/features.ts')
  const queue = await openQueue({ databaseUrl, queues, log: pino({ level: 'silent' }), isWorker: false })
  await queue.stop({ graceful: false })
}

async function schemaHash(): Promise<string> {
  const hash = createHash('sha256').update(CODE_HASH)
  for (const { name, text } of await readMigrations()) hash.update(name).update(text)
  return hash.digest('hex').slice(0, 16)
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
