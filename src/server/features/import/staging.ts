import { once } from 'node:events'
import type { ClientBase, Pool } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { liftLimit } from '#server/db/limit-waiting.ts'
import { copyCells } from './copy.ts'
import { openKeyedLines } from './keyed-lines.ts'
import type { ImportRow } from './row.ts'
import { COPY_ROWS, createStaging } from './stage.sql.ts'

/** Takes rows and copies them into a table. Disposing it ends its thread. */
export interface Staging extends AsyncDisposable {
  add(row: ImportRow): void
  /** Sends what has gathered; waits while the thread or the database is behind, so that little is kept in memory. */
  send(): Promise<void>
  end(): Promise<void>
}

export function openStaging(client: ClientBase): Staging {
  const copy = client.query(copyFrom(COPY_ROWS))
  const lines = openKeyedLines((bytes) => copy.write(bytes))
  copy.on('error', lines.fail)
  copy.on('drain', lines.wake)
  return {
    add(row) {
      lines.add(copyCells(row), row.name)
    },
    async send() {
      lines.pass()
      await lines.until(() => !lines.isBehind() && !copy.writableNeedDrain)
    },
    async end() {
      lines.pass()
      await lines.until(() => lines.isDone())
      copy.end()
      await once(copy, 'finish')
    },
    [Symbol.asyncDispose]: lines[Symbol.asyncDispose],
  }
}

/**
 * Runs work in a transaction of its own that has the staging table, and commits when the work says so. Raw `pg`, because
 * COPY needs the connection itself.
 */
export async function inStagingTransaction<T>(
  pool: Pool,
  work: (client: ClientBase) => Promise<{ readonly result: T; readonly isKept: boolean }>,
): Promise<T> {
  const client = await pool.connect()
  const restoreLimit = liftLimit(client)
  let isClean = false
  try {
    await client.query('begin isolation level read committed')
    await createStaging(client)
    const { result, isKept } = await work(client)
    await client.query(isKept ? 'commit' : 'rollback')
    isClean = true
    return result
  } finally {
    restoreLimit()
    // A connection that is thrown away takes its unfinished transaction with it.
    client.release(!isClean)
  }
}
