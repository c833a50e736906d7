/**
 * Topics on a generated catalogue with words: time of a page over one connection, and what the words take in storage and time. Where
 * others use the processors as well, times say little; the server's processor time for each page does not depend on them.
 * Run: `node_modules/.bin/node bench/topics.ts [--channels 100000] [--keep FOLDER] [--queries 2000]`
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { diceFor } from '#local/demo/dice.ts'
import { withClient } from '#server/db/connect.ts'
import { sampleWords } from '#server/features/topics/recent.sql.ts'
import { searchByTopic } from '#server/features/topics/topics.sql.ts'
import { wordKey } from '#shared/rules/title-words.ts'
import { megabytes, percentiles, print } from './print-figures.ts'
import { watchProcessors } from './processor-time.ts'
import { openApp, postmasterOf } from './search-catalogue.ts'
import { openTitledCatalogue, wordsOf } from './titled-catalogue.ts'

const { values } = parseArgs({
  options: {
    channels: { type: 'string', default: '100000' },
    keep: { type: 'string' },
    queries: { type: 'string', default: '2000' },
  },
})
const channels = Number(values.channels)
const PAGE = 20
const NO_FILTER = {
  contentTypes: null,
  audiences: null,
  country: null,
  language: null,
  hasContact: null,
  subscribers: null,
  silence: null,
}

/** Topics as people type them: words of a channel, the most telling ones, or a very common word. */
const KINDS = {
  'a word of a channel': (words: readonly string[], at: number) => [words[at % 18]],
  'two words of a channel': (words: readonly string[], at: number) => [words[at % 6], words[(at + 3) % 18]],
  'three words of a channel': (words: readonly string[]) => [words[0], words[7], words[20]],
  'words of two channels': (words: readonly string[], at: number) => [words[at % 6], `topic${at % 50}x0`],
  'a common word': (_: readonly string[], at: number) => [`common${(at % 30).toString(36)}`],
  'a common word and another': (_: readonly string[], at: number) => [
    `common${(at % 30).toString(36)}`,
    `common${((at % 29) + 40).toString(36)}`,
  ],
  'a word, with a filter': (words: readonly string[], at: number) => [words[at % 18]],
} as const

await using titled = await openTitledCatalogue(channels, values.keep)
await using app = openApp(titled.catalogue.url, 1)
const server = await postmasterOf(titled.catalogue.dataDir)
await printStorage()

const all: number[] = []
for (const [kind, wordsFor] of Object.entries(KINDS)) {
  const times: number[] = []
  const stop = await watchProcessors({ server })
  let [found, partial] = [0, 0]
  for (let at = 0; at < Number(values.queries) / Object.keys(KINDS).length; at += 1) {
    const id = diceFor(3, at).below(channels) + 1
    const keys = wordsFor(wordsOf(id, channels), at).map((word) => wordKey(word ?? ''))
    const filter = kind.endsWith('filter') ? { ...NO_FILTER, country: 'RU', hasContact: true } : null
    const start = performance.now()
    const page = await app.readCatalogue((source) =>
      searchByTopic(source, keys, { filter, withDemo: false, limit: PAGE, after: null, signal: undefined }),
    )
    times.push(performance.now() - start)
    found += page.found
    if (page.isPartial) partial += 1
  }
  const { of, others } = await stop()
  all.push(...times)
  print(
    `${kind.padEnd(26)} ${percentiles(times)}  ${((of['server'] ?? 0) / times.length).toFixed(2)} ms of the server's processor, ` +
      `${(found / times.length).toFixed(1)} of ${PAGE} found, ${partial} of ${times.length} partial, others used ${others.toFixed(1)}`,
  )
}
print(`${'all'.padEnd(26)} ${percentiles(all)}`)

async function printStorage(): Promise<void> {
  const { rows } = await withClient(titled.catalogue.url, (client) =>
    client.query<{ name: string; bytes: number }>(
      `select 'rows' as name, pg_table_size('channel_recent')::float8 as bytes
       union all select indexrelid::regclass::text, pg_relation_size(indexrelid)::float8
         from pg_index where indrelid = 'channel_recent'::regclass
       union all select 'topic_word', pg_total_relation_size('topic_word')::float8`,
    ),
  )
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0)
  print(`${channels} channels, load ${loadavg()[0]?.toFixed(1)}`)
  for (const { name, bytes } of rows)
    print(
      `${name.padEnd(26)} ${megabytes(bytes).padStart(8)}  ${Math.round(bytes / channels)} bytes a channel`,
    )
  print(
    `${'together'.padEnd(26)} ${megabytes(total).padStart(8)}  ${Math.round(total / channels)} bytes a channel`,
  )
  if (titled.seconds !== null)
    print(
      `rows written in ${titled.seconds.rows.toFixed(1)} s, their index in ${titled.seconds.index.toFixed(1)} s`,
    )
  const start = performance.now()
  await sampleWords(app.db)
  print(`words of a sample counted in ${((performance.now() - start) / 1_000).toFixed(2)} s`)
}
