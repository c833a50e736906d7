import type pg from 'pg'
import { pendingMigrations } from './migrate.ts'
import { effectsOf, type MigrationEffects } from './migration-effects.ts'

export interface PlannedMigration {
  readonly name: string
  /** Estimated from the numbers of rows. */
  readonly seconds: number
  readonly holds: MigrationEffects['holds']
  readonly takes: MigrationEffects['takes']
  /**
   * `safe` while servers of the release before go on; `holds up`: some of their calls wait for longer than calls may, and are refused;
   * `breaks`: they would miss something.
   */
  readonly verdict: 'safe' | 'holds up' | 'breaks'
}

export interface UpgradePlan {
  /** In the order in which they are applied; for an empty database none, as nothing is there that they could hold up. */
  readonly pending: readonly PlannedMigration[]
  /** Estimated, of all together. */
  readonly seconds: number
  /** How long the oldest transaction has been open: a migration waits for those that use its tables. */
  readonly openSeconds: number
}

/** Rows a second that are read as a whole, or built into an index. */
const SCANNED_A_SECOND = 500_000
/** The same for rows that are written anew. */
const WRITTEN_A_SECOND = 100_000
/** As long as a call waits for the database (`src/server/db/lanes.ts`). */
const PATIENCE_S = 1
/** Where PostgreSQL has not counted a table's rows yet. */
const BYTES_OF_A_ROW = 100

/**
 * What the next start would do to this database, which is only read.
 * @throws Error when the database is newer than this program
 */
export async function planUpgrade(client: pg.Client): Promise<UpgradePlan> {
  const { rows: tables } = await client.query<{ name: string; rows: number }>(
    `select relname as name,
       case when reltuples < 0 then pg_relation_size(oid) / ${BYTES_OF_A_ROW} else reltuples end::float8 as rows
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const rowsOf = new Map(tables.map(({ name, rows }) => [name, rows]))
  const pending = rowsOf.has('schema_migration') ? await pendingMigrations(client) : []
  const planned = pending.map((name) => planMigration(name, rowsOf))
  const { rows: open } = await client.query<{ seconds: number }>(
    `select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 as seconds
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  return {
    pending: planned,
    seconds: planned.reduce((sum, { seconds }) => sum + seconds, 0),
    openSeconds: open[0]?.seconds ?? 0,
  }
}

/** @param rowsOf the rows of each table */
export function planMigration(name: string, rowsOf: ReadonlyMap<string, number>): PlannedMigration {
  const { holds, scans, rewrites, takes } = effectsOf(name)
  const rows = (table: string) => rowsOf.get(table) ?? 0
  const scanned = Object.entries(scans).reduce((sum, [table, count]) => sum + count * rows(table), 0)
  const written = rewrites.reduce((sum, table) => sum + rows(table), 0)
  const seconds = scanned / SCANNED_A_SECOND + written / WRITTEN_A_SECOND
  const isLong = seconds >= PATIENCE_S && Object.keys(holds).length > 0
  return { name, seconds, holds, takes, verdict: takes.length > 0 ? 'breaks' : isLong ? 'holds up' : 'safe' }
}
