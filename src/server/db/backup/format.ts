import type { ClientBase } from 'pg'

/**
 * A backup is gzip over lines of JSON. Data follows a line that says its length, so no content can be taken for a line:
 *
 *     header · for each table: {"table"}, ({"bytes":n} n bytes)*, {"sha256"} · {"jobs"} · {"sequences"} · {"end":true}
 *
 * The bytes of a table are rows of PostgreSQL's COPY text format, the same in all its versions.
 */
export const FORMAT = 1

export interface BackupHeader {
  readonly product: 'channelbook'
  readonly format: number
  /** ISO 8601 */
  readonly createdAt: string
  /** Names of the migrations that created the schema, in order. */
  readonly migrations: readonly string[]
  /** Ordered so that every row follows the rows that it refers to. */
  readonly tables: readonly BackupTable[]
  /** Fingerprint of the application's secret; `null` when there was none yet. The secret itself is never included. */
  readonly secretFingerprint: string | null
}

interface TableShape {
  readonly name: string
  /** Columns with data of their own, without generated columns. */
  readonly columns: readonly string[]
}

export interface BackupTable extends TableShape {
  readonly rows: number
}

/** A waiting job of the queue; its data is sealed with the application's secret. */
export interface BackupJob {
  readonly name: string
  readonly id: string
  readonly data: object
  readonly priority: number
  /** ISO 8601 */
  readonly startAfter: string
}

/**
 * The product's own tables with their columns, each after the tables that it refers to. Excludes the lists of migrations
 * and of code, the installation's fingerprint (it is in the header), and the search structures (`search_*`), which
 * `search_rebuild()` derives from the channels.
 */
export async function listTables(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    with recursive own as (
      select oid, relname from pg_class c
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'search\\_%'
        and relname not in ('schema_migration', 'schema_code', 'installation')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    ), place as (
      select oid, 0 as depth from own
      union select conrelid, depth + 1 from place join pg_constraint on confrelid = place.oid
      where contype = 'f' and conrelid <> confrelid and depth < 100
    )
    select relname as name, array(
      select attname::text from pg_attribute
      where attrelid = oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
    from own join place using (oid) group by oid, relname order by max(depth), relname`)
  return rows
}

/** The file is not a complete backup: truncated, changed, or something else. */
export class DamagedBackup extends Error {}

/** Reads lines and counted bytes from a stream of chunks. */
export function createBackupReader(chunks: AsyncIterable<Buffer>) {
  const source = chunks[Symbol.asyncIterator]()
  let buffer: Buffer = Buffer.alloc(0)

  async function more(): Promise<void> {
    const next = await source.next()
    if (next.done === true) throw new DamagedBackup('it ends too early')
    buffer = Buffer.concat([buffer, next.value])
  }

  async function bytes(count: number): Promise<Buffer> {
    while (buffer.length < count) await more()
    const found = buffer.subarray(0, count)
    buffer = buffer.subarray(count)
    return found
  }

  return {
    bytes,
    /** The content of the next line; untrusted until the caller has checked it. */
    async line(): Promise<Record<string, unknown>> {
      while (!buffer.includes(10)) await more()
      const text = (await bytes(buffer.indexOf(10) + 1)).toString()
      try {
        return JSON.parse(text) as Record<string, unknown>
      } catch {
        throw new DamagedBackup('it has a line that cannot be read')
      }
    },
    /** Reads to the end, where gzip verifies its own checksum. */
    async finish(): Promise<void> {
      if (buffer.length > 0 || (await source.next()).done !== true)
        throw new DamagedBackup('it goes on after its end')
    },
  }
}

export type BackupReader = ReturnType<typeof createBackupReader>
