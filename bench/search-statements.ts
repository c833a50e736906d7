import type pg from 'pg'
import type { App } from '#server/app.ts'
import { withReleaseSchema } from '#server/db/code.ts'
import { openPool, singleConnection } from '#server/db/connect.ts'
import { openLane, type Statement } from '#server/db/lanes.ts'
import { openMetrics } from '#server/open-metrics.ts'
import { PLATFORMS } from '#server/platforms/platforms.ts'
import { filterChannels, searchChannels } from '#server/features/search/search-channels.ts'
import { contract } from '#shared/api/contract.ts'
import { log } from './product.ts'

export type Body = Readonly<Record<string, unknown>>

/** What the search's verbs need of the app. */
export type Reader = Pick<App, 'demo'> & { readonly databases: Pick<App['databases'], 'readCatalogue'> }

export type { Statement }

const metrics = openMetrics()

export const search = (reader: Reader, body: Body) =>
  searchChannels({ ...reader, metrics, platforms: PLATFORMS }, contract['POST /search'].body.parse(body))

export const filter = (reader: Reader, body: Body) =>
  filterChannels({ ...reader, metrics }, contract['POST /filter'].body.parse(body))

/** Every search asks for real channels alone, as with a real shop. */
const demo = null

/** The statement that the server sends for a search. */
export async function statementOf(body: Body): Promise<Statement> {
  const sent: Statement[] = []
  const row = { items: '[]', ids: [], next_class: null, next_key: null, next_id: null, total: null }
  const source = {
    async query(statement: Statement) {
      sent.push(statement)
      return [row]
    },
  }
  await search({ demo, databases: { readCatalogue: (query) => query(source as never) } }, body)
  const [first] = sent
  if (first === undefined) throw new Error('A search sent no statement')
  return first
}

/** A bare connection on which such statements work. */
export async function bareConnection(url: string): Promise<pg.Client> {
  const client = singleConnection({ connectionString: withReleaseSchema(url), statement_timeout: 15_000 })
  await client.connect()
  return client
}

/** Reads the catalogue on a single connection. */
export function singleReader(
  url: string,
  statementMs: number,
): Reader & AsyncDisposable & { readonly pool: pg.Pool } {
  const pool = openPool(url, { max: 1, onLost: () => undefined, statementMs })
  const lane = openLane(pool, { name: 'bench', longestWaitMs: 60_000, log })
  return {
    pool,
    demo,
    databases: { readCatalogue: (query) => query(lane) },
    [Symbol.asyncDispose]: () => lane.close(),
  }
}

/** Whether a statement was ended for taking too long. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}

/** A client, or a pool of one. */
type Connection = pg.Client | pg.Pool

export interface Counters {
  /** Entries of indexes and rows of tables. */
  readonly rows: number
  /** Pages of 8 kB, from memory or from disk. */
  readonly pages: number
}

/** Counts what a piece of work on a connection reads in the product's tables. */
export async function countReads(client: Connection, work: () => Promise<unknown>): Promise<Counters> {
  const before = await readCounters(client)
  await work()
  const after = await readCounters(client)
  return { rows: after.rows - before.rows, pages: after.pages - before.pages }
}

async function readCounters(client: Connection): Promise<Counters> {
  await client.query('select pg_stat_force_next_flush()')
  const { rows } = await client.query<Counters>(
    `select
       (select sum(idx_tup_read) from pg_stat_user_indexes)::float8
         + (select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) from pg_stat_user_tables)::float8 as rows,
       (select sum(idx_blks_read + idx_blks_hit) from pg_statio_user_indexes)::float8
         + (select sum(heap_blks_read + heap_blks_hit) from pg_statio_user_tables)::float8 as pages`,
  )
  return rows[0] ?? { rows: 0, pages: 0 }
}
