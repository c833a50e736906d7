import pg from 'pg'
import type { Logger } from 'pino'
import { RELEASE_SCHEMA } from '#server/db/code.ts'
import { withClient } from '#server/db/connect.ts'
import { migrate, SCHEMA_LOCK } from '#server/db/migrate.ts'
import { jobs as queues } from '#server/features.ts'
import { openQueue } from '#server/jobs/jobs.ts'

interface PrepareOptions {
  /** The server's connection. */
  readonly url: string
  /** The same database with the role that owns the tables; null when that is the server's own role. */
  readonly migrationUrl: string | null
  readonly log: Logger
}

/**
 * Migrates the schema. A separate owner also creates the job queue's schema, and the server's role is granted its rights in
 * both.
 * @returns the names of the newly applied migrations
 */
export async function prepareDatabase({
  url,
  migrationUrl,
  log,
}: PrepareOptions): Promise<readonly string[]> {
  const applied = await migrate(migrationUrl ?? url, {
    onWait: (migration) =>
      log.warn({ migration }, 'waiting until others have finished with a table that this changes'),
  })
  if (migrationUrl === null) return applied
  const queue = await openQueue({ databaseUrl: migrationUrl, queues, log, isWorker: false, isPatient: true })
  await queue.stop({ graceful: false })
  await grantRights(migrationUrl, url)
  return applied
}

/**
 * Grants the server's role what it needs on the owner's tables, and nothing more: it reads and writes rows, but can neither
 * create, change nor drop a table, nor disable a trigger. Does nothing when both are the same role.
 */
async function grantRights(ownerUrl: string, serverUrl: string): Promise<void> {
  const role = await withClient(serverUrl, roleOf)
  await withClient(
    ownerUrl,
    async (client) => {
      if ((await roleOf(client)) === role) return
      // Servers that start at the same time would change the same rows of the system's tables.
      await client.query('select pg_advisory_lock($1)', [SCHEMA_LOCK])
      await client.query(rightsOf(pg.escapeIdentifier(role)))
    },
    { application_name: 'channelbook-migrate' },
  )
}

// Several statements in one message are one transaction.
function rightsOf(role: string): string {
  return `
    revoke create on schema public from public;
    grant usage on schema public, pgboss, ${RELEASE_SCHEMA} to ${role};
    grant select, insert, update, delete on all tables in schema public, pgboss to ${role};
    revoke insert, update, delete on schema_migration, schema_code from ${role};
    grant update (used_at) on schema_code to ${role};
    grant usage, select, update on all sequences in schema public, pgboss to ${role}`
}

async function roleOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_user as name')
  return rows[0]?.name ?? ''
}
