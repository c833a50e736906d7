import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type pg from 'pg'
import { type Dice, diceFor } from '#local/demo/dice.ts'
import { withClient } from '#server/db/connect.ts'
import { sampleWords } from '#server/features/topics/recent.sql.ts'
import { wordKey } from '#shared/rules/title-words.ts'
import { openApp, openCatalogue, type Catalogue } from './search-catalogue.ts'
import { print } from './print-figures.ts'

/** A generated catalogue whose channels have words of titles, and what it took to give them these. */
export interface TitledCatalogue extends AsyncDisposable {
  readonly catalogue: Catalogue
  /** Null when they were there already. */
  readonly seconds: { readonly rows: number; readonly index: number } | null
}

const SEED = 11
const BATCH = 5_000
/** How many channels share a topic, and how many words it has of its own. */
const [PER_TOPIC, TOPIC_WORDS] = [500, 60]
const COMMON_WORDS = 20_000
const KINDS = 15
const LANGUAGES = ['en', 'ru', 'es', 'de', 'ja']

/**
 * Opens a generated catalogue and gives all its channels words of titles, distributed as real ones: 18 of a topic that some 500
 * channels share, 9 that many use, 3 of their own, and a kind or two.
 * @param keep the folder of kept catalogues
 */
export async function openTitledCatalogue(channels: number, keep?: string): Promise<TitledCatalogue> {
  const catalogue = await openCatalogue(channels, keep, false)
  try {
    const seconds = await withClient(catalogue.url, (client) => fill(client, channels))
    if (seconds !== null) {
      await using app = openApp(catalogue.url, 1)
      await sampleWords(app.db)
    }
    return { catalogue, seconds, [Symbol.asyncDispose]: () => catalogue[Symbol.asyncDispose]() }
  } catch (error) {
    await catalogue[Symbol.asyncDispose]()
    throw error
  }
}

async function fill(client: pg.Client, channels: number): Promise<TitledCatalogue['seconds']> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int from channel_recent')
  if ((rows[0]?.count ?? 0) === channels) return null
  await client.query('truncate channel_recent')
  await client.query('drop index channel_recent_keys')
  const start = performance.now()
  const copy = client.query(
    copyFrom(
      'copy channel_recent (channel_id, keys, words, speech, months, listed_since, read_at) from stdin',
    ),
  )
  await pipeline(Readable.from(linesOf(channels), { objectMode: false }), copy)
  const copied = performance.now()
  await client.query(
    'create index channel_recent_keys on channel_recent using gin (keys) with (fastupdate = off)',
  )
  await client.query('vacuum (analyze) channel_recent')
  const indexed = performance.now()
  print(`words of ${channels} channels written`)
  return { rows: (copied - start) / 1_000, index: (indexed - copied) / 1_000 }
}

/** A generated catalogue numbers its channels from 1. */
function* linesOf(channels: number): Generator<string> {
  for (let first = 1; first <= channels; first += BATCH) {
    const count = Math.min(BATCH, channels + 1 - first)
    yield Array.from({ length: count }, (_, at) => lineOf(first + at, channels)).join('')
  }
}

/** The words of a generated channel, most telling first. */
export function wordsOf(id: number, channels: number): string[] {
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
