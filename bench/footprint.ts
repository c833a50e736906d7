import type { Core } from '#server/core.ts'
import { sql } from 'kysely'
import { postmasterOf, watchProcessors } from './processor-time.ts'

/** What one thing costs the database. */
export interface Footprint {
  /** Bytes on disk, with indexes, after it. */
  readonly bytes: number
  /** Bytes of the log, which replicas and backups receive. */
  readonly log: number
  /** Milliseconds of PostgreSQL's processor time. */
  readonly processorMs: number
}

/** Watches what a database grows and works by until called; the divisor is how many things were done meanwhile. */
export async function watchFootprint(
  app: Core,
  dataDir: string,
): Promise<(things: number) => Promise<Footprint>> {
  const before = await read(app)
  const watch = await watchProcessors({ postgres: await postmasterOf(dataDir) })
  return async (things) => {
    const { of } = await watch()
    const after = await read(app)
    return {
      bytes: (after.bytes - before.bytes) / things,
      log: (after.log - before.log) / things,
      processorMs: (of['postgres'] ?? 0) / things,
    }
  }
}

/** Sizes are those of the files, which grow by whole pages: little things need thousands of repetitions. */
async function read({ db }: Core): Promise<{ readonly bytes: number; readonly log: number }> {
  const { rows } = await sql<{ bytes: number; log: number }>`
    select pg_database_size(current_database())::float8 as bytes, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as log`.execute(
    db,
  )
  return rows[0] ?? { bytes: 0, log: 0 }
}

export function footprintText({ bytes, log, processorMs }: Footprint): string {
  return `${Math.round(bytes).toLocaleString('en')} bytes on disk, ${Math.round(log).toLocaleString('en')} of log, ${processorMs.toFixed(2)} ms of PostgreSQL's processor time`
}
