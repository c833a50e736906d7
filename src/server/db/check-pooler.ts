import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { ConfigError } from '#server/config/settings.ts'

const LIMITS = ['statement_timeout', 'idle_in_transaction_session_timeout']

/**
 * Checks that a pooler leads to the same database, and warns when its connections lack the limits that the product cannot
 * set through it.
 * @throws ConfigError with one sentence
 */
export async function checkPooler({
  db,
  databases: { direct },
  log,
}: Core & Pick<App, 'databases'>): Promise<void> {
  const ask = async (of: App['db']) => {
    const { rows } = await sql<{ place: string; unlimited: string[] }>`
      select current_database() || ' ' || system_identifier as place,
        array(select name from pg_settings where name = any(${LIMITS}) and setting = '0' order by name) as unlimited
      from pg_control_system()`.execute(of)
    return rows[0]
  }
  const pooled = await ask(db).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`DATABASE_POOLER_URL does not work: ${reason}`)
  })
  const own = await ask(direct)
  if (pooled?.place !== own?.place)
    throw new ConfigError('DATABASE_POOLER_URL leads to another database than DATABASE_URL')
  const missing = pooled?.unlimited ?? []
  if (missing.length > 0)
    log.warn({ missing }, 'connections of DATABASE_POOLER_URL have no limits: set them in its connect_query')
}
