import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'

/** Rows with numbers above `after`, up to and including `upTo`. */
export interface IdRange {
  readonly after: number
  readonly upTo: number
}

/**
 * Ranges of an equal number of rows of a table, in the order of their numbers, for work on the whole catalogue that no single statement
 * could do in its time.
 */
export async function* idRanges(
  db: Db | Tx,
  table: 'channel' | 'contact',
  rows: number,
): AsyncGenerator<IdRange> {
  let after = 0
  for (;;) {
    const next = await sql<{ upTo: number | null }>`
      select max(id) as "upTo"
      from (select id from ${sql.table(table)} where id > ${after} order by id limit ${rows}) next`.execute(
      db,
    )
    const upTo = next.rows[0]?.upTo ?? null
    if (upTo === null) return
    yield { after, upTo }
    after = upTo
  }
}
