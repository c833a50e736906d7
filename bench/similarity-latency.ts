import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { type Dice, diceFor } from '#local/demo/dice.ts'
import type { App } from '#server/app.ts'
import { withClient } from '#server/db/connect.ts'
import { similarChannels } from '#server/features/recommendations/similar.sql.ts'
import { sampleWords } from '#server/features/topics/recent.sql.ts'
import { wordKey } from '#shared/rules/title-words.ts'
import { megabytes, percentilesOf, percentileText, print } from './print.ts'
import { openApp } from './product.ts'
import { openCatalogue } from './search-catalogue.ts'

const CALLS = 500
/** How many channels somebody who buys very much may have bought. */
const OWN = 30_000

/** Times of the product's own statement on one connection, for random channels of a generated catalogue with words. */
export async function measureLatency(channels: number, keep: string | undefined): Promise<void> {
  await using catalogue = await openCatalogue(channels, keep)
  const { url } = catalogue
  await using app = openApp(url, { DATABASE_SEARCH_POOL: '1' })
  await addWords(url, channels)
  await sampleWords(app.db)
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
  const backend = await app.databases.readCatalogue((source) =>
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
      await app.databases.readCatalogue((source) =>
        similarChannels(source, { ids, excluded, limit: 20, withDemo: true, withLike: seeds > 1 }),
      )
      times.push(performance.now() - before)
      processor.push((await processorMs(backend[0]?.pid ?? 0)) - used)
    }
    // The first calls read from the disk and plan.
    print(`${name.padEnd(32)}${percentileText(percentilesOf(times.slice(50)))}`)
    print(`${'  of it processor time'.padEnd(32)}${percentileText(percentilesOf(processor.slice(50)))}`)
  }
}

/** The number of channels that are read within the time that a search has. */
const READ_AT_ONCE = 100_000

/**
 * As on a connection of a server that has run for a while: a new one finds every page in a file, and not yet in its own memory.
 * Along the indexes, because a sequential scan of a large table keeps none of its pages.
 */
async function warm(app: App, channels: number): Promise<void> {
  const read = (name: string, text: string, values: readonly unknown[] = []) =>
    app.databases.readCatalogue((source) => source.query({ name, text, values: [...values] }))
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

const SEED = 11
const BATCH = 5_000
/** How many channels share a topic, and how many words it has of its own. */
const [PER_TOPIC, TOPIC_WORDS] = [500, 60]
const COMMON_WORDS = 20_000
const KINDS = 15
const LANGUAGES = ['en', 'ru', 'es', 'de', 'ja']

/**
 * Gives all channels of a generated catalogue words of titles, distributed as real ones: 18 of a topic that some 500
 * channels share, 9 that many use, 3 of their own, and a kind or two.
 */
async function addWords(url: string, channels: number): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ count: number }>('select count(*)::int from channel_recent')
    if (rows[0]?.count === channels) return
    await client.query('truncate channel_recent')
    await client.query('drop index channel_recent_keys')
    const copy = copyFrom(
      'copy channel_recent (channel_id, keys, words, speech, months, listed_since, read_at) from stdin',
    )
    await pipeline(Readable.from(linesOf(channels), { objectMode: false }), client.query(copy))
    await client.query(
      'create index channel_recent_keys on channel_recent using gin (keys) with (fastupdate = off)',
    )
    await client.query('vacuum (analyze) channel_recent')
    print(`words of ${channels} channels written`)
  })
}

/** A generated catalogue numbers its channels from 1. */
function* linesOf(channels: number): Generator<string> {
  for (let first = 1; first <= channels; first += BATCH) {
    const count = Math.min(BATCH, channels + 1 - first)
    yield Array.from({ length: count }, (_, at) => lineOf(first + at, channels)).join('')
  }
}

/** The words of a generated channel, most telling first. */
function wordsOf(id: number, channels: number): string[] {
  const dice = diceFor(SEED, id)
  const topic = dice.zipf(Math.ceil(channels / PER_TOPIC))
  const words = new Set<string>()
  while (words.size < 18) words.add(topicWord(dice, topic))
  while (words.size < 27) words.add(`common${dice.zipf(COMMON_WORDS).toString(36)}`)
  while (words.size < 30) words.add(`rare${dice.below(2 ** 31).toString(36)}`)
  return [...words]
}

/** A third of a topic's words are common ones. */
function topicWord(dice: Dice, topic: number): string {
  const word = dice.zipf(TOPIC_WORDS)
  return word % 3 === 2
    ? `common${(topic * 7 + word * 31) % COMMON_WORDS}`
    : `topic${topic.toString(36)}x${word}`
}

function lineOf(id: number, channels: number): string {
  const dice = diceFor(SEED + 1, id)
  const words = wordsOf(id, channels)
  const kinds = dice.chance(0.5) ? [`kind:${dice.below(KINDS)}`] : []
  const keys = [...words, ...kinds].map(wordKey)
  const shown = [...words, ...kinds.map(() => '""')]
  const months = Array.from({ length: 12 }, () => dice.below(8))
  return `${id}\t{${keys.join()}}\t{${shown.join()}}\t${dice.pick(LANGUAGES)}\t{${months.join()}}\t\\N\t2026-11-20\n`
}
