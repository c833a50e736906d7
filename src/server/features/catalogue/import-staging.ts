import { once } from 'node:events'
import type { ClientBase, Pool } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { copyLine } from './import-copy.ts'
import type { ImportRow } from './import-row.ts'
import { COPY_ROWS, createStaging } from './import-stage.sql.ts'

const PIECE_CHARACTERS = 64 * 1024

/** Takes rows and copies them into the staging table. */
export interface Staging {
  add(row: ImportRow): void
  /** Sends what has gathered; waits while the database is behind, so that little is kept in memory. */
  send(): Promise<void>
  end(): Promise<void>
}

export function openStaging(client: ClientBase): Staging {
  const copy = client.query(copyFrom(COPY_ROWS))
  let failure: Error | undefined
  copy.on('error', (error: Error) => (failure = error))
  let gathered = ''

  async function send(): Promise<void> {
    if (failure !== undefined) throw failure
    if (gathered === '') return
    const isTaken = copy.write(gathered)
    gathered = ''
    if (!isTaken) await once(copy, 'drain')
  }

  return {
    add(row) {
      gathered += copyLine(row)
      // Joined up now and then, or the string would be a chain of a million parts.
      if (gathered.length > PIECE_CHARACTERS) {
        copy.write(gathered)
        gathered = ''
      }
    },
    send,
    async end() {
      await send()
      copy.end()
      await once(copy, 'finish')
    },
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
  let isClean = false
  try {
    await client.query('begin isolation level read committed')
    await createStaging(client)
    const { result, isKept } = await work(client)
    await client.query(isKept ? 'commit' : 'rollback')
    isClean = true
    return result
  } finally {
    // A connection that is thrown away takes its unfinished transaction with it.
    client.release(!isClean)
  }
}
