import { withClient } from '#server/db/connect.ts'
import { similarChannels } from '#server/features/recommendations/similar.sql.ts'
import { keepDemoTitles } from '#local/demo/keep-titles.ts'
import { megabytes, percentiles, print } from './print-figures.ts'
import { openApp, openCatalogue } from './search-catalogue.ts'

const CALLS = 500

/** Times of the product's own statement on one connection, for random channels of a generated catalogue with words. */
export async function measureLatency(channels: number, keep: string | undefined): Promise<void> {
  await using catalogue = await openCatalogue(channels, keep)
  await using app = openApp(catalogue.url, 1)
  const start = performance.now()
  const filled = await keepDemoTitles(app, channels)
  if (filled > 0) {
    await withClient(catalogue.url, (client) => client.query('vacuum analyze channel_recent, topic_word'))
    print(`words of ${filled} channels kept in ${((performance.now() - start) / 1_000).toFixed(0)} s`)
  }
  const { rows } = await withClient(catalogue.url, (client) =>
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
  for (const [name, seeds] of [
    ['one channel', 1],
    ['recommendations, 20 channels', 20],
  ] as const) {
    const times: number[] = []
    for (let call = 0; call < CALLS / Math.sqrt(seeds); call += 1) {
      const ids = Array.from({ length: seeds }, (_, n) => rows[(call * seeds + n) % rows.length]?.id ?? 0)
      const before = performance.now()
      await app.readCatalogue((source) =>
        similarChannels(source, { ids, excluded: [], limit: 20, withDemo: true, withLike: seeds > 1 }),
      )
      times.push(performance.now() - before)
    }
    // The first calls read from the disk and plan.
    print(`${name.padEnd(32)}${percentiles(times.slice(50))}`)
  }
}
