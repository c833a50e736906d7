import type { ClientBase, Pool, PoolClient } from 'pg'
import { liftLimit } from '#server/db/limit-waiting.ts'
import { isLockTimeout } from './import-lock.sql.ts'

/** With fewer rows, dropping the indexes makes no difference. */
export const WORTHWHILE_ROWS = 20_000

/** Statements that restore the dropped indexes and constraints. */
type Restoring = readonly string[]

/**
 * Truncates channel and contact and drops their secondary indexes and constraints, when the catalogue is empty. Building them afterwards makes an import of
 * 300,000 rows 10 to 18 % faster (docs/decisions/2026-11-23-one-path-for-imports.md). Readers of the empty catalogue wait for the
 * end of the transaction. Truncated tables get new files, which PostgreSQL fills without WAL where `wal_level` is minimal.
 *
 * @returns nothing to restore when the catalogue has channels, or when the tables are in use
 */
export async function prepareBulkLoad(client: ClientBase): Promise<Restoring> {
  const filled = await client.query('select from channel limit 1')
  if (filled.rowCount !== 0 || !(await lockCatalogue(client))) return []
  const { rows } = await client.query<{ drop: string; restore: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore,
            contype = 'f' as is_last
       from pg_constraint
      where conrelid = 'contact'::regclass and contype in ('u', 'f')
         or confrelid = 'channel'::regclass and contype = 'f'
     union all
     select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), false
       from pg_index
      where indrelid in ('channel'::regclass, 'contact'::regclass)
        and not exists (select from pg_constraint where conindid = indexrelid)
      order by is_last`,
  )
  for (const { drop } of rows) await client.query(drop)
  await client.query('truncate channel, contact')
  return rows.map(({ restore }) => restore)
}

/**
 * Takes all locks that the rest of the import needs, also on the search tables, at once and without waiting: waiting for one
 * while holding another could deadlock with a reader.
 */
async function lockCatalogue(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ tables: string }>(
    `select string_agg(oid::regclass::text, ', ') as tables from pg_class
      where relkind = 'r' and relnamespace = (select relnamespace from pg_class where oid = 'channel'::regclass)
        and (relname in ('channel', 'contact', 'address') or starts_with(relname, 'search_')
             or oid in (select conrelid from pg_constraint where confrelid = 'channel'::regclass and contype = 'f'))`,
  )
  await client.query('savepoint before_locks')
  try {
    await client.query(`lock table ${rows[0]?.tables} in access exclusive mode nowait`)
    // It may have been filled before the lock was taken.
    const filled = await client.query('select from channel union all select from contact limit 1')
    return filled.rowCount === 0
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    await client.query('rollback to savepoint before_locks')
    return false
  }
}

/** Restores what `prepareBulkLoad` dropped. */
export async function finishBulkLoad(client: ClientBase, restoring: Restoring): Promise<void> {
  if (restoring.length === 0) return
  await client.query(`select set_config('maintenance_work_mem', '256MB', true)`)
  for (const statement of restoring) await client.query(statement)
}

/** About how many channels can be found, as last counted by ANALYZE. */
export async function estimateChannels(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ channels: number }>(
    `select greatest(reltuples, 0)::float8 as channels from pg_class where oid = 'search_entry'::regclass`,
  )
  return rows[0]?.channels ?? 0
}

/**
 * Lets index-only scans do without the tables, after a transaction that wrote most of them has ended. Autovacuum would come
 * a minute later and do the same, so failing is no loss, e.g. when another import has locked them. `search_beginning` is
 * small, and no search reads it by an index alone.
 */
export async function vacuumSearch(pool: Pool): Promise<void> {
  let client: PoolClient | undefined
  try {
    client = await pool.connect()
    liftLimit(client)
    await client.query(`set statement_timeout = 0; set lock_timeout = '5s'`)
    await client.query('vacuum search_entry, search_order, search_word, search_typo')
  } catch {
    // see above
  } finally {
    // The connection is closed: it has lost its limits.
    client?.release(true)
  }
}
