import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ClientBase, Pool } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { liftLimit } from '#server/db/limit-waiting.ts'
import { addSearchKeys, copyCells, KEYS_THREAD, STAGED_COLUMNS } from './copy.ts'
import type { ImportRow } from './row.ts'

const PIECE_CHARACTERS = 64 * 1024
/** A small file is finished before a thread has started. */
const PIECES_WITHOUT_THREAD = 16
/** Limits memory. */
const MAX_THREAD_MESSAGES = 8

export type Staging = ReturnType<typeof openStaging>

/** Copies rows into the staging table, with the search keys of their names. Disposing it ends its thread. */
export function openStaging(client: ClientBase) {
  const copy = client.query(copyFrom(COPY_ROWS))
  let failure: Error | undefined
  let wake = () => {}
  const fail = (error: Error) => {
    failure ??= error
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
    const started = new Worker(new URL('copy.ts', import.meta.url), { workerData: KEYS_THREAD })
    started.on('error', fail)
    started.on('message', (lines: unknown) => {
      // Under `node --watch` a thread also tells which files it loaded.
      if (!(lines instanceof Uint8Array)) return
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

  async function until(isReady: () => boolean): Promise<void> {
    while (failure === undefined && !isReady()) await new Promise<void>((resolve) => (wake = resolve))
    if (failure !== undefined) throw failure
  }

  return {
    add(row: ImportRow): void {
      cells += `${copyCells(row)}\n`
      names += `${row.name ?? ''}\n`
      if (cells.length > PIECE_CHARACTERS) pass()
    },
    /** Sends what is buffered, and waits while the thread or the database lags behind, to limit memory. */
    async send() {
      pass()
      await until(() => inThread < MAX_THREAD_MESSAGES && !copy.writableNeedDrain)
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
 * Runs work in its own transaction with a staging table, and commits if the work says so. Uses plain `pg`, because COPY
 * needs the connection.
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
    // Closing the connection ends an unfinished transaction.
    client.release(!isClean)
  }
}

/** Prepares the transaction and the staging table, which is dropped with it. */
export async function createStaging(client: ClientBase): Promise<void> {
  await client.query(`
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0;
    set local work_mem = '128MB';
    set local timezone = 'UTC'`)
  const ids = await client.query<{ name: string }>(`select pg_get_serial_sequence('channel', 'id') as name`)
  // `id` is for new channels, and saves updating all rows later.
  await client.query(`
    create temp table import_row (
      ${STAGED_COLUMNS.join(', ')},
      id bigint not null default nextval('${ids.rows[0]?.name}')
    ) on commit drop`)
}

/**
 * Gives the staged rows later numbers than the channels of imports that were written meanwhile: by their numbers, saved searches tell
 * which channels are new. The caller has waited for those imports.
 */
export async function renumberAfterOthers(client: ClientBase): Promise<void> {
  await client.query(`
    update import_row set id = default where (select max(id) from channel) > (select min(id) from import_row)`)
}

const COPY_ROWS = `copy import_row (${STAGED_COLUMNS.map((column) => column.split(' ')[0]).join(', ')}) from stdin`
