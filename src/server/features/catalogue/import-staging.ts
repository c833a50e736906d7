import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ClientBase, Pool } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { addSearchKeys } from './add-search-keys.ts'
import { copyCells } from './import-copy.ts'
import type { ImportRow } from './import-row.ts'
import { COPY_ROWS, createStaging } from './import-stage.sql.ts'

const PIECE_CHARACTERS = 64 * 1024
/** Small files are done before a thread has started. */
const PIECES_WITHOUT_THREAD = 16
/** More would only fill memory. */
const MOST_IN_THREAD = 8

/** Takes rows and copies them into the staging table. Disposing it ends its thread. */
export interface Staging extends AsyncDisposable {
  add(row: ImportRow): void
  /** Sends what has gathered; waits while the thread or the database is behind, so that little is kept in memory. */
  send(): Promise<void>
  end(): Promise<void>
}

export function openStaging(client: ClientBase): Staging {
  const copy = client.query(copyFrom(COPY_ROWS))
  let failure: Error | undefined
  let wake = () => {}
  const fail = (error: Error) => {
    failure = error
    wake()
  }
  copy.on('error', fail)
  copy.on('drain', () => wake())

  let thread: Worker | undefined
  let inThread = 0
  let pieces = 0
  let cells = ''
  let names = ''

  function startThread(): Worker {
    const started = new Worker(new URL('add-search-keys-thread.ts', import.meta.url))
    started.on('error', fail)
    started.on('message', (lines: Uint8Array) => {
      inThread--
      copy.write(lines)
      wake()
    })
    return started
  }

  function pass(): void {
    if (cells === '') return
    const piece = { cells, names }
    cells = names = ''
    if (pieces++ < PIECES_WITHOUT_THREAD) {
      copy.write(addSearchKeys(piece))
      return
    }
    thread ??= startThread()
    inThread++
    thread.postMessage(piece, [])
  }

  async function until(isSo: () => boolean): Promise<void> {
    while (failure === undefined && !isSo()) await new Promise<void>((resolve) => (wake = resolve))
    if (failure !== undefined) throw failure
  }

  return {
    add(row) {
      cells += `${copyCells(row)}\n`
      names += `${row.name ?? ''}\n`
      if (cells.length > PIECE_CHARACTERS) pass()
    },
    async send() {
      pass()
      await until(() => inThread < MOST_IN_THREAD && !copy.writableNeedDrain)
    },
    async end() {
      pass()
      await until(() => inThread === 0)
      copy.end()
      await once(copy, 'finish')
    },
    async [Symbol.asyncDispose]() {
      await thread?.terminate()
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
