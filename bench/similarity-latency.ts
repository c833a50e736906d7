import { readFile } from 'node:fs/promises'
import type { App } from '#server/app.ts'
import { withClient } from '#server/db/connect.ts'
import { similarChannels } from '#server/features/recommendations/similar.sql.ts'
import { megabytes, percentiles, print } from './print-figures.ts'
import { openApp } from './search-catalogue.ts'
import { openTitledCatalogue } from './titled-catalogue.ts'

const CALLS = 500
/** How many channels somebody who buys very much may have bought. */
const OWN = 30_000

/** Times of the product's own statement on one connection, for random channels of a generated catalogue with words. */
export async function measureLatency(channels: number, keep: string | undefined): Promise<void> {
  await using titled = await openTitledCatalogue(channels, keep)
  const { url } = titled.catalogue
  await using app = openApp(url, 1)
  await warm(app, channels)
  const { rows } = await withClient(url, (client) =>
    client.query<{ id: number; bytes: number; indexes: number; known: number }>(
      `select r.channel_id::float8 as id, pg_table_size('channel_recent')::float8 as bytes,
         pg_indexes_size('channel_recent')::float8 as indexes, greatest(c.reltuples, 1)::float8 as known
       from channel_recent r, pg_class c where c.oid = 'channel_recent'::regclass
       order by hashint8(r.channel_id) limit $1`,
      [2 * CALLS],
    ),
  )
  const [{ bytes, indexes, known } = { bytes: 0, indexes: 0, known: 1 }] = rows
  const perChannel = Math.round((bytes + indexes) / known)
  print(
    `words: table ${megabytes(bytes)}, indexes ${megabytes(indexes)}, ${perChannel} bytes for each channel`,
  )
  const { rows: owned } = await withClient(url, (client) =>
    client.query<{ id: number }>(
      'select channel_id::float8 as id from channel_recent order by hashint8(channel_id) desc limit $1',
      [OWN],
    ),
  )
  const others = owned.map(({ id }) => id)
  const backend = await app.readCatalogue((source) =>
    source.query<{ pid: number }>({ name: 'pid', text: 'select pg_backend_pid() as pid', values: [] }),
  )
  for (const [name, seeds, own] of [
    ['one channel', 1, 0],
    ['  the same ones again', 1, 0],
    ['recommendations, 20 channels', 20, 0],
    ['  beside many purchases', 20, OWN],
  ] as const) {
    const excluded = others.slice(0, own)
    const times: number[] = []
    const processor: number[] = []
    for (let call = 0; call < CALLS / Math.sqrt(seeds); call += 1) {
      const ids = Array.from({ length: seeds }, (_, n) => rows[(call * seeds + n) % rows.length]?.id ?? 0)
      const used = await processorMs(backend[0]?.pid ?? 0)
      const before = performance.now()
      await app.readCatalogue((source) =>
        similarChannels(source, { ids, excluded, limit: 20, withDemo: true, withLike: seeds > 1 }),
      )
      times.push(performance.now() - before)
      processor.push((await processorMs(backend[0]?.pid ?? 0)) - used)
    }
    // The first calls read from the disk and plan.
    print(`${name.padEnd(32)}${percentiles(times.slice(50))}`)
    print(`${'  of it processor time'.padEnd(32)}${percentiles(processor.slice(50))}`)
  }
}

/** So many channels are read within the time that a search has. */
const READ_AT_ONCE = 100_000

/**
 * As on a connection of a server that has run for a while: a new one finds every page in a file, and not yet in its own memory.
 * Along the indexes, because a sequential scan of a large table keeps none of its pages.
 */
async function warm(app: App, channels: number): Promise<void> {
  const read = (name: string, text: string, values: readonly unknown[] = []) =>
    app.readCatalogue((source) => source.query({ name, text, values: [...values] }))
  const settings = ['enable_seqscan', 'enable_bitmapscan']
  for (const setting of settings) await read(`no ${setting}`, `set ${setting} = off`)
  for (const [table, key, column] of [
    ['channel_recent', 'channel_id', 'speech'],
    ['search_entry', 'channel_id', 'silence'],
    ['channel', 'id', 'name'],
    ['contact', 'channel_id', 'address'],
  ] as const)
    for (let after = 0; after < channels; after += READ_AT_ONCE)
      await read(
        `warm ${table}`,
        `select count(${column}) from ${table} where ${key} > $1 and ${key} <= $2`,
        [after, after + READ_AT_ONCE],
      )
  for (const setting of settings) await read(`again ${setting}`, `reset ${setting}`)
}

/** Milliseconds for which a process has run, however many others wait for the processors; 0 where the system does not tell. */
async function processorMs(pid: number): Promise<number> {
  const told = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0')
  return Number.parseInt(told, 10) / 1_000_000
}
